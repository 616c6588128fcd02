import { jest } from '@jest/globals'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { anEvent } from '../../support/event-streams.js'
import { expectSoon } from '../../support/expect-soon.js'
import { callOf, readWholeConfig } from '../../support/gateway.js'
import { resultIn, SUBSCRIBE, startStreamGateway, unsubscribe } from '../../support/stream-gateway.js'
import { openSocket, type TestSocket } from '../../support/web-socket.js'

let gateway: Awaited<ReturnType<typeof startStreamGateway>>
let isStopped = false

const start = async (setting: Parameters<typeof startStreamGateway>[0] = {}) => {
  isStopped = false
  gateway = await startStreamGateway(setting)
  return gateway
}
afterEach(async () => {
  if (!isStopped) await gateway.stop()
})

const subscribed = async (socket: TestSocket): Promise<TestSocket> => {
  expect(resultIn(await socket.ask(SUBSCRIBE))).toMatch(/^0x/)
  return socket
}
const eventsOf = ({ messages }: TestSocket) => messages.flatMap((text) => JSON.parse(text).params?.result ?? [])

test('an account without credits gets the events that are paid, then 1008 with the reason', async () => {
  const { source, credits, connect } = await start()
  const socket = await subscribed(await connect())
  credits.left = 2
  for (const name of ['one', 'two', 'three', 'four']) source.send(anEvent(name))
  await socket.received(3)
  credits.answer('daily_credits_exhausted')
  expect(await socket.closed).toEqual({ code: 1008, reason: 'daily_credits_exhausted' })
  expect(eventsOf(socket)).toEqual(['one', 'two'])
  await expectSoon(() => [credits.taken, credits.users, source.sinks.length], [2, 0, 0])
})

test('a stream that breaks ends its connection with 1012 and the reason, and the log says so', async () => {
  const { source, connect, logLines } = await start()
  const socket = await subscribed(await connect())
  source.sinks[0]!.broken('no_node')
  expect(await socket.closed).toEqual({ code: 1012, reason: 'no_node' })
  await expectSoon(() => logLines.find(({ message }) => message === 'websocket closed')?.reason, 'no_node')
})

test('a caller that leaves takes its subscriptions along', async () => {
  const { source, credits, connect } = await start()
  const socket = await subscribed(await connect())
  socket.socket.terminate()
  await expectSoon(() => [source.sinks.length, credits.users], [0, 0])
})

test('a revoked key ends its subscriptions', async () => {
  const { accounts, last, source, connect } = await start()
  const socket = await subscribed(await connect())
  await accounts.revokeKey(last.keyId)
  expect((await socket.closed).code).toBe(1008)
  await expectSoon(() => source.sinks.length, 0)
})

describe('an allowlist that becomes narrower', () => {
  const [KEPT, LOST] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  const LOGS = callOf('eth_subscribe', ['logs', { address: KEPT }])
  const end = { code: 1008, reason: 'allowlist_refused' }

  test('ends the streams of a method that it left out', async () => {
    const { accounts, last, source, connect } = await start()
    const socket = await subscribed(await connect())
    await accounts.changeKey(last.keyId, { allowedMethods: ['eth_subscribe', 'eth_blockNumber'] })
    source.send(anEvent('allowed'))
    await socket.received(2)
    await accounts.changeKey(last.keyId, { allowedMethods: ['eth_blockNumber'] })
    expect(await socket.closed).toEqual(end)
    await expectSoon(() => source.sinks.length, 0)
  })

  test.each([
    ['of contracts, once there is one', []],
    ['when it lost a contract', [KEPT, LOST]],
  ])('ends streams of logs %s, and no heads; a wider one ends nothing', async (_, before) => {
    const { accounts, last, source, socketUrl, addKey } = await start()
    const key = await addKey({ allowedContracts: before })
    const [socket, heads] = [await openSocket(socketUrl(key)), await openSocket(socketUrl(key))]
    expect(resultIn(await socket.ask(LOGS))).toMatch(/^0x/)
    await subscribed(heads)
    if (before.length > 0)
      await accounts.changeKey(last.keyId, { allowedContracts: [...before, `0x${'c3'.repeat(20)}`] })
    source.send(anEvent('allowed'))
    await socket.received(2)
    await accounts.changeKey(last.keyId, { allowedContracts: [KEPT] })
    expect(await socket.closed).toEqual(end)
    await expectSoon(() => source.sinks.length, 1)
    await heads.close()
  })
})

