import type { MethodRow } from '../../../../generated/methods.js'
import { callStart, FIRST_ID } from '../../../wire/json/node-messages.js'
import { LatencyWindow } from '../../upstreams/health/recent-calls.js'
import type { Answerer, ChargedCall } from '../stage.js'
import { forwardErrors } from './forward-errors.js'
import type { AnswerLimits, ForwardPolicy, NetworkForwarding } from './forward-policy.js'
import { ForwardedCall } from './forwarded-call.js'

const NO_LIMIT = Number.POSITIVE_INFINITY

/** Params up to this size are sent as text, which needs no buffer. */
const TEXT_BELOW_BYTES = 65_536

/**
 * Finds an upstream that answers: the network's own in the order of the pool, then the partner if
 * contract, plan and account allow it.
 *
 * Errors  `no-upstream`, `bad-upstream-answer`, `overloaded`, `answer-too-large`, or the method's
 *         time-out error; `request-too-large` if no node accepts so long a body
 * Source  docs/specification.md, "Failover and upstreams"; docs/upstreams.md
 */
export const forward = (
  row: MethodRow,
  network: NetworkForwarding,
  rules: Pick<ForwardPolicy, 'judges' | 'needs'> & Partial<Pick<ForwardPolicy, 'verifyPartner'>>,
): Answerer<ChargedCall> => {
  const beforeParams = `"method":${JSON.stringify(row.name)},"params":`
  const whole: AnswerLimits = {
    maxBytes: network.maxUpstreamBytes,
    maxElements: row.maxResults,
    canStream: false,
    stallMs: row.timeoutMs,
    // A failed batch is sent again call by call; a write must not be.
    canBatch: row.hasSmallResult && row.effect === 'read',
    isSentOnce: row.effect === 'write',
    budget: network.budget,
  }
  // An answer priced by its size must be whole before it is charged.
  const streamed: AnswerLimits =
    row.priceBy?.perResultKiB === undefined ? { ...whole, canStream: true, pace: network.pace } : whole
  const { upstreams } = network.pool
  const requestLimits = upstreams.map(({ maxRequestBytes }) => maxRequestBytes ?? NO_LIMIT)
  const widestBytes = Math.max(...requestLimits)
  const tooLarge = forwardErrors.cache('request-too-large')
  const bytesAroundParams = callStart(FIRST_ID).length + beforeParams.length + 1
  const partner = row.canFailOver ? network.partner : undefined
  const policy: ForwardPolicy = {
    row,
    pool: network.pool,
    partner,
    partnerRate: network.partnerRate,
    nowMs: network.nowMs,
    needs: rules.needs,
    judges: rules.judges,
    verifyPartner: rules.verifyPartner,
    hedging: upstreams.length > 1 && row.effect === 'read' ? network.hedging : undefined,
    latency: upstreams.length > 1 || partner !== undefined ? new LatencyWindow() : undefined,
    bodyOf: ({ paramsBytes }) =>
      paramsBytes.length > TEXT_BELOW_BYTES
        ? [beforeParams, paramsBytes, '}']
        : `${beforeParams}${paramsBytes.toString('latin1')}}`,
    requestBytesOf: ({ paramsBytes }) => bytesAroundParams + paramsBytes.length,
    narrowestBytes: Math.min(...requestLimits),
    limitsOf: (call) => (call.canStream ? streamed : whole),
    events: network.events,
  }
  return (call) =>
    policy.requestBytesOf(call) > widestBytes
      ? tooLarge.fail({ data: { maxBytes: widestBytes } })
      : new ForwardedCall(policy, call).answer()
}
