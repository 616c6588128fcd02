import { type Answer, type Coalesced, type Timed, timed } from '../stage.js'

/**
 * Sets the contract's time limit of the method: it counts from the moment the call was read, so that questions asked before (a
 * near-head network's window) and all attempts together take no longer.
 *
 * Source  docs/specification.md, "Limits": maximum query duration; `x-limits.timeoutMs` in openrpc.json
 */
export const deadline =
  (timeoutMs: number, next: Answer<Timed>): Answer<Coalesced> =>
  (call) =>
    next(timed(call, call.startedAtMs + timeoutMs))
