import { AccountWatch } from '../../../src/server/storage/postgres/account-watch.js'
import { usualTimeLimits } from '../../../src/server/storage/postgres/postgres-connection.js'

const { jest } = import.meta

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test.each([0, 3_600_000])(
  'keys are believed for as long as the limit says while the store is away, though the clock is set back by %d ms',
  async (setBackMs) => {
    let nowMs = Date.parse('2026-11-21T12:00:00Z')
    const { pollEveryMs, believedMs } = usualTimeLimits
    const watch = new AccountWatch(
      1,
      () => Promise.reject(new Error('away')),
      usualTimeLimits,
      () => nowMs,
    )
    const pass = async (ms: number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += pollEveryMs) {
        nowMs += pollEveryMs
        await jest.advanceTimersByTimeAsync(pollEveryMs)
      }
    }
    await pass(believedMs - 2 * pollEveryMs)
    nowMs -= setBackMs
    expect(watch.takeChange()).toBe(false)
    await pass(4 * pollEveryMs)
    expect(watch.takeChange()).toBe(true)
    watch.close()
  },
)
