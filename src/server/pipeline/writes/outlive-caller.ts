import { Cancellation } from '../../../runtime/deferred.js'
import type { Answer, ChargedCall } from '../stage.js'

/**
 * Lets a write go on when its caller disconnects: its connection says neither what becomes of the
 * transaction, nor who pays for it.
 *
 * Bounds  the time limit of the call. Nothing is sent for a caller that left before
 */
export const outliveCaller =
  (next: Answer<ChargedCall>): Answer<ChargedCall> =>
  (call) =>
    next(call.work.isCancelled ? call : { ...call, work: new Cancellation(), canStream: false })
