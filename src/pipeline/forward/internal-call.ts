import type { Ask } from '../../networks/head.js'
import { Cancellation } from '../../runtime/cancellation.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import { type Asked, type AskUpstream, noteAsked } from '../../upstreams/poll/asked.js'
import type { Needs, Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { send } from './send.js'

const ASK_TIMEOUT_MS = 3_000
/** A block without its transactions' bodies. */
const MAX_ANSWER_BYTES = 16_777_216
const ASCII = /^[ -~]*$/

/** Makes the gateway's own small questions to one upstream, whatever its health. They are not counted as calls. */
export const askUpstream =
  (budget: ByteBudget): AskUpstream =>
  async (upstream, method, params, timeoutMs) => {
    const text = JSON.stringify({ method, params }).slice(1)
    // Text of ASCII is sent as it is; only other text has to be made into bytes.
    const body = ASCII.test(text) ? text : [Buffer.from(text)]
    const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, canStream: false, stallMs: timeoutMs, budget }
    const outcome = await send(upstream, body, limits, new Cancellation())
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
        // Neither is it cancelled, nor are its elements counted.
        return { kind: 'silent', reason: 'timed_out' }
    }
  }

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
