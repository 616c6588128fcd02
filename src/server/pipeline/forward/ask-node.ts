import { IoFirstTimer } from '../../../runtime/timers.js'
import type { Ask, AskLimit } from '../../networks/ask.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import { type Outcome, QUEUE_SLOW, releaseOutcome } from '../../upstreams/outcome.js'
import { type AskBounds, type AskBytes, type Asked, type AskUpstream, noteAsked } from '../../upstreams/poll/asked.js'
import type { Pool } from '../../upstreams/pool.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import { needsOfMethod, type Upstream } from '../../upstreams/upstream.js'
import { inTime } from '../in-time.js'
import { Attempt } from './attempt.js'
import type { AnswerLimits } from './forward.js'

const ASK_TIMEOUT_MS = 3_000
/** A block without transaction bodies fits. */
const MAX_ANSWER_BYTES = 16_777_216
const ASCII = /^[ -~]*$/

/**
 * Sends the gateway's own small requests to one upstream: for polls, checks and stages. Those with
 * no account's `share` go before all callers' calls.
 */
export const askUpstream = (budget: ByteBudget): AskUpstream => {
  const ask = askBytes(budget)
  return async (...question) => {
    const asked = await ask(...question)
    return asked.kind === 'result' ? { kind: 'result', value: JSON.parse(asked.bytes.toString()) as unknown } : asked
  }
}

/** Like `askUpstream`, for results whose bytes are passed on. */
export const askBytes =
  (budget: ByteBudget): AskBytes =>
  async (upstream, method, params, timeoutMs, bounds = {}) => {
    const text = JSON.stringify({ method, params }).slice(1)
    // ASCII text is sent unchanged; other text must be encoded first.
    const rest = ASCII.test(text) ? text : [Buffer.from(text)]
    const limits = { maxBytes: bounds.maxBytes ?? MAX_ANSWER_BYTES, canStream: false, stallMs: timeoutMs, budget }
    const outcome = await sendOnce(upstream, rest, limits, timeoutMs, bounds)
    switch (outcome.kind) {
      case 'result': {
        const bytes = Buffer.concat(outcome.payload.chunks)
        outcome.payload.release()
        return { kind: 'result', bytes }
      }
      case 'node-error':
        releaseOutcome(outcome)
        return { kind: 'node-error', code: outcome.code, message: outcome.message }
      case 'unreachable':
        return { kind: 'silent', reason: outcome.reason }
      case 'answer-too-large':
        return { kind: 'unusable', reason: 'too_large' }
      case 'request-refused':
      case 'unusable':
        return { kind: 'unusable', reason: outcome.reason }
      case 'overloaded':
        return { kind: 'overloaded' }
      default:
        // Or cancelled; elements are not counted.
        return { kind: 'silent', reason: 'timed_out' }
    }
  }

/** One attempt, like those of forwarded calls, with a time limit. */
const sendOnce = (
  upstream: Upstream,
  rest: RequestRest,
  limits: AnswerLimits,
  timeoutMs: number,
  { cancellation, share }: AskBounds,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let ignoreCancel = () => {}
    const end = (outcome: Outcome): void => {
      timer.clear()
      ignoreCancel()
      resolve(outcome)
    }
    const giveUp = (outcome: Outcome): void => {
      attempt.giveUp()
      end(outcome)
    }
    const timer = new IoFirstTimer(() =>
      giveUp(attempt.isQueued ? { kind: 'unreachable', reason: QUEUE_SLOW } : { kind: 'timed-out' }),
    )
    // Only the timer ends it: it has no share of a call's time.
    const attempt = new Attempt(upstream, 0, timeoutMs, { ended: (_, outcome) => end(outcome) }, share)
    timer.set(timeoutMs)
    if (cancellation !== undefined) ignoreCancel = cancellation.onCancel(() => giveUp({ kind: 'cancelled' }))
    if (cancellation?.isCancelled !== true) attempt.sendUncounted(rest, limits)
  })

/**
 * Sends the gateway's own small requests to a network's nodes (a block's number). Resolves to the
 * parsed result of the first that answers.
 *
 * Each node has 3 s; all together have no longer than the call that needs the answer.
 */
export const askNode = (pool: Pool, budget: ByteBudget, nowMs: () => number): Ask => {
  const ask = askUpstream(budget)
  /** Resolves to undefined if the call that needs the answer ended first. */
  const attempt = async (
    upstream: Upstream,
    method: string,
    params: readonly unknown[],
    limit: AskLimit | undefined,
  ): Promise<Asked | undefined> => {
    const startedMs = nowMs()
    const { health } = upstream
    health.begin()
    const leftMs = limit === undefined ? ASK_TIMEOUT_MS : Math.min(ASK_TIMEOUT_MS, limit.deadlineMs - startedMs)
    const asked = await ask(upstream, method, params, leftMs, limit)
    const tookMs = nowMs() - startedMs
    const isCutShort = asked.kind === 'silent' && asked.reason === 'timed_out'
    if (isCutShort && limit?.cancellation.isCancelled) health.endWithoutVerdict()
    else if (isCutShort && leftMs < ASK_TIMEOUT_MS) health.overtaken(tookMs)
    else {
      noteAsked(upstream, asked, tookMs, limit?.origin)
      return asked
    }
    return undefined
  }
  return async (method, params, limit) => {
    const needs = needsOfMethod(method)
    const tried: Upstream[] = []
    for (;;) {
      if (limit !== undefined && isOver(limit, nowMs())) return undefined
      const upstream = pool.choose(needs, tried, limit?.share) ?? pool.chooseDown(needs, tried, limit?.share)
      if (upstream === undefined) return undefined
      tried.push(upstream)
      const isOnChain = pool.checkChain(upstream)
      if (isOnChain !== true && !(await (limit === undefined ? isOnChain : inTime(() => isOnChain, limit, nowMs))))
        continue
      const asked = await attempt(upstream, method, params, limit)
      // A timer may fire a millisecond before the clock says so: no other node is asked then.
      if (asked === undefined || asked.kind === 'node-error') return undefined
      if (asked.kind === 'result') return asked.value
    }
  }
}

const isOver = ({ deadlineMs, cancellation }: AskLimit, nowMs: number): boolean =>
  cancellation.isCancelled || nowMs >= deadlineMs
