/** Pause between two reads: each takes milliseconds of the event loop. */
const PAUSE_MS = 50

/**
 * Joins reads of /metrics: all who ask while one runs, or in the pause behind it, get the next one.
 * So each gets what was read after it asked.
 */
export const joinedReads = <Read>(read: () => Promise<Read>, pauseMs = PAUSE_MS): (() => Promise<Read>) => {
  let next: Promise<Read> | undefined
  let pause: Promise<void> = Promise.resolve()
  const begin = async (): Promise<Read> => {
    await pause
    next = undefined
    const reading = read()
    const over = () => new Promise<void>((resolve) => void setTimeout(resolve, pauseMs).unref())
    pause = reading.then(over, over)
    return reading
  }
  return () => {
    next ??= begin()
    return next
  }
}
