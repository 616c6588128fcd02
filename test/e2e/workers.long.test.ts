import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { post as ask, callOf } from '../support/gateway.js'
import { retryMeasurement } from '../support/retry-measurement.js'
import { much } from '../support/runs.js'
import { startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket, refusedUpgrade } from '../support/web-socket.js'
import { LONG_MS, startWorkers, until } from '../support/workers.js'
import {
  anAccountFor,
  askAgain,
  expectUsage,
  newTally,
  PRICE,
  post,
  STORM_REPLY_MS,
  sendAll,
  takeRefused,
} from './replicas/gateways.js'

const WORKERS = 3
const CALL = callOf('eth_blockNumber')

const workers = started(() => startWorkers(WORKERS))

const sumOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )
const readMetrics = async () => (await fetch(`${workers.gateway.adminUrl}/metrics`)).text()
/**
 * Waits until all workers serve. The primary replaces a worker that dies repeatedly after a growing
 * pause.
 */
const untilAllServe = () => until(async () => sumOf(await readMetrics(), 'tollgate_workers') === WORKERS, LONG_MS)
/** Makes a call on a new connection, so that the calls reach all workers. */
const askAfresh = (key: string) => ask(httpUrl(workers.gateway, 'main', key), CALL, { connection: 'close' })

/**
 * Keeps calls in flight until `isOver`. Each lane makes a pause after a call, so that the load
 * stays light.
 */
const load = (key: string, lanes: number, tally: ReturnType<typeof newTally>, isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let id = lane; !isOver(); id++) {
        await post(workers.gateway.url, key, id, tally)
        await pause(5)
      }
    }),
  )

test('of 8K concurrent calls by HTTP, batch and WebSocket over the workers of a SQLite store, exactly K are answered', async () => {
  const calls = much(300, 100)
  const { account, key } = await anAccountFor(workers.folder, calls)
  const tally = newTally()
  const { url } = workers.gateway
  const all: Promise<void>[] = []
  for (let index = 0; index < calls * 2; index++) all.push(post(url, key, index, tally, STORM_REPLY_MS))
  const batch = Array.from({ length: 100 }, (_, id) => id)
  for (let index = 0; index < (calls * 3) / 100; index++) all.push(post(url, key, batch, tally, STORM_REPLY_MS))
  for (let index = 0; index < 4; index++) all.push(sendAll(url, key, (calls * 3) / 4, tally))
  await Promise.all(all)
  // On a busy machine the primary and the node answer late.
  const givenBack = await askAgain(workers.folder, url, { account, key }, tally)
  expect([...tally.others]).toEqual([])
  expect(tally).toMatchObject({ answered: calls, exhausted: calls * 7 })
  await expectUsage(workers.folder, account, { credits: calls * PRICE, calls: calls + givenBack })
})

test('every worker gets calls, and the metrics are those of all', async () => {
  const before = await readMetrics()
  const { key } = await workers.folder.createKey('main')
  for (let index = 0; index < 12; index++) expect((await askAfresh(key)).json.result).toBe('0x10')
  const after = await readMetrics()
  const grown = (name: string) => sumOf(after, name) - sumOf(before, name)
  expect(grown('tollgate_calls_total')).toBe(12)
  expect(grown('tollgate_call_duration_seconds_count')).toBe(12)
  expect(grown('tollgate_credits_charged_total')).toBe(12 * PRICE)
  expect(sumOf(after, 'tollgate_workers')).toBe(WORKERS)
  expect(sumOf(after, 'tollgate_workers_unheard')).toBe(0)
})

test('/readyz counts the workers', async () => {
  const readiness = async () => {
    const ready = await fetch(`${workers.gateway.adminUrl}/readyz`)
    return [ready.status, await ready.json()]
  }
  // The node is this process: while it does not run, its network is down.
  const counted = { status: 'ready', networksDown: [], workers: { ready: WORKERS, of: WORKERS, troubles: [] } }
  await expectSoon(readiness, [200, counted])
})

test('a worker that does not answer in time is counted with its last readings, and the metrics say so', async () => {
  const [stuck] = workers.pids()
  const before = await readMetrics()
  process.kill(stuck!, 'SIGSTOP')
  try {
    const text = await readMetrics()
    expect(sumOf(text, 'tollgate_workers_unheard')).toBe(1)
    expect(sumOf(text, 'tollgate_calls_total')).toBe(sumOf(before, 'tollgate_calls_total'))
  } finally {
    process.kill(stuck!, 'SIGCONT')
  }
  await until(async () => sumOf(await readMetrics(), 'tollgate_workers_unheard') === 0)
})

