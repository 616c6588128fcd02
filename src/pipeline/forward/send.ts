import type { Cancellation } from '../../runtime/cancellation.js'
import { IoFirstTimer } from '../../runtime/io-first-timer.js'
import type { Outcome } from '../../upstreams/outcome.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { AnswerReader } from './answer-reader.js'
import type { AnswerLimits } from './forward-policy.js'

/** What one attempt may take: its time, and what `inspect` accepts. */
export interface SendLimits extends AnswerLimits {
  readonly timeoutMs: number
}

/**
 * One upstream, one attempt: sends the call, whose body is `rest` behind its id, and waits for what the answer turns out to be.
 *
 * Errors  never rejects: refused connections, time-outs and nonsense are Outcomes
 */
export const send = (
  upstream: Upstream,
  rest: RequestRest,
  limits: SendLimits,
  cancellation: Cancellation,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const inspected = (outcome: Outcome): void => {
      timer.clear()
      // A stream goes on after this; its reader ends it.
      if (outcome.kind !== 'result' || outcome.payload.rest === undefined) ignoreCancel()
      resolve(outcome)
    }
    const reader = new AnswerReader(limits, { inspected })
    let ignoreCancel = () => {}
    const timer = new IoFirstTimer(() => reader.stop({ kind: 'timed-out' }))
    timer.set(limits.timeoutMs)
    ignoreCancel = cancellation.onCancel(() => reader.stop({ kind: 'cancelled' }))
    if (cancellation.isCancelled) return
    reader.exchange = upstream.transport.exchange(reader.bodyOf(rest), reader, limits.isCheap)
  })
