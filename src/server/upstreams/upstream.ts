import type { CallRate } from './call-rate.js'
import type { Health } from './health/health.js'
import type { UpstreamTransport } from './transport/transport.js'

/** A node or a partner. Its URL stays inside the transport, because it may hold credentials. */
export interface Upstream {
  readonly name: string
  /** Stands for its name and URL in the ids of filters. */
  readonly stateDigest: string
  readonly isPartner: boolean
  readonly transport: UpstreamTransport
  /** Relative share of the calls; 0: asked only if no other can answer. */
  readonly weight: number
  /** True if it has the state of all blocks, not only of the newest. */
  readonly isArchive: boolean
  /** The provider's limit of calls per second; undefined: unlimited. */
  readonly rate: CallRate | undefined
  /** Blocks that it accepts in one eth_getLogs; undefined: any number. */
  readonly maxBlockRange: number | undefined
  /** Bytes of a request body that it accepts; undefined: unknown. */
  readonly maxRequestBytes: number | undefined
  readonly health: Health
}

/** Requirements of a call for an upstream. */
export interface Needs {
  readonly method: string
  /** True if the call reads state so old that only an archive node certainly has it. */
  readonly isArchive: boolean
  /** Blocks of an eth_getLogs; undefined for other methods. */
  readonly blockRange: number | undefined
  /** The newest block that the call names by number; undefined if by tag, by hash or not at all. */
  readonly block: bigint | undefined
}

/** The requirements of a call about which only its method is known. */
export const needsOfMethod = (method: string): Needs => ({
  method,
  isArchive: false,
  blockRange: undefined,
  block: undefined,
})
