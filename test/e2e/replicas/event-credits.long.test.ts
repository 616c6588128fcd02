import { setTimeout as pause } from 'node:timers/promises'
import { wsUrl } from '../../support/addresses.js'
import { descendantsOf } from '../../support/descendants.js'
import { expectSoon } from '../../support/expect-soon.js'
import { type FakeSocketNode, startFakeSocketNode } from '../../support/fake-socket-node.js'
import { callOf } from '../../support/gateway.js'
import { startPostgres, type TestPostgres } from '../../support/postgres.js'
import { untilGone } from '../../support/processes.js'
import { seededRandom } from '../../support/seeded-random.js'
import {
  type CreatedKey,
  createServeFolder,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../../support/serve-process.js'
import { openSocket, type TestSocket } from '../../support/web-socket.js'
import { booksOf } from './networked.js'

const SLOT_PRICE = 2
const ROOT_PRICE = 2
const SUBSCRIBE_PRICE = 5
const SOON_MS = 20_000

let postgres: TestPostgres
let node: FakeSocketNode
let files: ServeFolder
let gateways: ServeProcess[] = []
let slot = 0
let root = 0

beforeAll(async () => {
  postgres = await startPostgres()
  node = await startFakeSocketNode()
  // Every gateway has the same ids on its own connection.
  const ids: Readonly<Record<string, string>> = { slotSubscribe: '7', rootSubscribe: '8' }
  node.answer(({ method }) => (ids[method] === undefined ? undefined : { result: ids[method] }))
  const upstream = `{ name: n, url: "http://127.0.0.1:9", wsUrl: "${node.url}" }`
  const config = serveConfig({ sol: `family: solana, hosts: [], pollMs: 0, upstreams: [${upstream}]` })
  files = createServeFolder(config.replace(/^store:.*$/m, `store: "${postgres.url}"`))
})
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  await node.stop()
  await postgres.stop()
  files.remove()
})

const notify = () => node.notify(`{"parent":${slot},"root":1,"slot":${++slot}}`, '7')
const notifyRoot = () => node.notify(String(++root), '8')
const eventsOf = (socket: TestSocket) => socket.messages.filter((text) => text.includes('slotNotification')).length
const subscribed = async (gateway: ServeProcess, key: string, method = 'slotSubscribe') => {
  const socket = await openSocket(wsUrl(gateway, 'sol', key))
  expect(JSON.parse(await socket.ask(callOf(method, []))).result).toBeGreaterThan(0)
  return socket
}
/** The rows of usage, by method, and what the store took from the balance. */
const books = async (account: string) => {
  const { rows } = await files.json('usage', '--account', account, '--by', 'method')
  const of = (method: string) =>
    rows.find((row: { method: string }) => row.method === method) ?? { calls: 0, credits: 0 }
  return { events: of('slotNotification'), subscribing: of('slotSubscribe'), ...(await booksOf(postgres.url, account)) }
}

/** Kills one of the two gateways; the next process with its folder settles its journal. */
const killGateway = async () => {
  const [victim] = gateways.splice(0, 1)
  victim!.child.kill('SIGKILL')
  await victim!.exited
  gateways.push(await startServe(files.configFile))
}

