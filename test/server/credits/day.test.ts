import fc from 'fast-check'
import { DayClock, dayOf, hourOf, isDay, nextMidnight, nextMidnightMs } from '../../../src/server/credits/day.js'

const LAST_MS = Date.parse('2026-12-31T23:59:59.999Z')

test('a day ends with its last millisecond', () => {
  expect([dayOf(LAST_MS), hourOf(LAST_MS)]).toEqual(['2026-12-31', 23])
  expect([dayOf(LAST_MS + 1), hourOf(LAST_MS + 1)]).toEqual(['2027-01-01', 0])
})

test('the next midnight is when the day changes, never now', () => {
  expect(nextMidnightMs(LAST_MS)).toBe(LAST_MS + 1)
  expect(nextMidnightMs(LAST_MS + 1)).toBe(LAST_MS + 1 + 86_400_000)
  for (const ms of [LAST_MS, LAST_MS + 1, LAST_MS]) expect(Date.parse(nextMidnight(ms))).toBe(nextMidnightMs(ms))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
      const midnight = nextMidnightMs(ms)
      expect(midnight).toBeGreaterThan(ms)
      expect(dayOf(midnight - 1)).toBe(dayOf(ms))
      expect(dayOf(midnight)).not.toBe(dayOf(ms))
    }),
  )
})

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['today', false],
  ['2026-11-21T00:00:00Z', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})

test('a clock that is set back over midnight puts calls in the first hour of the day that stays', () => {
  let nowMs = Date.parse('2026-11-21T00:10:00Z')
  const days = new DayClock(() => nowMs)
  expect([days.today(), days.hourIn('2026-11-21'), days.hourIn('2026-11-20')]).toEqual(['2026-11-21', 0, 23])
  nowMs -= 20 * 60_000
  expect([days.today(), days.hourIn('2026-11-21'), days.hourIn('2026-11-20')]).toEqual(['2026-11-21', 0, 23])
  nowMs -= 10 * 3_600_000
  expect([days.today(), days.hourIn('2026-11-21'), days.hourIn('2026-11-20')]).toEqual(['2026-11-20', 0, 13])
})
