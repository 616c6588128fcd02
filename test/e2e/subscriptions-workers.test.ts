import { wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf } from '../support/gateway.js'
import { createServeFolder, serveConfig, startServe } from '../support/serve-process.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

const MOST = 3

test("an account's subscriptions are counted over all workers", async () => {
  const node = await startFakeSocketNode()
  const overHttp = await startFakeUpstream(() => ({ resultText: '100' }))
  const network = `family: solana, hosts: [], upstreams: [{ name: n, url: "${overHttp.url}", wsUrl: "${node.url}" }]`
  const plan = `{ dailyCredits: 3000000, creditsPerSecond: 1000000, maxSubscriptions: ${MOST} }`
  const files = createServeFolder(serveConfig({ sol: network }).replace(/^plans:$/m, `plans:\n  small: ${plan}`))
  const { key } = await files.createKey('sol', '--plan', 'small')
  const gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  /** The workers of the WebSockets opened so far. */
  const workers = (): number[] =>
    gateway.stderr
      .split('\n')
      .filter((line) => line.includes('websocket opened'))
      .map((line) => JSON.parse(line).worker)
  try {
    const byWorker = new Map<number, TestSocket>()
    for (let opened = 1; byWorker.size < 2; opened++) {
      const socket = await openSocket(wsUrl(gateway, 'sol', key))
      await expectSoon(() => workers().length, opened)
      byWorker.set(workers().at(-1)!, socket)
    }
    const [one, other] = [...byWorker.values()] as [TestSocket, TestSocket]
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
