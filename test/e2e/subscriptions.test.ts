import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { deployEmitter, type Emitter } from '../support/emitter.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { resultIn } from '../support/stream-gateway.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

const DAILY_CREDITS = 3_000_000
const HEAD_CREDITS = 20
const LOG_CREDITS = 10
const SUBSCRIBE_CREDITS = 5

let emitter: Emitter
let key: string

const anvil = started(() => startAnvil({ args: ['--order', 'fifo'] }))
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
})
const gateway = started(() => {
  const upstreams = [{ name: 'anvil', url: anvil.url, wsUrl: anvil.wsUrl }]
  return startTestGateway({ networks: { main: { upstreams, pollMs: 100 } } })
})
beforeEach(async () => {
  key = await gateway.addKey()
})

const connect = () => openSocket(`${gateway.url}/main/ws/v3/${key}`)
const subscribe = async (socket: TestSocket, ...params: unknown[]) =>
  resultIn(await socket.ask(callOf('eth_subscribe', params))) as string
const eventsOf = ({ messages }: TestSocket, id: string) =>
  messages.flatMap((text) => {
    const { params } = JSON.parse(text)
    return params?.subscription === id ? [params.result] : []
  })
const remaining = async () => {
  const { headers } = await post(`${gateway.url}/main/v3/${key}`, callOf('eth_unsubscribe', ['0x1']))
  return Number(headers.get('x-credits-remaining'))
}
/** The credits that the gateway's metrics have, by network and method. */
const chargedByMetric = async () => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return [...text.matchAll(/^tollgate_credits_charged_total\{.*\} (\d+)$/gm)].map(([, credits]) => Number(credits))
}

test('heads and logs of a node arrive, heads first, are paid event by event, and go on after a cut', async () => {
  const socket = await connect()
  const heads = await subscribe(socket, 'newHeads')
  const logs = await subscribe(socket, 'logs', { address: emitter.contractAddress })
  await emitter.emitTicks(3)
  await callNode(anvil.url, 'anvil_mine', ['0x2'])
  await expectSoon(() => [eventsOf(socket, heads).length, eventsOf(socket, logs).length], [3, 3], 10_000)
  const [first, second] = eventsOf(socket, heads)
  expect(second.parentHash).toBe(first.hash)
  const order = socket.messages.map((text) => JSON.parse(text).params?.subscription).filter(Boolean)
  expect(order.indexOf(heads)).toBeLessThan(order.indexOf(logs))
  await socket.close()
  const spent = 2 * SUBSCRIBE_CREDITS + 3 * HEAD_CREDITS + 3 * LOG_CREDITS
  await expectSoon(async () => DAILY_CREDITS - (await remaining()), spent)
  await expectSoon(async () => (await chargedByMetric()).reduce((sum, credits) => sum + credits, 0), spent)

  const last = eventsOf(socket, logs).at(-1)
  await emitter.emitTicks(2)
  const again = await connect()
  const after = { after: { blockHash: last.blockHash, logIndex: last.logIndex } }
  expect(await subscribe(again, 'logs', { address: emitter.contractAddress }, after)).toBe(logs)
  await expectSoon(() => eventsOf(again, logs).length, 2, 10_000)
  await again.close()
})

test('a reorganization takes logs back, free of charge', async () => {
  const socket = await connect()
  const logs = await subscribe(socket, 'logs', { address: emitter.contractAddress })
  await emitter.emitTicks(2)
  await expectSoon(() => eventsOf(socket, logs).length, 2, 10_000)
  await callNode(anvil.url, 'anvil_reorg', [1, []])
  await callNode(anvil.url, 'anvil_mine', ['0x1'])
  await expectSoon(() => eventsOf(socket, logs).length, 4, 10_000)
  const events = eventsOf(socket, logs)
  expect(events.map(({ removed }) => removed)).toEqual([false, false, true, true])
  expect(events[2].logIndex).toBe(events[1].logIndex)
  await socket.close()
  await expectSoon(async () => DAILY_CREDITS - (await remaining()), SUBSCRIBE_CREDITS + 2 * LOG_CREDITS)
})

test('a key whose events have spent more than its credits per second can unsubscribe all the same', async () => {
  key = await gateway.addKey({ creditsPerSecond: 5 })
  const socket = await connect()
  const heads = await subscribe(socket, 'newHeads')
  // Together they cost what comes back in twelve seconds.
  await callNode(anvil.url, 'anvil_mine', ['0x3'])
  await expectSoon(() => eventsOf(socket, heads).length, 3, 10_000)
  expect(JSON.parse(await socket.ask(callOf('eth_chainId'))).error).toMatchObject({ code: -32005 })
  expect(resultIn(await socket.ask(callOf('eth_unsubscribe', [heads])))).toBe(true)
  await socket.close()
})

test('pending transactions come from the WebSocket of the node', async () => {
  const socket = await connect()
  const pending = await subscribe(socket, 'newPendingTransactions')
  await emitter.emitTicks(1)
  await expectSoon(() => eventsOf(socket, pending).length, 1, 10_000)
  expect(eventsOf(socket, pending)[0]).toMatch(/^0x[0-9a-f]{64}$/)
  await socket.close()
})
