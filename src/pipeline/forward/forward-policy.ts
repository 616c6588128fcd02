import type { MethodRow } from '../../../generated/methods.js'
import type { Payload } from '../../jsonrpc/reply.js'
import type { HedgeBudget } from '../../upstreams/health/hedge-budget.js'
import type { LatencyWindow } from '../../upstreams/health/latency-window.js'
import type { Outcome } from '../../upstreams/outcome.js'
import type { Needs, Pool } from '../../upstreams/pool.js'
import type { RequestBody } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { Timed } from '../stage.js'
import type { AnswerLimits } from './answer-reader.js'
import type { Judge } from './judge.js'

/** What became of a second attempt at a slow call; `denied`: there was no budget for one. */
export type HedgeOutcome = 'won' | 'lost' | 'denied'

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
  readonly bodyOf: (call: Timed) => RequestBody
  /** How long the body is that a node gets. */
  readonly requestBytesOf: (call: Timed) => number
  /** Every upstream takes a request of so many bytes, as far as is known. */
  readonly narrowestBytes: number
  readonly limitsOf: (call: Timed) => AnswerLimits
  /** Hears how every attempt ended; `overtaken`: given up because another was faster. */
  readonly onAttempt: (upstream: Upstream, outcome: Outcome['kind'] | 'overtaken') => void
  readonly onHedge: (outcome: HedgeOutcome) => void
}
