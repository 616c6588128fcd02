import { startAnvil } from '../../src/tools/demo/anvil.js'
import { wsUrl } from '../support/addresses.js'
import { deployEmitter } from '../support/emitter.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf } from '../support/gateway.js'
import { logLines } from '../support/log-lines.js'
import { createServeFolder, type ServeProcess, serveConfig, startServe } from '../support/serve-process.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

const MOST = 3

/** Opens WebSockets until two workers have one, and returns those. */
const openOnEachWorker = async (gateway: ServeProcess, network: string, key: string) => {
  /** The workers of the WebSockets opened so far. */
  const workers = () =>
    logLines(gateway.stderr)
      .filter(({ msg }) => msg === 'websocket opened')
      .map(({ worker }) => worker as number)
  const byWorker = new Map<number, TestSocket>()
  for (let opened = 1; byWorker.size < 2; opened++) {
    const socket = await openSocket(wsUrl(gateway, network, key))
    await expectSoon(() => workers().length, opened)
    byWorker.set(workers().at(-1)!, socket)
  }
  return [...byWorker.values()] as [TestSocket, TestSocket]
}

test("an account's subscriptions are counted over all workers", async () => {
  const node = await startFakeSocketNode()
  const overHttp = await startFakeUpstream(() => ({ resultText: '100' }))
  const network = `family: solana, hosts: [], upstreams: [{ name: n, url: "${overHttp.url}", wsUrl: "${node.url}" }]`
  const plan = `{ dailyCredits: 3000000, creditsPerSecond: 1000000, maxSubscriptions: ${MOST} }`
  const files = createServeFolder(serveConfig({ sol: network }).replace(/^plans:$/m, `plans:\n  small: ${plan}`))
  const { key } = await files.createKey('sol', '--plan', 'small')
  const gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  try {
    const [one, other] = await openOnEachWorker(gateway, 'sol', key)
    const subscribe = async (socket: TestSocket) => JSON.parse(await socket.ask(callOf('slotSubscribe', [])))
    const first = await subscribe(one)
    for (const socket of [other, one]) expect((await subscribe(socket)).result).toBeGreaterThan(0)
    for (const socket of [one, other])
      expect((await subscribe(socket)).error).toMatchObject({ data: { scope: 'account', maxSubscriptions: MOST } })
    expect(JSON.parse(await one.ask(callOf('slotUnsubscribe', [first.result]))).result).toBe(true)
    // The place is free once the primary knows.
    await expectSoon(async () => (await subscribe(other)).result > 0, true)
    expect((await subscribe(one)).error).toMatchObject({ data: { scope: 'account' } })
    await one.close()
    await expectSoon(async () => (await subscribe(other)).result > 0, true)
  } finally {
    await gateway.stop()
    await node.stop()
    await overHttp.stop()
    files.remove()
  }
}, 60_000)

test('a subscriber goes on at a worker that has followed no block before, without a gap and without a double', async () => {
  const anvil = await startAnvil({ args: ['--order', 'fifo'] })
  const emitter = await deployEmitter(anvil.url)
  const upstream = `{ name: anvil, url: "${anvil.url}", wsUrl: "${anvil.wsUrl}" }`
  const files = createServeFolder(serveConfig({ eth: `family: evm, hosts: [], pollMs: 100, upstreams: [${upstream}]` }))
  const { key } = await files.createKey('eth')
  const gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  try {
    const [first, other] = await openOnEachWorker(gateway, 'eth', key)
    let lastId = 0
    /** Events may come before the reply. */
    const subscribe = async (socket: TestSocket, ...params: unknown[]) => {
      const id = ++lastId
      const reply = () => socket.messages.map((text) => JSON.parse(text)).find((message) => message.id === id)
      socket.send(callOf('eth_subscribe', params, id))
      await expectSoon(() => reply() !== undefined, true)
      return reply().result
    }
    const eventsOf = ({ messages }: TestSocket, id: string) =>
      messages.flatMap((text) => {
        const { params } = JSON.parse(text)
        return params?.subscription === id ? [params.result] : []
      })
    /** Blocks with one log each. */
    const mine = async (blocks: number) => {
      for (let block = 0; block < blocks; block++) await emitter.emitTicks(1)
    }
    const heads = await subscribe(first, 'newHeads')
    const logs = await subscribe(first, 'logs', { address: emitter.contractAddress })
    await mine(2)
    await expectSoon(() => [eventsOf(first, heads).length, eventsOf(first, logs).length], [2, 2], 10_000)
    const [head] = eventsOf(first, heads)
    const [log] = eventsOf(first, logs)
    await first.close()
    await mine(3)
    // From the first of two heads, and the first of two logs.
    expect(await subscribe(other, 'newHeads', { after: { blockHash: head.hash } })).toBe(heads)
    const after = { after: { blockHash: log.blockHash, logIndex: log.logIndex } }
    expect(await subscribe(other, 'logs', { address: emitter.contractAddress }, after)).toBe(logs)
    await mine(2)
    const numbers = (from: string, count: number) => Array.from({ length: count }, (_, at) => Number(from) + 1 + at)
    await expectSoon(
      () => eventsOf(other, heads).map(({ number }) => Number(number)),
      numbers(head.number, 1 + 3 + 2),
      10_000,
    )
    await expectSoon(
      () => eventsOf(other, logs).map(({ blockNumber }) => Number(blockNumber)),
      numbers(log.blockNumber, 1 + 3 + 2),
      10_000,
    )
  } finally {
    await gateway.stop()
    await anvil.stop()
    files.remove()
  }
}, 60_000)
