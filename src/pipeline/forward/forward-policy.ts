import type { MethodRow } from '../../../generated/methods.js'
import type { Payload } from '../../jsonrpc/reply.js'
import type { HedgeBudget } from '../../upstreams/health/hedge-budget.js'
import type { LatencyWindow } from '../../upstreams/health/latency-window.js'
import type { Needs, Pool } from '../../upstreams/pool.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { NetworkEvents } from '../network-events.js'
import type { Timed } from '../stage.js'
import type { AnswerLimits } from './answer-reader.js'
import type { Judge } from './judge.js'

/** What pursuing a call needs to know; the same for all calls of one method on one network. */
export interface ForwardPolicy {
  readonly row: MethodRow
  readonly pool: Pool
  /** Left out where the contract does not let a partner answer the method, or there is none. */
  readonly partner: Upstream | undefined
  readonly nowMs: () => number
  readonly needs: (call: Timed) => Needs
  readonly judges: readonly Judge[]
  /** Checks a partner's result against what the network's own nodes know; undefined: taken on trust. */
  readonly verifyPartner: ((call: Timed, payload: Payload) => Promise<'proven' | 'unproven' | 'wrong'>) | undefined
  /** Undefined: no second upstream is asked while an answer is outstanding. */
  readonly hedging: HedgeBudget | undefined
  readonly latency: LatencyWindow
  /** A call's body behind its id. */
  readonly bodyOf: (call: Timed) => RequestRest
  /** How long the body is that a node gets. */
  readonly requestBytesOf: (call: Timed) => number
  /** Every upstream takes a request of so many bytes, as far as is known. */
  readonly narrowestBytes: number
  readonly limitsOf: (call: Timed) => AnswerLimits
  readonly events: Pick<NetworkEvents, 'attempt' | 'hedge'>
}
