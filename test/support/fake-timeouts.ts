import { jest } from '@jest/globals'

/**
 * From here on no timeout ends unless the test lets time pass (`jest.advanceTimersByTime`), however
 * long the machine halts this process. Clocks and other timers stay real. `jest.useRealTimers` ends
 * it.
 */
export const fakeTimeouts = (): void => {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  })
}
