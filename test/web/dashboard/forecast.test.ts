import type { Usage } from '../../../generated/admin.js'
import { forecast, type SpentToday } from '../../../src/web/dashboard/browser/account/forecast.js'

const DAY = '2026-11-25'
const at = (time: string) => Date.parse(`${DAY}T${time}Z`)
const hours = (spent: Readonly<Record<string, number>>): Usage => {
  const rows = Object.entries(spent).map(([hour, credits]) => ({
    ...{ hour: `${DAY}T${hour}`, calls: 1, credits, errors: 0 },
  }))
  return { day: DAY, account: 'acc_1', credits: 0, calls: rows.length, rows }
}
const spending = (changes: Partial<SpentToday>): SpentToday => ({
  ...{ used: 1_000, dailyCredits: 1_000_000, hours: undefined, asOfMs: at('21:30:00') },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', ...changes },
})

test('a new account’s pace counts from the moment it was made', () => {
  const made = spending({ hours: hours({ 21: 9_000 }), used: 9_000, createdAt: `${DAY}T21:28:00.000Z` })
  expect(forecast(made)).toBe('At the pace since 21:28 (270,000 an hour), 684,000 will be used by then.')
})

test('an old account’s first hour of the day has no pace: nobody knows its first minute', () => {
  expect(forecast(spending({ hours: hours({ 21: 9_000 }) }))).toBe(
    'The first calls of the day are too new for a forecast; it comes at 22:00 UTC.',
  )
  expect(forecast(spending({ hours: hours({ '00': 9 }), asOfMs: at('00:10:00') }))).toContain('it comes at 01:00')
})

test('after it the pace counts from the next full hour, and from three hours at most', () => {
  expect(forecast(spending({ hours: hours({ 20: 9_999, 21: 500 }) }))).toContain('since 21:00 (1,000 an hour)')
  const long = hours({ '08': 9_999, 19: 1_000, 20: 1_000, 21: 500 })
  expect(forecast(spending({ hours: long }))).toContain('since 19:00 (1,000 an hour)')
})

test('it says when the credits are used up, or that none were spent', () => {
  const fast = spending({ hours: hours({ '08': 1, 21: 5_000 }), used: 9_000, dailyCredits: 10_000 })
  expect(forecast(fast)).toContain('the credits are used up at about 22:00 UTC')
  expect(forecast(spending({ hours: hours({}) }))).toBe('Nothing was spent today.')
  expect(forecast(spending({ hours: hours({ '08': 5 }) }))).toBe('Nothing was spent in the last hours.')
  expect(forecast(spending({}))).toBe('')
})
