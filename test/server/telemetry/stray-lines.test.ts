import { StrayLines } from '../../../src/server/telemetry/stray-lines.js'

const { jest } = import.meta

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('lines of refused requests have a bound, and what is left out is told once a second, to the last', () => {
  const reports: number[] = []
  const strays = new StrayLines((lines) => reports.push(lines))
  let nowMs = 1_700_000_000_000
  const pass = (ms: number) => {
    nowMs += ms
    jest.advanceTimersByTime(ms)
  }
  const written = (requests: number) =>
    Array.from({ length: requests }, () => strays.take(nowMs)).filter(Boolean).length
  expect([written(1_500), reports]).toEqual([1_000, []])
  pass(500)
  expect([written(1_000), reports]).toEqual([100, []])
  pass(500)
  expect(reports).toEqual([1_400])
  expect(written(300)).toBe(100)
  strays.reportNow()
  pass(2_000)
  expect(reports).toEqual([1_400, 200])
})