test('a key that is revoked is refused by every worker within a second, and its WebSockets are closed', async () => {
  const revoke = async () => {
    const { id, key } = await workers.folder.createKey('main')
    const sockets = await Promise.all(Array.from({ length: 6 }, () => openSocket(wsUrl(workers.gateway, 'main', key))))
    for (const socket of sockets) expect(JSON.parse(await socket.ask(CALL)).result).toBe('0x10')
    const codes: number[] = []
    for (const { closed } of sockets) void closed.then(({ code }) => codes.push(code))
    await workers.folder.json('key', 'revoke', id)
    const closedMs = await expectSoon(() => [...codes], Array(sockets.length).fill(1008), LONG_MS)
    for (let index = 0; index < 6; index++) expect((await askAfresh(key)).status).toBe(401)
    return closedMs
  }
  // A worker knows after two polls, of `STORE_POLL_MS` each. A stall of a process may add a second.
  await retryMeasurement(revoke, (closedMs) => expect(closedMs).toBeLessThanOrEqual(1_000))
})

test("an account's WebSockets are counted over all workers", async () => {
  const { account, key } = await workers.folder.createKey('main', '--plan', 'custom', '--daily-credits', '1000000')
  const url = wsUrl(workers.gateway, 'main', key)
  const open = await Promise.all(Array.from({ length: 5 }, () => openSocket(url)))
  for (let index = 0; index < WORKERS; index++) {
    const refused = await refusedUpgrade(url)
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, -33201])
  }
  await open[0]!.close()
  await until(async () =>
    openSocket(url).then(
      (socket) => socket.close().then(() => true),
      () => false,
    ),
  )
  for (const socket of open.slice(1)) await socket.close()
  expect(account).toMatch(/^acc_/)
})

test('over time an account gets its credits per second and no more, however many workers it calls', async () => {
  const perSecond = 4_000
  const limits = ['--daily-credits', '100000000', '--credits-per-second', String(perSecond)]
  const seconds = much(6, 4)
  const measure = async () => {
    const { key } = await workers.folder.createKey('main', '--plan', 'custom', ...limits)
    const startedMs = Date.now()
    const ended = () => Date.now() - startedMs > seconds * 1_000
    let answered = 0
    await Promise.all(
      Array.from({ length: 9 }, async () => {
        while (!ended()) {
          const reply = await ask(httpUrl(workers.gateway, 'main', key), CALL)
          if (reply.json.result !== undefined) answered++
          else expect(reply.json.error.code).toBe(-32005)
          await pause(much(15, 60))
        }
      }),
    )
    return { answered, passedS: (Date.now() - startedMs) / 1_000 }
  }
  // While a machine stalls, the callers call too little.
  await retryMeasurement(measure, ({ answered, passedS }) => {
    // An account may get the credits of one second from each worker at once, and then waits for
    // them.
    expect(answered * PRICE).toBeLessThanOrEqual(perSecond * (passedS + 2))
    expect(answered * PRICE).toBeGreaterThan(perSecond * passedS * 0.8)
  })
})

test('saving the configuration, or SIGHUP, reaches every worker without dropping a connection', async () => {
  const { key } = await workers.folder.createKey('main')
  const socket = await openSocket(wsUrl(workers.gateway, 'main', key))
  workers.folder.save(workers.configText('limits: { maxBatch: 2 }\n'))
  const three = [1, 2, 3].map((id) => callOf('eth_chainId', [], id))
  const isRefused = async () =>
    (await ask(httpUrl(workers.gateway, 'main', key), three, { connection: 'close' })).json.error?.code === -32600
  await until(async () => {
    for (let index = 0; index < 2 * WORKERS; index++) if (!(await isRefused())) return false
    return true
  })
  expect(JSON.parse(await socket.ask(three)).error.code).toBe(-32600)
  workers.folder.save('not: [valid')
  workers.gateway.child.kill('SIGHUP')
  await until(() => workers.logged('configuration not reloaded; the old one stays in force').length > 0)
  expect(await isRefused()).toBe(true)
  workers.folder.save(workers.configText(''))
  workers.gateway.child.kill('SIGHUP')
  await until(async () => !(await isRefused()))
  await socket.close()
})

