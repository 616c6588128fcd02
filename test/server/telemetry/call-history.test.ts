import { atOnce } from '../../../src/runtime/turns/in-turns.js'
import { CallHistory, DAY_SLOTS, SLOT_MS } from '../../../src/server/telemetry/call-history.js'
import { DurationCounts } from '../../../src/server/telemetry/meters.js'
import type { MetricReadings } from '../../../src/server/telemetry/metrics.js'

const NAME = 'tollgate_call_duration_seconds'
const START = 1_000 * SLOT_MS

/** Readings after `times` calls of each series that took 4 ms. */
const readingsOf = (...series: [network: string, method: string, outcome: string, times: number][]): MetricReadings => {
  const values = series.flatMap(([network, method, outcome, times]) => {
    const counts = new DurationCounts()
    for (let time = 0; time < times; time++) counts.observe(4)
    return counts.readings(NAME, { network, method, outcome })
  })
  return [{ name: NAME, values }] as unknown as MetricReadings
}

const callsOf = (history: CallHistory, filter = {}) => atOnce(history.read(filter)).slots.map(({ calls }) => calls)

test('counts differences in the slot in which they began, by network and method', () => {
  const history = new CallHistory(START)
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 3], ['main', 'b', 'node_error', 1]), START + SLOT_MS))
  atOnce(
    history.add(
      readingsOf(['main', 'a', 'ok', 5], ['main', 'b', 'node_error', 1], ['two', 'a', 'ok', 1]),
      START + SLOT_MS,
    ),
  )
  expect(callsOf(history)).toEqual([4, 3])
  expect(callsOf(history, { network: 'two' })).toEqual([0, 1])
  expect(callsOf(history, { network: 'main', method: 'a' })).toEqual([3, 2])
  expect(atOnce(history.read({})).slots.map(({ errors }) => errors)).toEqual([1, 0])
  expect(history.names()).toEqual({ networks: ['main', 'two'], methods: ['a', 'b'] })
})

test('interpolates percentiles in the bucket from 2.5 to 5 ms; none without calls', () => {
  const history = new CallHistory(START)
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 100]), START + SLOT_MS))
  expect(atOnce(history.read({})).slots).toEqual([
    { calls: 100, errors: 0, p50Ms: 3.75, p95Ms: expect.closeTo(4.875) },
    { calls: 0, errors: 0, p50Ms: null, p95Ms: null },
  ])
})

test('a total that falls counts nothing, and the next calls count again', () => {
  const history = new CallHistory(START)
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 10]), START + 1))
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 4]), START + 2))
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 6]), START + 3))
  expect(callsOf(history)).toEqual([12])
})

test('forgets what is older than a day, and the rows that had no call in it', () => {
  const history = new CallHistory(START)
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 7]), START + 1))
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 7]), START + (DAY_SLOTS - 1) * SLOT_MS))
  expect(callsOf(history)).toEqual([7, ...new Array(DAY_SLOTS - 1).fill(0)])
  atOnce(history.add(readingsOf(['main', 'a', 'ok', 7]), START + DAY_SLOTS * SLOT_MS))
  expect(callsOf(history)).toEqual(new Array(DAY_SLOTS).fill(0))
  expect(history.names().methods).toEqual([])
})

test('counts methods beyond 200 rows as one, and loses no call', () => {
  const history = new CallHistory(START)
  const many = Array.from(
    { length: 300 },
    (_, index) => ['main', `m${index}`, 'ok', 1] as [string, string, string, number],
  )
  atOnce(history.add(readingsOf(...many), START + 1))
  expect(history.names().methods).toHaveLength(201)
  expect(callsOf(history)).toEqual([300])
  expect(callsOf(history, { method: 'other methods' })).toEqual([100])
})
