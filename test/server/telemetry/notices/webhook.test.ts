import { createHmac } from 'node:crypto'
import { jest } from '@jest/globals'
import type { Notice, WebhookCounts } from '../../../../src/server/telemetry/notices/notice.js'
import { Webhook } from '../../../../src/server/telemetry/notices/webhook.js'
import { type Collector, startCollector } from '../../../support/collector.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { stopwatch } from '../../../support/stopwatch.js'

const SECRET = 'whsec-0123456789abcdef'
const NOW_MS = 1_700_000_000_500
const aNotice = (id = 'n-1', type: Notice['type'] = 'upstream.down'): Notice => ({ id, type, data: { network: 'eth' } })

let receiver: Collector
let counts: WebhookCounts
let dropped: string[]
let hooks: Webhook[]
const open = (changes: Partial<ConstructorParameters<typeof Webhook>[0]> = {}, firstPauseMs = 5) => {
  const kept = { counts, dropped }
  const config = {
    url: `${receiver.url}/hook`,
    secret: SECRET,
    events: ['credits', 'upstream', 'reload'] as const,
    ...changes,
  }
  const hook = new Webhook(config, {
    nowMs: () => NOW_MS,
    instance: 'gateway-1',
    counts: kept.counts,
    onDropped: ({ id }, reason) => void kept.dropped.push(`${id}: ${reason}`),
    firstPauseMs,
  })
  hooks.push(hook)
  return hook
}
beforeEach(async () => {
  receiver = await startCollector()
  counts = { delivered: 0, retried: 0, dropped: 0 }
  dropped = []
  hooks = []
})
afterEach(async () => {
  jest.useRealTimers()
  await Promise.all(hooks.map((hook) => hook.close()))
  await receiver.stop()
})
const ids = () => receiver.posted.map(({ body }) => JSON.parse(body).id as string)

test('a notice is posted once, and its signature is what the receiver computes', async () => {
  open().send(aNotice())
  await expectSoon(() => counts.delivered, 1)
  const [{ body, headers }] = receiver.posted as [Collector['posted'][number]]
  expect(JSON.parse(body)).toEqual({ ...aNotice(), at: '2023-11-14T22:13:20.500Z', instance: 'gateway-1' })
  const expected = createHmac('sha256', SECRET).update(`1700000000.${body}`).digest('hex')
  expect(headers['tollgate-signature']).toBe(`t=1700000000,v1=${expected}`)
  expect(JSON.stringify(receiver.posted)).not.toContain(SECRET)
})

test('what fails is tried again, in order, and each counts', async () => {
  const statuses = [500, 429, 200]
  receiver.answer = () => statuses.shift() ?? 200
  const hook = open()
  hook.send(aNotice('n-1'))
  hook.send(aNotice('n-2'))
  await expectSoon(() => counts.delivered, 2)
  expect(ids()).toEqual(['n-1', 'n-1', 'n-1', 'n-2'])
  expect(counts).toEqual({ delivered: 2, retried: 2, dropped: 0 })
})

test.each([400, 404, 410])('status %i is final', async (status) => {
  receiver.answer = () => status
  open().send(aNotice())
  await expectSoon(() => dropped, [`n-1: status ${status}`])
  expect(receiver.posted).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  const other = await startCollector()
  receiver.answer = () => 302
  receiver.headers = { location: `${other.url}/internal` }
  open().send(aNotice())
  await expectSoon(() => dropped, ['n-1: status 302'])
  expect(other.posted).toEqual([])
  await other.stop()
})

test('what fails for long is given up after twelve tries', async () => {
  receiver.answer = () => 503
  open({}, 0.1).send(aNotice())
  await expectSoon(() => counts.dropped, 1, 30_000)
  expect(receiver.posted).toHaveLength(12)
  expect(counts).toEqual({ delivered: 0, retried: 11, dropped: 1 })
})

test('a receiver that hangs costs a bounded number of notices, and the end waits a second at most', async () => {
  receiver.answer = () => undefined
  const hook = open()
  for (let notice = 0; notice < 1_100; notice++) hook.send(aNotice(`n-${notice}`))
  await expectSoon(() => receiver.posted.length, 1)
  expect(counts.dropped).toBe(100)
  const spentMs = stopwatch()
  await hook.close()
  expect(spentMs()).toBeLessThan(2_500)
  expect(counts).toEqual({ delivered: 0, retried: 0, dropped: 1_100 })
})

test('the end cuts the request that is under way, and nothing of it holds the process', async () => {
  fakeTimeouts()
  receiver.answer = () => undefined
  const hook = open()
  hook.send(aNotice('n-1'))
  hook.send(aNotice('n-2'))
  await expectSoon(() => receiver.posted.length, 1)
  const closed = hook.close()
  jest.advanceTimersByTime(1_000)
  await closed
  await expectSoon(() => [receiver.connections, jest.getTimerCount()], [0, 0])
  expect(dropped).toEqual(['n-1: the gateway stopped', 'n-2: the gateway stopped'])
  expect(counts).toEqual({ delivered: 0, retried: 0, dropped: 2 })
})

test('the end tries each notice once more that waits for its next try, or behind one that does', async () => {
  // Else a machine that halts lets the second pass that the end waits.
  fakeTimeouts()
  const statuses = [500, 500]
  receiver.answer = () => statuses.shift() ?? 200
  const hook = open({}, 60_000)
  hook.send(aNotice('n-1'))
  hook.send(aNotice('n-2'))
  await expectSoon(() => counts.retried, 1)
  await hook.close()
  expect(ids()).toEqual(['n-1', 'n-1', 'n-2'])
  expect(counts).toEqual({ delivered: 1, retried: 1, dropped: 1 })
  expect(dropped).toEqual(['n-1: status 500'])
})

test('only what was asked for is posted', async () => {
  const hook = open({ events: ['credits'] })
  hook.send(aNotice('n-1', 'upstream.down'))
  hook.send(aNotice('n-2', 'credits.warning'))
  await expectSoon(() => counts.delivered, 1)
  expect(ids()).toEqual(['n-2'])
})
