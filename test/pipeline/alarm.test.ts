import { setTimeout as sleep } from 'node:timers/promises'
import { Alarm } from '../../src/pipeline/alarm.js'
import { expectSoon } from '../support/expect-soon.js'

/** An alarm, its clock to be moved, and after how many milliseconds it rang each time. */
const anAlarm = () => {
  const startedMs = performance.now()
  const rings: number[] = []
  const clock = { stepMs: 0 }
  const alarm = new Alarm(() => Date.now() + clock.stepMs, { ring: () => rings.push(performance.now() - startedMs) })
  return { alarm, rings, clock, now: alarm.now() }
}

describe('an alarm', () => {
  test.each([1, 12, 19, 20, 21, 60, 150])('that is set for %d ms rings then, once', async (waitMs) => {
    const { alarm, rings, now } = anAlarm()
    alarm.set(now + waitMs)
    await expectSoon(() => rings.length, 1)
    await sleep(60)
    expect(rings).toHaveLength(1)
    expect(rings[0]).toBeGreaterThan(waitMs - 3)
    expect(alarm.now()).toBeGreaterThanOrEqual(now + waitMs)
  })

  test.each([0, 3, 7, 14])('that is cleared after %d ms never rings', async (afterMs) => {
    const { alarm, rings, now } = anAlarm()
    alarm.set(now + 30)
    if (afterMs > 0) await sleep(afterMs)
    alarm.clear()
    await sleep(60)
    expect(rings).toEqual([])
  })

  test.each([0, 14])('that is set anew after %d ms rings at the later time, or at the sooner one', async (afterMs) => {
    const later = anAlarm()
    const sooner = anAlarm()
    later.alarm.set(later.now + 30)
    sooner.alarm.set(sooner.now + 500)
    if (afterMs > 0) await sleep(afterMs)
    later.alarm.set(later.now + 120)
    sooner.alarm.set(sooner.now + 30)
    await expectSoon(() => sooner.rings.length, 1)
    await expectSoon(() => later.rings.length, 1)
    await sleep(60)
    expect(later.rings).toHaveLength(1)
    expect(sooner.rings).toHaveLength(1)
    expect(later.rings[0]).toBeGreaterThan(110)
  })

  test('rings in time when the clock is set back', async () => {
    const { alarm, rings, clock, now } = anAlarm()
    alarm.set(now + 50)
    clock.stepMs = -3_600_000
    await expectSoon(() => rings.length, 1)
    expect(alarm.now()).toBeGreaterThanOrEqual(now + 50)
  })

  test('of many, set for all kinds of times and half of them cleared, rings when it is its own time', async () => {
    const alarms = Array.from({ length: 200 }, (_, index) => ({ ...anAlarm(), waitMs: 15 + ((index * 37) % 90) }))
    for (const { alarm, now, waitMs } of alarms) alarm.set(now + waitMs)
    await sleep(6)
    for (const [index, { alarm }] of alarms.entries()) if (index % 2 === 0) alarm.clear()
    await expectSoon(() => alarms.filter(({ rings }) => rings.length > 0).length, 100)
    await sleep(60)
    for (const [index, { rings, waitMs }] of alarms.entries()) {
      expect(rings).toHaveLength(index % 2)
      if (index % 2 === 1) expect(rings[0]).toBeGreaterThan(waitMs - 3)
    }
  })
})
