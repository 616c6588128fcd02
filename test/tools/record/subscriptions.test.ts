import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { EventSocket } from '../../../src/tools/conform/event-socket.js'
import { startRecordingProxy } from '../../../src/tools/record/recording-proxy.js'
import { TrafficRecorder } from '../../../src/tools/record/traffic-recorder.js'

const EVENT = { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0x1', result: { number: '0x5' } } }

test('subscriptions pass through the recorder, which writes their calls and none of their events', async () => {
  const node = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(node, 'listening')
  node.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data))
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'eth_subscribe' ? '0x1' : true }))
      if (method === 'eth_subscribe') socket.send(JSON.stringify(EVENT))
    })
  })
  const lines: string[] = []
  const recorder = new TrafficRecorder(
    { calls: 10, bytes: 10_000, share: 1 },
    (line) => void lines.push(line),
    () => 0,
  )
  const target = new URL(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
  const proxy = await startRecordingProxy(target, { host: '127.0.0.1', port: 0 }, recorder)
  const caller = await EventSocket.open(proxy.url.replace('http', 'ws'))
  await caller.ask('eth_subscribe', ['newHeads'])
  expect(await caller.until(1, ({ method }) => method === 'eth_subscription', 5_000)).toEqual([EVENT])
  await caller.ask('eth_unsubscribe', ['0x1'])
  expect(lines).toEqual([
    '{"method":"eth_subscribe","params":["newHeads"]}\n',
    '{"method":"eth_unsubscribe","params":["0x1"]}\n',
  ])
  caller.close()
  await proxy.stop()
  await new Promise((resolve) => node.close(resolve))
})
