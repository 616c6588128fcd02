import { ratesOf } from '../../../src/web/dashboard/browser/operator/rates.js'

const point = (atMs: number, calls: number) => ({ atMs, calls, errors: 0, credits: 0 })

test('a rate is the rise between two points, by the second', () => {
  expect(ratesOf([point(0, 10), point(2_000, 14), point(4_000, 14)], 'calls')).toEqual([2, 0])
})

test('a time in which no operator looked has no rate: nobody knows when its calls came', () => {
  expect(ratesOf([point(0, 0), point(2_000, 2), point(422_000, 102), point(424_000, 104)], 'calls')).toEqual([
    1,
    null,
    1,
  ])
})

test('a count that fell has no rate, nor have two points of one moment', () => {
  expect(ratesOf([point(0, 10), point(2_000, 4), point(2_000, 4)], 'calls')).toEqual([null, null])
})