describe('a reload', () => {
  const configOf = (networks: object) =>
    readWholeConfig(gateway.configText({ ...gateway.setting, networks: networks as never }), gateway.folder)
  const reload = async (networks: object) => void gateway.reload(await configOf(networks))
  const url = 'http://127.0.0.1:9'

  test('with other nodes leaves streams as they are', async () => {
    const { source, connect } = await start()
    const socket = await subscribed(await connect())
    await reload({ main: { urls: [`${url}/other`] } })
    source.send(anEvent('after'))
    await socket.received(2)
    expect(eventsOf(socket)).toEqual(['after'])
    await socket.close()
  })

  test('that takes the kind away closes the connections that have it with 1008, and no other', async () => {
    const { connect } = await start()
    const [socket, other, without] = [await subscribed(await connect()), await connect('sol'), await connect()]
    await other.ask(callOf('slotSubscribe'))
    await reload({ sol: { family: 'solana', urls: [url] } })
    expect(await socket.closed).toEqual({ code: 1008, reason: 'method_removed' })
    expect(resultIn(await other.ask(callOf('slotSubscribe')))).toBeGreaterThan(0)
    expect([other.socket.readyState, without.socket.readyState]).toEqual([1, 1])
    await Promise.all([other.close(), without.close()])
  })

  test.each([
    ['takes the network away', [{}], { code: 1008, reason: 'method_removed' }],
    [
      'takes the network away, and another brings it back',
      [{}, { main: { urls: [url] } }],
      { code: 1012, reason: 'stream_broken' },
    ],
  ])('that %s ends its subscriptions although the store is away', async (_, reloads, end) => {
    const { connect, accounts } = await start()
    const [socket, other] = [await subscribed(await connect()), await connect('sol')]
    await other.ask(callOf('slotSubscribe'))
    const sol = { family: 'solana', urls: [url] }
    const configs = reloads.map((added) => configOf({ sol, ...added }))
    jest.spyOn(accounts, 'findByKeyHash').mockRejectedValue(new StoreAway('the store does not answer'))
    // No check begins between them.
    for (const config of await Promise.all(configs)) gateway.reload(config)
    expect(await socket.closed).toEqual(end)
    expect(other.socket.readyState).toBe(1)
    await other.close()
  })
})

test('a drain closes connections with subscriptions one after the other over half of its time, others at once, and events go on until then', async () => {
  const COUNT = 10
  const DRAIN_MS = 2_000
  const { connect, source, stop } = await start({ limits: { drainTimeoutMs: DRAIN_MS } })
  const without = await connect()
  const sockets: TestSocket[] = []
  for (let index = 0; index < COUNT; index++) sockets.push(await subscribed(await connect()))
  const startMs = performance.now()
  const ended = sockets.map(async ({ closed }) => ({ ...(await closed), atMs: performance.now() - startMs }))
  isStopped = true
  const stopped = stop()
  // In the turn in which the drain begins: a machine that halts would let all its time pass.
  source.send(anEvent('while it drains'))
  expect(await without.closed).toMatchObject({ code: 1001 })
  const ends = await Promise.all(ended)
  await stopped
  expect(ends.map(({ code, reason }) => `${code} ${reason}`)).toEqual(Array(COUNT).fill('1012 restarting'))
  // A timer is never early, so that the n-th connection closes after n tenths of the time or later.
  for (const [index, { atMs }] of ends.entries()) expect(atMs).toBeGreaterThan((index * DRAIN_MS) / 2 / COUNT - 10)
  expect(eventsOf(sockets[COUNT - 1]!)).toEqual(['while it drains'])
})

test('a drain answers messages on a connection with subscriptions as long as it stays open', async () => {
  const { connect, source, stop } = await start({ limits: { drainTimeoutMs: 100_000 } })
  const first = await subscribed(await connect())
  const socket = await connect()
  const id = resultIn(await socket.ask(SUBSCRIBE))
  isStopped = true
  const stopped = stop()
  await first.closed
  expect(JSON.parse(await socket.ask(callOf('eth_chainId'))).id).toBe(1)
  expect(resultIn(await socket.ask(unsubscribe(id)))).toBe(true)
  await expectSoon(() => source.sinks.length, 0)
  await socket.close()
  await stopped
})

test('a client that reads nothing is cut as a slow reader, and another gets all its events meanwhile', async () => {
  const setting = { fixedLimits: { maxBufferedBytes: 1_000_000 }, limits: { drainTimeoutMs: 1_000 } }
  const { connect, source, logLines } = await start(setting)
  const [slow, quick] = [await subscribed(await connect()), await subscribed(await connect())]
  slow.socket.pause()
  let sent = 0
  const isCut = () => source.sinks.length === 1
  while (!isCut()) {
    if (sent > 20_000) throw new Error('it was not cut')
    source.send(anEvent(`${sent++} ${'x'.repeat(100_000)}`))
    await quick.received(sent + 1)
  }
  expect(eventsOf(quick).map((text) => Number(text.split(' ')[0]))).toEqual(Array.from({ length: sent }, (_, at) => at))
  expect(logLines.filter(({ message }) => message === 'websocket closed').map(({ reason }) => reason)).toEqual([
    'slow_reader',
  ])
  slow.socket.terminate()
  await quick.close()
})

test('events that wait for credits come when they are paid, and calls are answered meanwhile', async () => {
  const { source, credits, addKey, socketUrl } = await start()
  const socket = await subscribed(await openSocket(socketUrl(await addKey())))
  credits.left = 0
  source.send(anEvent('one'))
  source.send(anEvent('two'))
  expect(JSON.parse(await socket.ask(callOf('eth_unsubscribe', ['0x1']))).error.code).toBe(-32000)
  expect(eventsOf(socket)).toEqual([])
  credits.pay(2)
  await expectSoon(() => eventsOf(socket), ['one', 'two'])
  await socket.close()
})
