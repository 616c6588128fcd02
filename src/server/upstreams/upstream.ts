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
