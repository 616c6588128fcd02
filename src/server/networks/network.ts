import type { Family } from '../../../generated/methods.js'

/** A chain the gateway serves. Facts only; its nodes are in upstreams/. */
export interface Network {
  readonly name: string
  readonly family: Family
  readonly hosts: readonly string[]
  /** As configured; undefined: only the nodes know it. */
  readonly chainId?: number
  /** Web origins whose pages may read the replies; undefined: all. */
  readonly corsOrigins?: readonly string[]
  /** True if the block tag `safe` is served. */
  readonly safeTag: boolean
  /** Near-head networks serve only this many of the latest blocks; undefined: all. */
  readonly recentBlocks?: number
}

/** Networks by address: a host (lower-case, without a port), or the first path segment. */
export interface NetworkTable<N extends Network> {
  readonly byName: ReadonlyMap<string, N>
  readonly byHost: ReadonlyMap<string, N>
}

/** Makes a network table. */
export const networkTable = <N extends Network>(networks: readonly N[]): NetworkTable<N> => ({
  byName: new Map(networks.map((network) => [network.name, network])),
  byHost: new Map(networks.flatMap((network) => network.hosts.map((host) => [host, network]))),
})
