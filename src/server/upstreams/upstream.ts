import type { Health } from './health/health.js'
import type { UpstreamTransport } from './transport/transport.js'

/** A node, or a partner provider. Its URL stays inside the transport: it may carry credentials. */
export interface Upstream {
  readonly name: string
  readonly isPartner: boolean
  readonly transport: UpstreamTransport
  /** Its share of the calls, beside the others'; 0: asked only when no other can answer. */
  readonly weight: number
  /** Whether it has the state of all blocks, and not only of the newest. */
  readonly isArchive: boolean
  /** The provider's own limit; undefined: none. */
  readonly callsPerSecond: number | undefined
  /** Blocks that it takes in one eth_getLogs; undefined: any number. */
  readonly maxBlockRange: number | undefined
  /** Bytes of a request's body that it takes; undefined: not known. */
  readonly maxRequestBytes: number | undefined
  readonly health: Health
}
