import { getEventListeners } from 'node:events'
import { postJson } from '../../../src/server/telemetry/post.js'
import { startCollector } from '../../support/collector.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startedEach } from '../../support/started.js'

const collector = startedEach(() => startCollector())
let ending: AbortController
beforeEach(() => {
  ending = new AbortController()
})
const post = (changes: { readonly url?: string; readonly timeoutMs?: number } = {}) =>
  postJson({ url: collector.url, headers: {}, body: '{}', timeoutMs: 60_000, signal: ending.signal, ...changes })

test('a signal ends requests under way, which reject with its reason and leave no connection', async () => {
  collector.answer = () => undefined
  const posts = [post(), post()]
  const reasons = Promise.all(posts.map((one) => one.catch((error: Error) => error.message)))
  await expectSoon(() => collector.posted.length, 2)
  ending.abort(new Error('the gateway stopped'))
  expect(await reasons).toEqual(['the gateway stopped', 'the gateway stopped'])
  await expectSoon(() => collector.connections, 0)
})

test('a request that begins after its signal is not sent', async () => {
  ending.abort(new Error('the gateway stopped'))
  await expect(post()).rejects.toThrow('the gateway stopped')
  expect(collector.posted).toEqual([])
})

test('a request that is over leaves no listener at its signal, however it ended', async () => {
  expect(await post()).toBe(200)
  const gone = await startCollector()
  await gone.stop()
  await expect(post({ url: gone.url })).rejects.toThrow('ECONNREFUSED')
  collector.answer = () => undefined
  await expect(post({ timeoutMs: 1 })).rejects.toThrow('no answer in time')
  await expectSoon(() => getEventListeners(ending.signal, 'abort').length, 0)
})
