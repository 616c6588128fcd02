import type { MethodRow } from '../../../../generated/methods.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import type { StreamPace } from '../../upstreams/answer-stream.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import type { CallRate } from '../../upstreams/call-rate.js'
import type { HedgeBudget } from '../../upstreams/health/hedge-budget.js'
import type { LatencyWindow } from '../../upstreams/health/recent-calls.js'
import type { Needs, Pool } from '../../upstreams/pool.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { Judge } from '../judges/judge.js'
import type { NetworkEvents, ProofVerdict } from '../network-events.js'
import type { ChargedCall } from '../stage.js'

/**
 * What an answer may be.
 *
 * `maxElements`  bound on the elements of a result that is an array; such an answer is held until
 *                it is whole
 * `canStream`    whether a large answer without such a bound may be handed on while it arrives
 * `stallMs`      how long such an answer may keep its reader waiting for the next piece
 */
export interface AnswerLimits {
  readonly maxBytes: number
  readonly maxElements?: number | undefined
  readonly canStream: boolean
  readonly stallMs: number
  /** How slowly such an answer may pass; left out: as slowly as its reader takes it. */
  readonly pace?: (() => StreamPace) | undefined
  /** Whether the call may share a round trip with others: see UpstreamTransport. */
  readonly isCheap?: boolean
  /** Whether the call must not be sent twice. */
  readonly isOnce?: boolean
  readonly budget: ByteBudget
}

/** What all methods of one network are forwarded with. */
export interface NetworkForwarding
  extends Pick<ForwardPolicy, 'pool' | 'partner' | 'partnerRate' | 'nowMs' | 'events'> {
  readonly maxUpstreamBytes: number
  readonly pace?: AnswerLimits['pace']
  readonly budget: ByteBudget
  /** Second attempts at slow calls, over all methods; undefined: none are made. */
  readonly hedging: HedgeBudget | undefined
}

/** How the calls of one method on one network are forwarded. */
export interface ForwardPolicy {
  readonly row: MethodRow
  readonly pool: Pool
  /** Left out where the contract does not let a partner answer the method, or there is none. */
  readonly partner: Upstream | undefined
  /** The partner's own limit in calls per second, over all methods; undefined: none. */
  readonly partnerRate: CallRate | undefined
  readonly nowMs: () => number
  readonly needs: (call: ChargedCall) => Needs
  readonly judges: readonly Judge[]
  /**
   * Checks a partner's result against what the network's own nodes know; undefined: taken on trust.
   */
  readonly verifyPartner: ((call: ChargedCall, payload: Payload) => Promise<ProofVerdict>) | undefined
  /** Undefined: no second upstream is asked while an answer is outstanding. */
  readonly hedging: HedgeBudget | undefined
  /** Undefined: no other upstream could be asked beside a slow one. */
  readonly latency: LatencyWindow | undefined
  /** A call's body behind its id. */
  readonly bodyOf: (call: ChargedCall) => RequestRest
  /** How long the body is that a node gets. */
  readonly requestBytesOf: (call: ChargedCall) => number
  /** Every upstream takes a request of so many bytes, as far as is known. */
  readonly narrowestBytes: number
  readonly limitsOf: (call: ChargedCall) => AnswerLimits
  readonly events: Pick<NetworkEvents, 'attempt' | 'hedge'>
}