/** The workers that serve, and how many were replaced. */
const workers = async () => {
  const text = await (await fetch(`${gateways[0]!.adminUrl}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1])
  return { serving: read('tollgate_workers'), replaced: read('tollgate_worker_replacements_total') }
}

/** Kills a worker of the only gateway, and waits until another one serves. */
const killWorker = async () => {
  const { serving, replaced } = await workers()
  const [victim] = descendantsOf(gateways[0]!.pid)
  process.kill(victim!, 'SIGKILL')
  await untilGone(victim!)
  await expectSoon(workers, { serving, replaced: replaced + 1 }, SOON_MS)
}

describe.each([
  ['of one of two gateways', [[], []], killGateway],
  ['of one of two workers', [['--workers', '2']], killWorker],
])('whatever ends streams, kill -9 %s included', (_about, options, kill) => {
  const restart = async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    gateways = await Promise.all(options.map((some) => startServe(files.configFile, undefined, some)))
  }

  test('events × price are the credits and the balance, and were paid before they came', async () => {
    const seed = Number(process.env.CAMPAIGN_SEED ?? Date.now() % 1_000_000)
    const random = seededRandom(seed)
    const { account, key } = await files.createKey('sol')
    await restart()
    const open: TestSocket[] = []
    const all: TestSocket[] = []
    /** Events that killed processes had paid for and did not send: at most two blocks each. */
    let mostUnsent = 0
    const received = () => all.reduce((sum, socket) => sum + eventsOf(socket), 0)
    const subscribeSomewhere = async () => {
      const socket = await subscribed(gateways[Math.floor(random() * gateways.length)]!, key)
      open.push(socket)
      all.push(socket)
    }
    for (let step = 1; step <= 120; step++) {
      const chance = random()
      if (open.length < 2 || chance < 0.15) await subscribeSomewhere()
      else if (chance < 0.25) {
        const [socket] = open.splice(Math.floor(random() * open.length), 1)
        if (random() < 0.5) await socket!.close()
        else socket!.socket.terminate()
      } else for (let event = 0; event < 5 + random() * 20; event++) notify()
      if (step % 40 === 0) {
        mostUnsent += 10 + 2 * Math.max(10, received())
        await kill()
      } else await pause(random() * 50)
      if (step % 10 === 0) {
        const { events } = await books(account)
        expect([seed, events.credits]).toEqual([seed, events.calls * SLOT_PRICE])
      }
    }
    for (const socket of open) await socket.close()
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    const { events, subscribing, usage, used, taken } = await books(account)
    expect([seed, events.credits, subscribing.credits]).toEqual([
      seed,
      events.calls * SLOT_PRICE,
      all.length * SUBSCRIBE_PRICE,
    ])
    const credits = events.credits + subscribing.credits
    expect({ seed, used, taken, usage }).toEqual({ seed, used: credits, taken: credits, usage: credits })
    expect(received()).toBeGreaterThan(500)
    expect(events.calls).toBeGreaterThanOrEqual(received())
    expect(events.calls).toBeLessThanOrEqual(received() + mostUnsent)
  }, 180_000)
})

describe.each([
  ['hangs', () => postgres.freeze(), () => postgres.thaw()],
  ['is gone', () => postgres.kill(), () => postgres.start()],
])('while the store %s', (_about, lose, bring) => {
  beforeAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    gateways = [await startServe(files.configFile)]
  })

  test('events come that are paid; then the connection ends with its reason, and another caller is not held up', async () => {
    const [busy, rare] = [await files.createKey('sol'), await files.createKey('sol')]
    const gateway = gateways[0]!
    const other = await subscribed(gateway, rare.key, 'rootSubscribe')
    notifyRoot()
    await other.received(2)
    const socket = await subscribed(gateway, busy.key)
    notify()
    await socket.received(2)
    await lose()
    try {
      let isOver = false
      const closed = socket.closed.then((end) => {
        isOver = true
        return end
      })
      // The rest of its block.
      for (let event = 0; event < 9; event++) notify()
      await socket.received(2 + 9)
      const startMs = performance.now()
      for (let turn = 1; !isOver; turn++) {
        if (performance.now() - startMs > SOON_MS) throw new Error('its events wait for ever')
        notify()
        if (turn > 4) await pause(50)
        else {
          notifyRoot()
          await other.received(2 + turn)
        }
      }
      expect(await closed).toEqual({ code: 1012, reason: 'ledger_unavailable' })
      expect(other.socket.readyState).toBe(1)
    } finally {
      await bring()
    }
    await expectSoon(
      () =>
        subscribed(gateway, busy.key).then(
          (again) => again.close().then(() => true),
          () => false,
        ),
      true,
      SOON_MS,
    )
    await other.close()
    const used = async ({ account }: CreatedKey) => (await booksOf(postgres.url, account)).used
    await expectSoon(() => used(rare), SUBSCRIBE_PRICE + 5 * ROOT_PRICE, SOON_MS)
    await expectSoon(() => used(busy), 2 * SUBSCRIBE_PRICE + eventsOf(socket) * SLOT_PRICE, SOON_MS)
    const { events, usage } = await books(busy.account)
    expect([events.calls, events.credits, usage]).toEqual([
      eventsOf(socket),
      eventsOf(socket) * SLOT_PRICE,
      await used(busy),
    ])
  }, 90_000)
})
