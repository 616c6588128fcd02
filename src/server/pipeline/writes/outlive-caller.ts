import { Cancellation } from '../../../runtime/cancellation.js'
import type { Answerer, ChargedCall } from '../stage.js'

/**
 * Continues a write when its caller disconnects: the transaction may be accepted, and must be paid
 * for, all the same.
 * Bounds  the call's time limit. Nothing is sent for a caller that left before
 */
export const outliveCaller =
  (next: Answerer<ChargedCall>): Answerer<ChargedCall> =>
  (call) =>
    next(call.work.isCancelled ? call : { ...call, work: new Cancellation(), canStream: false })
