const SECOND_MS = 1_000
const acts = new Set<() => void>()
let timer: NodeJS.Timeout | undefined

/**
 * Calls `act` about once a second, together with all others that asked for it, and returns how to stop: one timer wakes the process once,
 * however many do their housekeeping then. It does not keep the process up.
 */
export const everySecond = (act: () => void): (() => void) => {
  acts.add(act)
  timer ??= setInterval(() => {
    for (const each of acts) each()
  }, SECOND_MS).unref()
  return () => {
    acts.delete(act)
    if (acts.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
