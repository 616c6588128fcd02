import { everySecond, joinWakeUp } from '../../src/runtime/every-second.js'

const { jest } = import.meta

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Something that is to be done every second. */
const start = () => {
  const state = { done: 0 }
  const stop = everySecond(() => {
    state.done++
  })
  return { state, stop }
}

test('one timer does all about once a second, until the last of them is stopped', () => {
  const [one, other] = [start(), start()]
  expect(jest.getTimerCount()).toBe(1)
  jest.advanceTimersByTime(3_400)
  expect([one.state.done, other.state.done]).toEqual([3, 3])
  one.stop()
  jest.advanceTimersByTime(1_100)
  expect([one.state.done, other.state.done]).toEqual([3, 4])
  other.stop()
  expect(jest.getTimerCount()).toBe(0)
})

test('wake-ups that come once a second are joined, and the timer never fires', () => {
  const { state, stop } = start()
  for (let second = 1; second <= 10; second++) {
    jest.advanceTimersByTime(1_000)
    expect(state.done).toBe(second - 1)
    joinWakeUp(1_000 * second)
    expect(state.done).toBe(second)
  }
  stop()
})

test('of wake-ups that come more often, one a second is joined, and without any the timer goes on', () => {
  const { state, stop } = start()
  for (let ms = 0; ms < 10_000; ms += 100) {
    joinWakeUp(ms)
    jest.advanceTimersByTime(100)
  }
  // Every 900 ms.
  expect(state.done).toBe(12)
  jest.advanceTimersByTime(2_200)
  expect(state.done).toBe(14)
  stop()
})

test('a clock that is set back delays nothing', () => {
  const { state, stop } = start()
  joinWakeUp(1_000_000)
  joinWakeUp(1_000)
  expect(state.done).toBe(2)
  joinWakeUp(1_800)
  expect(state.done).toBe(2)
  joinWakeUp(1_900)
  expect(state.done).toBe(3)
  stop()
})

test('nothing is done when a process wakes up that has nothing to do every second', () => {
  const { state, stop } = start()
  stop()
  joinWakeUp(5_000)
  expect(state.done).toBe(0)
})

test('a wake-up that is joined leaves no timer behind that would fire at the old time', () => {
  const { state, stop } = start()
  jest.advanceTimersByTime(1_000)
  joinWakeUp(1_000)
  expect(jest.getTimerCount()).toBe(1)
  jest.advanceTimersByTime(1_099)
  expect(state.done).toBe(1)
  jest.advanceTimersByTime(1)
  expect(state.done).toBe(2)
  stop()
})
