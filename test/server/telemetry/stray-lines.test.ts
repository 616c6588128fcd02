import { StrayLines } from '../../../src/server/telemetry/stray-lines.js'

test('lines of refused requests have a bound, and what is left out is told once a second', () => {
  const reports: number[] = []
  const strays = new StrayLines((lines) => reports.push(lines))
  let nowMs = 1_700_000_000_000
  const written = (requests: number) =>
    Array.from({ length: requests }, () => strays.take(nowMs)).filter(Boolean).length
  expect([written(1_500), reports]).toEqual([1_000, []])
  nowMs += 1_000
  expect([written(1_000), reports]).toEqual([200, [500]])
  nowMs += 500
  expect([written(1_000), reports]).toEqual([100, [500]])
  nowMs += 500
  expect([written(1), reports]).toEqual([1, [500, 1_700]])
})
