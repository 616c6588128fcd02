import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startRecordingProxy } from '../../../src/tools/record/recording-proxy.js'
import { TrafficRecorder } from '../../../src/tools/record/traffic-recorder.js'

test('a body that is too long to be read passes through the recorder, which counts it', async () => {
  const endpoint = createServer((request, response) => request.resume().on('end', () => response.end('answered')))
  endpoint.listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const recorder = new TrafficRecorder({ calls: 10, events: 0, bytes: 10_000, share: 1 }, () => {}, Math.random)
  const target = new URL(`http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`)
  const proxy = await startRecordingProxy(target, { host: '127.0.0.1', port: 0 }, recorder, () => {})
  const answer = await fetch(proxy.url, { method: 'POST', body: ' '.repeat(1024 * 1024 + 1) })
  expect(await answer.text()).toBe('answered')
  await proxy.stop()
  endpoint.close()
  expect(recorder.counts).toMatchObject({ recorded: 0, unreadable: 1 })
})
