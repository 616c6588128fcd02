import { setTimeout as sleep } from 'node:timers/promises'
import { DeadlineTimer } from '../../src/runtime/timers.js'

/** An alarm, its clock to be moved, and after how many milliseconds it rang each time. */
const anAlarm = () => {
  const startedMs = performance.now()
  const rings: number[] = []
  const clock = { stepMs: 0 }
  const alarm = new DeadlineTimer(() => Date.now() + clock.stepMs, {
    ring: () => rings.push(performance.now() - startedMs),
  })
  return { alarm, rings, clock, now: alarm.now() }
}

const LATE_MS = 60
const TRIES = 5

/**
 * What a try returns in which the process stood still until the alarm had rung, before the test
 * could clear or move it.
 */
const NOT_TRIED = Number.POSITIVE_INFINITY

/**
 * Tries until all that had to ring did so in time. A busy machine makes alarms late, never early:
 * one good try shows that they can.
 */
const expectInTime = async (tryOnce: () => Promise<number>): Promise<void> => {
  let lateMs = await tryOnce()
  for (let tries = 1; tries < TRIES && lateMs > LATE_MS; tries++) lateMs = await tryOnce()
  expect(lateMs).toBeLessThanOrEqual(LATE_MS)
}

/** Waits for so long, and then until it rang, or certainly does not. */
const untilRang = async (rings: readonly number[], waitMs: number): Promise<void> => {
  await sleep(waitMs)
  for (let looks = 0; looks < 100 && rings.length === 0; looks++) await sleep(10)
}

describe('an alarm', () => {
  test.each([1, 12, 19, 20, 21, 60, 150])('that is set for %d ms rings then, once', async (waitMs) => {
    await expectInTime(async () => {
      const { alarm, rings, now } = anAlarm()
      alarm.set(now + waitMs)
      await untilRang(rings, waitMs + LATE_MS)
      expect(rings).toHaveLength(1)
      expect(rings[0]).toBeGreaterThan(waitMs - 3)
      expect(alarm.now()).toBeGreaterThanOrEqual(now + waitMs)
      return rings[0]! - waitMs
    })
  })

  test.each([0, 3, 7, 14])('that is cleared after %d ms never rings', async (afterMs) => {
    await expectInTime(async () => {
      const { alarm, rings, now } = anAlarm()
      alarm.set(now + 30)
      if (afterMs > 0) await sleep(afterMs)
      if (rings.length > 0) return NOT_TRIED
      alarm.clear()
      await sleep(60)
      expect(rings).toEqual([])
      return 0
    })
  })

  test.each([0, 14])('that is set anew after %d ms rings at the later time, or at the sooner one', async (afterMs) => {
    await expectInTime(async () => {
      const later = anAlarm()
      const sooner = anAlarm()
      later.alarm.set(later.now + 30)
      sooner.alarm.set(sooner.now + 500)
      if (afterMs > 0) await sleep(afterMs)
      if (later.rings.length > 0) return NOT_TRIED
      later.alarm.set(later.now + 120)
      sooner.alarm.set(sooner.now + 30)
      await untilRang(sooner.rings, 30)
      await untilRang(later.rings, 120)
      expect(later.rings).toHaveLength(1)
      expect(sooner.rings).toHaveLength(1)
      expect(later.rings[0]).toBeGreaterThan(110)
      return Math.max(later.rings[0]! - 120, sooner.rings[0]! - 30)
    })
  })

  test('rings in time when the clock is set back', async () => {
    await expectInTime(async () => {
      const { alarm, rings, clock, now } = anAlarm()
      alarm.set(now + 50)
      clock.stepMs = -3_600_000
      await untilRang(rings, 50)
      expect(rings).toHaveLength(1)
      expect(alarm.now()).toBeGreaterThanOrEqual(now + 50)
      return rings[0]! - 50
    })
  })

  test('of many, set for all kinds of times and half of them cleared, rings when it is its own time', async () => {
    await expectInTime(async () => {
      const alarms = Array.from({ length: 200 }, (_, index) => ({ ...anAlarm(), waitMs: 15 + ((index * 37) % 90) }))
      for (const { alarm, now, waitMs } of alarms) alarm.set(now + waitMs)
      await sleep(6)
      if (alarms.some(({ rings }) => rings.length > 0)) return NOT_TRIED
      for (const [index, { alarm }] of alarms.entries()) if (index % 2 === 0) alarm.clear()
      const kept = alarms.filter((_, index) => index % 2 === 1)
      const last = kept.reduce((one, other) => (other.waitMs > one.waitMs ? other : one))
      await untilRang(last.rings, 160)
      for (const [index, { rings, waitMs }] of alarms.entries()) {
        expect(rings).toHaveLength(index % 2)
        if (index % 2 === 1) expect(rings[0]).toBeGreaterThan(waitMs - 3)
      }
      return 0
    })
  })
})
