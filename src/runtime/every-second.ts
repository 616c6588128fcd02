/**
 * A little over a second, so that a wake-up that happens every second anyway always comes before
 * the timer.
 */
const AT_LATEST_MS = 1_100
/** Minimum time between two joined wake-ups. */
const AT_EARLIEST_MS = 900

const acts = new Set<() => void>()
let timer: NodeJS.Timeout | undefined
/** Time of the last joined wake-up, by its caller's clock. */
let joinedMs: number | undefined

const act = (): void => {
  for (const each of acts) each()
}

/**
 * Clears an unreferenced timer without a later wake-up. After `clearTimeout` alone, or `refresh`,
 * Node still wakes up at the old time, because it keeps the empty list of such timers.
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
 * Calls `each` about once a second and returns a function that stops it. All callers share one
 * timer, so housekeeping wakes the process once. Does not keep the process running.
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
 * Runs the due housekeeping now, while the process is awake anyway, to save a wake-up. `nowMs` may
 * count from any moment.
 */
export const joinWakeUp = (nowMs: number): void => {
  // A clock that was set back does not show how long ago it was.
  const isEarly = joinedMs !== undefined && nowMs >= joinedMs && nowMs - joinedMs < AT_EARLIEST_MS
  if (timer === undefined || isEarly) return
  joinedMs = nowMs
  forgetTimer(timer)
  timer = begin()
  act()
}
