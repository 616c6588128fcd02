import { FreeLines } from '../../../src/server/telemetry/free-lines.js'

const { jest } = import.meta

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test.each([
  ['of no account', undefined, 200],
  ['of an account', 'acc_1', 20],
])('lines about what cost nothing %s have a bound, and what is left out is told once a second', (_, id, perSecond) => {
  const reports: unknown[] = []
  const lines = new FreeLines((count, accountId) => reports.push([count, accountId]))
  let nowMs = 1_700_000_000_000
  const pass = (ms: number) => {
    nowMs += ms
    jest.advanceTimersByTime(ms)
  }
  const written = (requests: number) =>
    Array.from({ length: requests }, () => lines.take(id, nowMs)).filter(Boolean).length
  expect([written(1_500), reports]).toEqual([1_000, []])
  pass(500)
  expect([written(1_000), reports]).toEqual([perSecond / 2, []])
  expect(lines.take('another', nowMs)).toBe(true)
  pass(500)
  expect(reports).toEqual([[1_500 - perSecond / 2, id]])
  expect(written(300)).toBe(perSecond / 2)
  lines.reportNow()
  pass(2_000)
  expect(reports).toEqual([
    [1_500 - perSecond / 2, id],
    [300 - perSecond / 2, id],
  ])
})

test('an account that writes on keeps its bound, however many others come', () => {
  const lines = new FreeLines(() => {})
  for (let line = 0; line < 1_000; line++) lines.take('flooding', 0)
  for (let other = 0; other < 1_100; other++) {
    lines.take(`other ${other}`, 0)
    expect(lines.take('flooding', 0)).toBe(false)
  }
})

test('the bounds of the thousand accounts that wrote last are kept', () => {
  const lines = new FreeLines(() => {})
  for (let line = 0; line < 1_000; line++) lines.take('first', 0)
  for (let other = 1; other < 1_000; other++) lines.take(`other ${other}`, 0)
  expect(lines.take('first', 0)).toBe(false)
  for (let other = 1; other <= 1_000; other++) lines.take(`other ${other}`, 0)
  expect(lines.take('first', 0)).toBe(true)
})
