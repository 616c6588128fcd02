import { jest } from '@jest/globals'
import { SpanQueue } from '../../../../src/server/telemetry/tracing/span-queue.js'
import { startCollector } from '../../../support/collector.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { startedEach } from '../../../support/started.js'
import { stopwatch } from '../../../support/stopwatch.js'

/** Of one account. */
const MAX_SPANS = 4_096
let seen: { exported: number; dropped: number; log: string[] }
afterEach(() => void jest.useRealTimers())
const collector = startedEach(() => startCollector())
beforeEach(async () => {
  seen = { exported: 0, dropped: 0, log: [] }
})
const queue = startedEach(
  () =>
    new SpanQueue<number>(
      { url: `${collector.url}/v1/traces`, headers: { 'X-Token': 'secret' }, body: (spans) => JSON.stringify(spans) },
      {
        exported: (count) => {
          seen.exported += count
        },
        dropped: (count) => {
          seen.dropped += count
        },
        away: (reason) => void seen.log.push(reason),
        back: () => void seen.log.push('back'),
      },
    ),
)
const add = (count: number) => {
  for (let span = 0; span < count; span++) queue.add('one', span)
}

test('spans leave in requests of 256 at most, each once, with the headers', async () => {
  add(600)
  await expectSoon(() => seen.exported, 600)
  const spans = collector.posted.flatMap(({ body }) => JSON.parse(body) as number[])
  expect(spans).toEqual(Array.from({ length: 600 }, (_, span) => span))
  for (const { body, headers } of collector.posted) {
    expect(JSON.parse(body).length).toBeLessThanOrEqual(256)
    expect(headers).toMatchObject({ 'x-token': 'secret', 'content-type': 'application/json' })
  }
})

test('few wait a second for company', async () => {
  // Unlike a stopwatch, the timer goes on while a busy machine runs other processes.
  const addedMs = performance.now()
  add(1)
  await expectSoon(() => seen.exported, 1)
  expect(performance.now() - addedMs).toBeGreaterThan(800)
})

test('a collector that hangs costs a bounded number of spans in memory, and no more', async () => {
  collector.answer = () => undefined
  add(MAX_SPANS + 100)
  await expectSoon(() => collector.posted.length, 1)
  // A batch is on its way, so as many fit again.
  add(256 + 50)
  expect(seen).toMatchObject({ exported: 0, dropped: 150 })
  const spentMs = stopwatch()
  await queue.close()
  expect(spentMs()).toBeLessThan(2_000)
  expect(seen.dropped).toBe(MAX_SPANS + 256 + 150)
})

test('the end cuts the request that is under way, and nothing of it holds the process', async () => {
  fakeTimeouts()
  collector.answer = () => undefined
  add(1)
  jest.advanceTimersByTime(1_000)
  await expectSoon(() => collector.posted.length, 1)
  const closed = queue.close()
  jest.advanceTimersByTime(1_000)
  await closed
  await expectSoon(() => [collector.connections, jest.getTimerCount()], [0, 0])
  expect(seen).toEqual({ exported: 0, dropped: 1, log: [] })
})

test('the end waits for the request that is under way, and sends what waits behind it', async () => {
  // Else a machine that halts lets the second pass that the end waits.
  fakeTimeouts()
  let accept: (status: number) => void = () => {}
  collector.answer = () =>
    new Promise((resolve) => {
      accept = resolve
    })
  add(256)
  jest.advanceTimersByTime(1)
  await expectSoon(() => collector.posted.length, 1)
  add(10)
  const closed = queue.close()
  collector.answer = () => 200
  accept(200)
  await closed
  expect(seen).toEqual({ exported: 266, dropped: 0, log: [] })
  expect(collector.posted).toHaveLength(2)
})

test('an account that makes more spans than the collector takes costs others none', async () => {
  let refusals = 1
  collector.answer = () => (refusals-- > 0 ? 503 : 200)
  add(10_000)
  await expectSoon(() => collector.posted.length, 1)
  add(10_000)
  queue.add('other', -1)
  await expectSoon(() => seen.exported + seen.dropped, 20_001, 10_000)
  // The refused batch goes first.
  expect(JSON.parse(collector.posted[2]!.body)).toContain(-1)
  expect(seen.dropped).toBeGreaterThan(10_000)
})

test('what a collector refuses for now is sent again, once it is back; that is said once each way', async () => {
  let refusals = 2
  collector.answer = () => (refusals-- > 0 ? 503 : 200)
  add(300)
  await expectSoon(() => seen.exported, 300, 10_000)
  expect(seen).toEqual({ exported: 300, dropped: 0, log: ['503', 'back'] })
})

test('what it refuses for good is dropped, as is a redirect', async () => {
  collector.headers = { location: `${collector.url}/elsewhere` }
  const statuses = [400, 307]
  collector.answer = () => statuses.shift() ?? 200
  add(512)
  await expectSoon(() => seen.dropped, 512)
  expect(seen.log).toEqual(['status 400'])
  expect(collector.posted).toHaveLength(2)
})
