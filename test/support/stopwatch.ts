const TICK_MS = 10

/**
 * Begins to count the milliseconds in which this process was run, and returns what reads them; the
 * count ends when it is read, unless told to go on. On a machine that is busy with other things it
 * stands still while it is their turn, so that a bound on it speaks of what is tested; on one that
 * is idle it is the time that passes.
 */
export const stopwatch = (): ((way?: 'end' | 'go on') => number) => {
  let counted = 0
  let last = performance.now()
  const count = () => {
    const now = performance.now()
    counted += Math.min(now - last, 1.5 * TICK_MS)
    last = now
  }
  const timer = setInterval(count, TICK_MS).unref()
  return (way = 'end') => {
    count()
    if (way === 'end') clearInterval(timer)
    return counted
  }
}
