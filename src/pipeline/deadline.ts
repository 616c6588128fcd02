import type { Answer, Charged, Timed } from './stage.js'

/**
 * Starts the contract's time limit of the method: everything done for the call from here on counts, all attempts together.
 *
 * Source  gateway-spec.md, "Limits": maximum query duration; `x-limits.timeoutMs` in openrpc.json
 */
export const deadline =
  (timeoutMs: number, nowMs: () => number, next: Answer<Timed>): Answer<Charged> =>
  (call) =>
    next({ ...call, deadlineMs: nowMs() + timeoutMs })
