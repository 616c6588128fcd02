import { jest } from '@jest/globals'
import { minutesUntil } from '../../../src/web/dashboard/browser/format.js'

afterEach(() => jest.restoreAllMocks())

test('the time until a moment is in whole minutes, and at least one', () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'))
  expect(minutesUntil('2026-11-21T13:59:31.000Z')).toBe('120m')
  expect(minutesUntil('2026-11-21T12:00:10.000Z')).toBe('1m')
  expect(minutesUntil('2026-11-21T11:59:00.000Z')).toBe('1m')
})
