import { DeadlineTimer } from '../../src/runtime/timers.js'

const { jest } = import.meta

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** An alarm, its clock to be moved, and after how many milliseconds it rang each time. */
const anAlarm = () => {
  const startedMs = performance.now()
  const rings: number[] = []
  const clock = { stepMs: 0 }
  const alarm = new DeadlineTimer(() => Date.now() + clock.stepMs, {
    deadlineReached: () => rings.push(performance.now() - startedMs),
  })
  return { alarm, rings, clock, now: alarm.now() }
}

/** Expects one ring, a little late at most: an alarm lets what has arrived be read first. */
const expectRang = (rings: readonly number[], waitMs: number, lateMs = 2): void => {
  expect(rings).toHaveLength(1)
  expect(rings[0]).toBeGreaterThanOrEqual(waitMs)
  expect(rings[0]).toBeLessThanOrEqual(waitMs + lateMs)
}

describe('an alarm', () => {
  test.each([1, 12, 19, 20, 21, 60, 150])('that is set for %d ms rings then, once', async (waitMs) => {
    const { alarm, rings, now } = anAlarm()
    alarm.set(now + waitMs)
    await pass(waitMs + 100)
    expectRang(rings, waitMs)
    expect(alarm.now()).toBeGreaterThanOrEqual(now + waitMs)
  })

  test.each([0, 3, 7, 14, 29])('that is cleared after %d ms never rings', async (afterMs) => {
    const { alarm, rings, now } = anAlarm()
    alarm.set(now + 30)
    await pass(afterMs)
    alarm.clear()
    await pass(100)
    expect(rings).toEqual([])
  })

  test.each([0, 14])('that is set anew after %d ms rings at the later time, or at the sooner one', async (afterMs) => {
    const later = anAlarm()
    const sooner = anAlarm()
    later.alarm.set(later.now + 30)
    sooner.alarm.set(sooner.now + 500)
    await pass(afterMs)
    later.alarm.set(later.now + 120)
    sooner.alarm.set(sooner.now + 30)
    await pass(600)
    expectRang(later.rings, 120)
    expectRang(sooner.rings, 30)
  })

  test('rings in time when the clock is set back', async () => {
    const { alarm, rings, clock, now } = anAlarm()
    alarm.set(now + 50)
    clock.stepMs = -3_600_000
    await pass(100)
    // Its time counts from the end of its two rounds.
    expectRang(rings, 50, 12)
    expect(alarm.now()).toBeGreaterThanOrEqual(now + 50)
  })

  test('of many, set for all kinds of times and half of them cleared, rings when it is its own time', async () => {
    const alarms = Array.from({ length: 200 }, (_, index) => ({ ...anAlarm(), waitMs: 15 + ((index * 37) % 90) }))
    for (const { alarm, now, waitMs } of alarms) alarm.set(now + waitMs)
    await pass(6)
    for (const [index, { alarm }] of alarms.entries()) if (index % 2 === 0) alarm.clear()
    await pass(200)
    for (const [index, { rings, waitMs }] of alarms.entries())
      if (index % 2 === 0) expect(rings).toEqual([])
      else expectRang(rings, waitMs)
  })
})