test('a worker that is killed under load costs no charge and no credit, is replaced, and the log says so', async () => {
  const rounds = much(3, 1)
  const share = much(2_000, 600)
  // A share of calls for each kill and one for the time after them: by count, not by time, so that
  // a fast machine has calls left too.
  const calls = (rounds + 1) * share
  const { account, key } = await anAccountFor(workers.folder, calls)
  const tally = newTally()
  let isOver = false
  const loading = load(key, 9, tally, () => isOver)
  for (let round = 0; round < rounds; round++) {
    await until(() => tally.answered > round * share + share / 4, LONG_MS)
    const [victim] = workers.pids()
    const before = tally.answered
    process.kill(victim!, 'SIGKILL')
    await until(() => workers.pids().length === WORKERS && !workers.pids().includes(victim!))
    // The other workers still answer calls.
    await until(() => tally.answered > before)
    const news = () => workers.logged('a worker ended; it is replaced').find(({ pid }) => pid === victim)
    await until(() => news() !== undefined)
    expect(news()).toMatchObject({ reason: 'SIGKILL' })
  }
  await untilAllServe()
  await until(() => tally.exhausted > 3 * WORKERS, LONG_MS)
  isOver = true
  await loading
  // Calls that waited too long for a slow primary were refused, and cost nothing.
  takeRefused(tally, 'ledger_unavailable')
  expect([...tally.others.keys()].filter((text) => text !== 'lost')).toEqual([])
  await expectUsage(workers.folder, account, { credits: calls * PRICE })
  // Calls whose replies were lost with their process may be charged: those in flight, never more.
  expect(calls - tally.answered).toBeLessThanOrEqual(tally.others.get('lost') ?? 0)
  const text = await readMetrics()
  expect(sumOf(text, 'tollgate_worker_replacements_total')).toBe(rounds)
  expect(
    readdirSync(`${workers.folder.folder}/tollgate.db.journals`).filter((name) => name.endsWith('.journal')),
  ).toHaveLength(WORKERS)
})

test('no caller waits for a worker that was killed while connections were handed to it', async () => {
  const { key } = await workers.folder.createKey('main', '--plan', 'custom', '--daily-credits', '100000000')
  const tally = { answered: 0, broken: 0, unanswered: 0 }
  let isOver = false
  // Each call has a new connection, so that one is always under way to a worker.
  const knock = async () => {
    while (!isOver) {
      const options = { method: 'POST', agent: false, signal: AbortSignal.timeout(10_000) }
      await new Promise<void>((resolve) => {
        const count = (way: keyof typeof tally) => {
          tally[way]++
          resolve()
        }
        request(httpUrl(workers.gateway, 'main', key), options, (reply) => {
          reply.resume().on('end', () => count('answered'))
          reply.on('error', () => count('broken'))
        })
          .on('error', ({ name }) => count(name === 'AbortError' ? 'unanswered' : 'broken'))
          .end(JSON.stringify(CALL))
      })
    }
  }
  const knocking = Array.from({ length: much(40, 15) }, knock)
  const rounds = much(5, 2)
  for (let round = 0; round < rounds; round++) {
    const before = tally.answered
    await until(() => tally.answered > before + 200, LONG_MS)
    const [victim] = workers.pids()
    process.kill(victim!, 'SIGKILL')
    await until(() => !workers.pids().includes(victim!))
    await untilAllServe()
  }
  isOver = true
  await Promise.all(knocking)
  expect(tally.unanswered).toBe(0)
  expect(tally.answered).toBeGreaterThan(rounds * 200)
})

test('when all workers are killed at once, those that replace them listen where the gateway said', async () => {
  const { key } = await workers.folder.createKey('main')
  const victims = workers.pids()
  for (const victim of victims) process.kill(victim, 'SIGKILL')
  await until(() => !workers.pids().some((pid) => victims.includes(pid)))
  await untilAllServe()
  expect(await askAfresh(key)).toMatchObject({ status: 200, json: { result: '0x10' } })
})

test('a second gateway on the same SQLite store is refused', async () => {
  await expect(startServe(workers.folder.configFile, undefined, ['--workers', '2'])).rejects.toThrow(
    /another gateway already serves/,
  )
})
