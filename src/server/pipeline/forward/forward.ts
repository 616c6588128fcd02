import type { MethodRow } from '../../../../generated/methods.js'
import { callStart, FIRST_ID } from '../../../wire/json/node-messages.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import type { HedgeBudget } from '../../upstreams/health/hedge-budget.js'
import { LatencyWindow } from '../../upstreams/health/recent-calls.js'
import type { Needs, Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { Judge } from '../judges/judge.js'
import type { Answer, Timed } from '../stage.js'
import { forwardErrors } from './forward-errors.js'
import type { AnswerLimits, ForwardPolicy } from './forward-policy.js'
import { ForwardedCall } from './forwarded-call.js'

/** What forwarding needs to know, the same for every call of one network. */
export interface ForwardSetting extends Pick<ForwardPolicy, 'events' | 'partnerRate'> {
  readonly pool: Pool
  readonly partner: Upstream | undefined
  readonly maxUpstreamBytes: number
  readonly pace?: AnswerLimits['pace']
  readonly budget: ByteBudget
  readonly nowMs: () => number
  /** Second attempts at slow calls, over all methods; undefined: none are made. */
  readonly hedging: HedgeBudget | undefined
}

/** What forwarding needs to know of one method on one network. */
export interface ForwardRules {
  readonly judges: readonly Judge[]
  readonly needs: (call: Timed) => Needs
  /** Checks a partner's result against what the network's own nodes know; left out: taken on trust. */
  readonly verifyPartner?: ForwardPolicy['verifyPartner']
}

const NO_LIMIT = Number.POSITIVE_INFINITY

/** Up to here params are sent as text, which is put together and written without making a buffer of it. */
const TEXT_BELOW_BYTES = 65_536

/**
 * Finds an upstream that answers: the network's own in the order of the pool, then the partner where contract, plan and account allow it.
 *
 * Errors  `no-upstream`, `bad-upstream-answer`, `overloaded`, or the contract's time-out error of the method; `request-too-large` before
 *         any node is asked, when none takes so long a body; `answer-too-large`
 * Source  docs/specification.md, "Failover and upstreams"; docs/upstreams.md
 */
export const forward = (row: MethodRow, setting: ForwardSetting, rules: ForwardRules): Answer<Timed> => {
  const head = `"method":${JSON.stringify(row.name)},"params":`
  const whole: AnswerLimits = {
    maxBytes: setting.maxUpstreamBytes,
    maxElements: row.maxResults,
    canStream: false,
    stallMs: row.timeoutMs,
    // A batch that fails is asked again call by call, which a write must not be.
    isCheap: row.hasSmallResult && row.effect === 'read',
    isOnce: row.effect === 'write',
    budget: setting.budget,
  }
  // What is paid by its size must be whole before it is paid.
  const streamed: AnswerLimits =
    row.priceBy?.perResultKiB === undefined ? { ...whole, canStream: true, pace: setting.pace } : whole
  const { upstreams } = setting.pool
  const limits = upstreams.map(({ maxRequestBytes }) => maxRequestBytes ?? NO_LIMIT)
  const widestBytes = Math.max(...limits)
  const tooLarge = forwardErrors.cache('request-too-large')
  const aroundParams = callStart(FIRST_ID).length + head.length + 1
  const partner = row.canFailOver ? setting.partner : undefined
  const plan: ForwardPolicy = {
    row,
    pool: setting.pool,
    partner,
    partnerRate: setting.partnerRate,
    nowMs: setting.nowMs,
    needs: rules.needs,
    judges: rules.judges,
    verifyPartner: rules.verifyPartner,
    hedging: upstreams.length > 1 && row.effect === 'read' ? setting.hedging : undefined,
    latency: upstreams.length > 1 || partner !== undefined ? new LatencyWindow() : undefined,
    bodyOf: ({ paramsBytes }) =>
      paramsBytes.length > TEXT_BELOW_BYTES ? [head, paramsBytes, '}'] : `${head}${paramsBytes.toString('latin1')}}`,
    requestBytesOf: ({ paramsBytes }) => aroundParams + paramsBytes.length,
    narrowestBytes: Math.min(...limits),
    limitsOf: (call) => (call.canStream ? streamed : whole),
    events: setting.events,
  }
  return (call) =>
    plan.requestBytesOf(call) > widestBytes
      ? tooLarge.fail({ data: { maxBytes: widestBytes } })
      : new ForwardedCall(plan, call).answer()
}
