const { jest } = import.meta

/** Functions that stay real: those that act within a turn of the event loop. */
const REAL = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const

/**
 * Lets a millisecond pass in each turn of the event loop, and no other time, for all clocks and
 * timers of a file or block of tests. While a busy machine does not run this process no time
 * passes, so no time limit ends early, and what is due sooner always comes sooner. It is for tests
 * that wait for nothing outside this process.
 */
export const timeByTurns = (): void => {
  let isOver = false
  const turn = (): void => {
    if (isOver) return
    jest.advanceTimersByTime(1)
    setImmediate(turn)
  }
  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: [...REAL] })
    setImmediate(turn)
  })
  afterAll(() => {
    isOver = true
    jest.useRealTimers()
  })
}
