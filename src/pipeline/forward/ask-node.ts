import type { Ask } from '../../networks/head.js'
import type { Cancellation } from '../../runtime/cancellation.js'
import { IoFirstTimer } from '../../runtime/io-first-timer.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import type { Outcome } from '../../upstreams/outcome.js'
import { type Asked, type AskUpstream, noteAsked } from '../../upstreams/poll/asked.js'
import type { Needs, Pool } from '../../upstreams/pool.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { Attempt } from './attempt.js'
import type { AnswerLimits } from './forward-policy.js'

const ASK_TIMEOUT_MS = 3_000
/** A block without its transactions' bodies. */
const MAX_ANSWER_BYTES = 16_777_216

/** Makes the gateway's own small questions to one upstream: of polls, of checks, of stages that need a block. */
export const askUpstream =
  (budget: ByteBudget): AskUpstream =>
  async (upstream, method, params, timeoutMs, { maxBytes = MAX_ANSWER_BYTES, cancellation } = {}) => {
    const rest = [Buffer.from(JSON.stringify({ method, params }).slice(1))]
    const limits = { maxBytes, canStream: false, stallMs: timeoutMs, budget }
    const outcome = await outcomeOf(upstream, rest, limits, timeoutMs, cancellation)
    switch (outcome.kind) {
      case 'result': {
        const text = Buffer.concat(outcome.payload.chunks).toString('utf8')
        outcome.payload.release()
        return { kind: 'result', value: JSON.parse(text) as unknown }
      }
      case 'node-error':
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

/** One attempt, as calls are forwarded with, until its time is over. */
const outcomeOf = (
  upstream: Upstream,
  rest: RequestRest,
  limits: AnswerLimits,
  timeoutMs: number,
  cancellation: Cancellation | undefined,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let ignoreCancel = () => {}
    const end = (outcome: Outcome): void => {
      timer.clear()
      ignoreCancel()
      resolve(outcome)
    }
    const giveUp = (kind: 'timed-out' | 'cancelled'): void => {
      attempt.giveUp()
      end({ kind })
    }
    const timer = new IoFirstTimer(() => giveUp('timed-out'))
    // The timer alone ends it: it has no share of a call's time.
    const attempt = new Attempt(upstream, 0, timeoutMs, { ended: (_, outcome) => end(outcome) }, undefined)
    timer.set(timeoutMs)
    if (cancellation !== undefined) ignoreCancel = cancellation.onCancel(() => giveUp('cancelled'))
    if (cancellation?.isCancelled !== true) attempt.exchange(rest, limits)
  })

/** Makes the gateway's own small questions to a network's nodes (a block's number): the parsed result of the first that answers. */
export const askNode = (pool: Pool, budget: ByteBudget, nowMs: () => number): Ask => {
  const ask = askUpstream(budget)
  const attempt = async (upstream: Upstream, method: string, params: readonly unknown[]): Promise<Asked> => {
    const startedMs = nowMs()
    upstream.health.begin()
    const asked = await ask(upstream, method, params, ASK_TIMEOUT_MS)
    noteAsked(upstream, asked, nowMs() - startedMs)
    return asked
  }
  return async (method, params) => {
    const needs: Needs = { method, isArchive: false, blockRange: undefined }
    const tried: Upstream[] = []
    for (;;) {
      const upstream = pool.choose(needs, tried) ?? pool.chooseDown(needs, tried)
      if (upstream === undefined) return undefined
      tried.push(upstream)
      const ready = pool.ready(upstream)
      if (ready !== true && !(await ready)) continue
      const asked = await attempt(upstream, method, params)
      if (asked.kind === 'result') return asked.value
      if (asked.kind === 'node-error') return undefined
    }
  }
}
