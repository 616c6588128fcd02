import { IoFirstTimer } from '../../runtime/timers.js'
import type { AskLimit, WaitLimit } from '../networks/ask.js'
import type { Call } from './stage.js'

/** Limits of a question that the call depends on. */
export const limitOf = (call: Call, deadlineMs = call.deadlineMs): AskLimit => {
  const { share, account } = call.caller.entitlement
  return { deadlineMs, cancellation: call.work, share, origin: { account: account.id, method: call.row.name } }
}

/**
 * Waits for `begin` at most until the call's deadline; undefined if time is up or the caller left.
 */
export const inTime = <T>(
  begin: () => Promise<T>,
  { deadlineMs, cancellation }: WaitLimit,
  nowMs: () => number,
): Promise<T | undefined> => {
  const leftMs = deadlineMs - nowMs()
  if (leftMs <= 0 || cancellation.isCancelled) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const end = (value: T | undefined): void => {
      timer.clear()
      ignoreCancel()
      resolve(value)
    }
    const timer = new IoFirstTimer(() => end(undefined))
    timer.set(leftMs)
    const ignoreCancel = cancellation.onCancel(() => end(undefined))
    begin().then(end, (bug) => {
      reject(bug)
      end(undefined)
    })
  })
}
