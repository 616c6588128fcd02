import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { EventSocket, type SocketMessage } from '../../../src/tools/conform/event-socket.js'
import { readRecordedLine } from '../../../src/tools/diff/traffic.js'
import { startRecordingProxy } from '../../../src/tools/record/recording-proxy.js'
import { TrafficRecorder } from '../../../src/tools/record/traffic-recorder.js'

/** By the wall clock, which goes on while the machine halts this process. */
const WITHIN_MS = 60_000
const KEY = `tgk_${'Z'.repeat(50)}`
const eventOf = (number: string) => ({
  jsonrpc: '2.0',
  method: 'eth_subscription',
  params: { subscription: '0x1', result: { number, extraData: KEY } },
})

let node: WebSocketServer
afterEach(async () => {
  for (const client of node.clients) client.terminate()
  await new Promise((resolve) => node.close(resolve))
})

/** A node that sends two events of a subscription, and refuses `logs`. */
const startNode = async (): Promise<URL> => {
  node = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(node, 'listening')
  node.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data))
      const reply = (rest: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
      if (params?.[0] === 'logs') return reply({ error: { code: -32602, message: 'no' } })
      if (method === 'eth_chainId') return reply({ result: '0x1' })
      reply({ result: method === 'eth_subscribe' ? '0x1' : true })
      if (method !== 'eth_subscribe') return
      for (const number of ['0x5', '0x6']) socket.send(JSON.stringify(eventOf(number)))
    })
  })
  return new URL(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
}

const recording = async (events: number) => {
  const lines: string[] = []
  const bounds = { calls: 10, events, bytes: 10_000, share: 1 }
  const recorder = new TrafficRecorder(
    bounds,
    (line) => void lines.push(line),
    () => 0,
  )
  const proxy = await startRecordingProxy(await startNode(), { host: '127.0.0.1', port: 0 }, recorder, () => {})
  const caller = await EventSocket.open(proxy.url.replace('http', 'ws'))
  const isEvent = ({ method }: SocketMessage) => method === 'eth_subscription'
  await caller.ask('eth_chainId', [])
  await caller.ask('eth_subscribe', ['logs'])
  await caller.ask('eth_subscribe', ['newHeads'])
  expect(await caller.until(2, isEvent, WITHIN_MS)).toEqual(['0x5', '0x6'].map(eventOf))
  await caller.ask('eth_unsubscribe', ['0x1'])
  caller.close()
  await proxy.stop()
  return { lines, counts: recorder.counts }
}

const CHAIN_ID = '{"method":"eth_chainId","params":[]}\n'
const REFUSED = '{"method":"eth_subscribe","params":["logs"]}\n'
const SUBSCRIBE = '{"method":"eth_subscribe","params":["newHeads"]}\n'
const REPLY = '{"subscription":1,"method":"eth_subscribe","params":["newHeads"],"reply":"0x1"}\n'
const lineOf = (number: string) =>
  `{"subscription":1,"notification":"eth_subscription","event":{"number":"${number}","extraData":"tgk_"}}\n`
const UNSUBSCRIBE = '{"method":"eth_unsubscribe","params":["0x1"]}\n'

test('subscriptions pass through the recorder, which writes their replies and events, and no keys', async () => {
  const { lines, counts } = await recording(10)
  expect(lines).toEqual([CHAIN_ID, REFUSED, SUBSCRIBE, REPLY, lineOf('0x5'), lineOf('0x6'), UNSUBSCRIBE])
  expect(counts).toMatchObject({ recorded: 4, events: 2, unreadable: 0 })
  expect(lines.map(readRecordedLine).filter((line) => typeof line === 'string')).toEqual([])
})

test('events beyond their bound are left out, and calls go on', async () => {
  expect((await recording(1)).lines).toEqual([CHAIN_ID, REFUSED, SUBSCRIBE, REPLY, lineOf('0x5'), UNSUBSCRIBE])
})

test('no events are kept where none are asked for', async () => {
  expect((await recording(0)).lines).toEqual([CHAIN_ID, REFUSED, SUBSCRIBE, UNSUBSCRIBE])
})
