import { isDeepStrictEqual } from 'node:util'
import { type ChainParts, composeRouter, observedAnswer } from './chain.js'
import type { Config, Limits, NetworkConfig, UpstreamConfig } from './config/config.js'
import { documentFor } from './networks/contract-document.js'
import { Head } from './networks/head.js'
import type { Network } from './networks/network.js'
import { NetworkTable } from './networks/network-table.js'
import { askNode } from './pipeline/ask-node.js'
import type { ForwardSetting } from './pipeline/forward.js'
import type { Observer } from './pipeline/observe.js'
import type { NetworkRouter } from './pipeline/router.js'
import type { Answer, Opened } from './pipeline/stage.js'
import { fail } from './protocol/reply.js'
import type { ByteBudget } from './upstreams/byte-budget.js'
import { connectUpstream } from './upstreams/connect.js'
import { Pool } from './upstreams/pool.js'
import type { Upstream } from './upstreams/upstream.js'

/** What all networks share, whatever the configuration says of them. */
export interface Shared extends Pick<ChainParts, 'ledger' | 'throttle' | 'nowMs'> {
  readonly budget: ByteBudget
  readonly observer: Observer
  readonly onAttempt: (network: string, ...attempt: Parameters<ForwardSetting['onAttempt']>) => void
  readonly onForwarded: ForwardSetting['onForwarded']
  /** Hears when an upstream's calls begin or cease to share round trips. */
  readonly onSharing: (network: string, upstream: string, isSharing: boolean) => void
  /** Where callers reach the gateway; known once it listens. */
  readonly baseUrl: () => string
}

interface Served {
  readonly config: NetworkConfig
  readonly limits: Pick<Limits, 'maxUpstreamBytes' | 'maxUpstreamConnections' | 'maxUpstreamWaiting'> & {
    readonly engine: Config['engine']['upstream']
  }
  readonly network: Network
  readonly pool: Pool
  readonly partner: Upstream | undefined
  readonly router: NetworkRouter
  readonly answer: Answer<Opened>
  readonly contract: () => Buffer
}

/** The networks as one configuration describes them, with their nodes and chains. Replaced whole when the configuration changes. */
export interface World {
  readonly table: NetworkTable
  readonly routers: readonly NetworkRouter[]
  answer: Answer<Opened>
  contract(network: Network | undefined): Buffer
  /** Names of networks none of whose upstreams answered when last asked. */
  down(): string[]
  /** Closes the connections of networks that `next` does not use as they are. */
  retire(next?: World): Promise<void>
  readonly served: ReadonlyMap<string, Served>
}

const goneNetwork = fail('not-found', { data: { reason: 'unknown_network' } })

/** Builds the networks of a configuration; those that `previous` serves in the same way are taken over with their connections. */
export const buildWorld = (config: Config, shared: Shared, previous?: World): World => {
  const served = new Map<string, Served>()
  const { maxUpstreamBytes, maxUpstreamConnections, maxUpstreamWaiting } = config.limits
  const limits = { maxUpstreamBytes, maxUpstreamConnections, maxUpstreamWaiting, engine: config.engine.upstream }
  for (const [name, network] of config.networks) {
    const old = previous?.served.get(name)
    const isSame = isDeepStrictEqual([old?.config, old?.limits], [network, limits])
    served.set(name, old !== undefined && isSame ? old : serveNetwork(network, limits, shared))
  }
  const whole = contractOf(undefined, shared)
  const all = [...served.values()]
  return {
    served,
    table: new NetworkTable(all.map(({ network }) => network)),
    routers: all.map(({ router }) => router),
    // A network may leave the configuration while a caller's WebSocket to it is open.
    answer: async (call) => served.get(call.caller.network.name)?.answer(call) ?? goneNetwork,
    contract: (network) => (network === undefined ? whole() : served.get(network.name)!.contract()),
    down: () => all.filter(({ pool }) => pool.upCount() === 0).map(({ network }) => network.name),
    retire: async (next) => {
      const retired = all.filter((network) => next?.served.get(network.config.name) !== network)
      await Promise.all(retired.flatMap(({ pool, partner }) => [pool.close(), partner?.transport.close()]))
    },
  }
}

const serveNetwork = (config: NetworkConfig, limits: Served['limits'], shared: Shared): Served => {
  const { name, family, hosts, safeTag, recentBlocks } = config
  const network: Network = { name, family, hosts, safeTag, ...(recentBlocks === undefined ? {} : { recentBlocks }) }
  const connect = (upstream: UpstreamConfig, isPartner: boolean): Upstream => ({
    name: upstream.name,
    isPartner,
    transport: connectUpstream(upstream, {
      engine: limits.engine,
      maxConnections: limits.maxUpstreamConnections,
      maxWaiting: limits.maxUpstreamWaiting,
      maxAnswerBytes: limits.maxUpstreamBytes,
      onSharing: (isSharing) => shared.onSharing(name, upstream.name, isSharing),
    }),
  })
  const pool = new Pool(
    config.upstreams.map((upstream) => connect(upstream, false)),
    shared.nowMs,
  )
  const partner = config.partner === undefined ? undefined : connect(config.partner, true)
  const forward: ForwardSetting = {
    pool,
    partner,
    maxUpstreamBytes: limits.maxUpstreamBytes,
    budget: shared.budget,
    nowMs: shared.nowMs,
    onAttempt: (...attempt) => shared.onAttempt(name, ...attempt),
    onForwarded: shared.onForwarded,
  }
  const contract = contractOf(network, shared)
  const head = new Head(askNode(pool, shared.budget))
  const router = composeRouter({ ...shared, network, head, forward }, contract)
  return {
    config,
    limits,
    network,
    pool,
    partner,
    router,
    answer: observedAnswer(router, shared.observer, shared.nowMs),
    contract,
  }
}

/** The contract's text, made when it is first asked for. */
const contractOf = (network: Network | undefined, shared: Shared): (() => Buffer) => {
  let text: Buffer | undefined
  return () => {
    text ??= Buffer.from(JSON.stringify(documentFor(network, shared.baseUrl())))
    return text
  }
}
