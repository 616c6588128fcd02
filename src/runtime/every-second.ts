/**
 * A little more than a second: a wake-up that comes once a second anyway is then always earlier
 * than the timer.
 */
const AT_LATEST_MS = 1_100
/** So long after the last time a wake-up that comes anyway does. */
const AT_EARLIEST_MS = 900

const acts = new Set<() => void>()
let timer: NodeJS.Timeout | undefined
/** When a wake-up was joined last, by the clock of whatever woke. */
let joinedMs: number | undefined

const act = (): void => {
  for (const each of acts) each()
}

/**
 * Clears a timer that does not keep the process up so that it does not wake it either. With
 * `clearTimeout` alone Node wakes up at that time all the same, and so it does with `refresh`: it
 * keeps the empty list of such timers.
 *
 * Source  Node 20, lib/timers.js, unenroll
 */
export const forgetTimer = (timer: NodeJS.Timeout): void => clearTimeout(timer.ref())

const begin = (): NodeJS.Timeout =>
  setInterval(() => {
    joinedMs = undefined
    act()
  }, AT_LATEST_MS).unref()

/**
 * Calls `each` about once a second, together with all others that asked for it, and returns how to
 * stop: one timer wakes the process once, however many do their housekeeping then. It does not keep
 * the process up.
 */
export const everySecond = (each: () => void): (() => void) => {
  acts.add(each)
  timer ??= begin()
  return () => {
    acts.delete(each)
    if (acts.size > 0) return
    clearInterval(timer)
    timer = undefined
    joinedMs = undefined
  }
}

/**
 * Does what is to be done every second now, when that is due: the process is awake, and need not be
 * woken for it again. `nowMs` counts from anywhere.
 */
export const joinWakeUp = (nowMs: number): void => {
  // A clock that was set back says nothing of how long ago it was.
  const isEarly = joinedMs !== undefined && nowMs >= joinedMs && nowMs - joinedMs < AT_EARLIEST_MS
  if (timer === undefined || isEarly) return
  joinedMs = nowMs
  forgetTimer(timer)
  timer = begin()
  act()
}
