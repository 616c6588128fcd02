import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { expectSoon } from '../../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { startPostgres, type TestPostgres } from '../../support/postgres.js'
import {
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../../support/serve-process.js'

/** The price of the only method that is called here. */
export const PRICE = 80

/** A gateway goes on within this time after its store is back (docs/credits.md). */
export const BACK_MS = 10_000

/** Several gateways in separate processes, on one PostgreSQL and one state folder. */
export interface Replicas {
  readonly postgres: TestPostgres
  readonly folder: ServeFolder
  readonly upstream: FakeUpstream
  readonly processes: ServeProcess[]
  start(): Promise<ServeProcess>
  stop(): Promise<void>
}

/** Starts PostgreSQL, a node that answers everything, and `count` gateways. */
export const startReplicas = async (count: number): Promise<Replicas> => {
  const postgres = await startPostgres()
  const upstream = await startFakeUpstream(() => ({ resultText: '"0x10"' }))
  const text = serveConfig({ main: evmNetwork(upstream.url) }, 'log: { level: error }\n')
  const folder = createServeFolder(
    text
      .replace(/^store:.*$/m, `store: "${postgres.url}"`)
      .replace(/^plans:$/m, 'plans:\n  custom: { creditsPerSecond: 100000000, burstSeconds: 1 }'),
  )
  const processes: ServeProcess[] = []
  const start = async () => {
    const one = await startServe(folder.configFile)
    processes.push(one)
    return one
  }
  await Promise.all(Array.from({ length: count }, start))
  return {
    postgres,
    folder,
    upstream,
    processes,
    start,
    stop: async () => {
      await Promise.all(processes.map((one) => one.stop()))
      await upstream.stop()
      await postgres.stop()
      folder.remove()
    },
  }
}

/** Creates an account with credits for `calls` calls, and a key for it. */
export const anAccountFor = (folder: ServeFolder, calls: number) =>
  folder.createKey('main', '--plan', 'custom', '--daily-credits', String(calls * PRICE))

const callOf = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber', params: [] })

/**
 * Numbers of calls by outcome: results, refusals because credits were used up (-33000), and
 * everything else by its text.
 */
export interface Tally {
  answered: number
  exhausted: number
  others: Map<string, number>
}

export const newTally = (): Tally => ({ answered: 0, exhausted: 0, others: new Map() })

export const count = (tally: Tally, reply: { result?: unknown; error?: { code: number; message: string } }): void => {
  if (reply.result !== undefined) tally.answered++
  else if (reply.error?.code === -33000) tally.exhausted++
  else {
    const text = JSON.stringify(reply.error)
    tally.others.set(text, (tally.others.get(text) ?? 0) + 1)
  }
}

/**
 * Milliseconds until a caller stops waiting for a reply. Such a call is counted apart from one
 * whose connection broke.
 */
const REPLY_MS = 20_000
/** Callers that call all at once wait as long as a test may take. */
export const STORM_REPLY_MS = 120_000

/**
 * Posts a call or a batch of them; counts every member, each with the refusal of the whole batch if
 * there is one. A connection that breaks counts as `lost`, one without a reply as `unanswered`.
 */
export const post = async (
  url: string,
  key: string,
  ids: number | readonly number[],
  tally: Tally,
  replyMs = REPLY_MS,
): Promise<void> => {
  const members = typeof ids === 'number' ? [ids] : ids
  const body = typeof ids === 'number' ? callOf(ids) : ids.map(callOf)
  try {
    const response = await fetch(`${url}/main/v3/${key}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(replyMs),
    })
    const replies = await response.json()
    for (const reply of Array.isArray(replies) ? replies : members.map(() => replies)) count(tally, reply)
  } catch (error) {
    const text = (error as Error).name === 'TimeoutError' ? 'unanswered' : 'lost'
    tally.others.set(text, (tally.others.get(text) ?? 0) + members.length)
  }
}

interface Usage {
  readonly calls: number
  readonly credits: number
}

/** Reads today's usage of an account from the store. */
export const usageOf = (folder: ServeFolder, account: string): Promise<Usage> =>
  folder.json('usage', '--account', account)

/**
 * Waits until the store has the usage of calls that are all over: charges reach it some ticks after
 * the answers. Reads it again half a second later, because no charge may come twice.
 */
export const expectUsage = async (folder: ServeFolder, account: string, expected: Partial<Usage>): Promise<void> => {
  const names = Object.keys(expected) as (keyof Usage)[]
  const read = async (): Promise<Partial<Usage>> => {
    const usage = await usageOf(folder, account)
    return Object.fromEntries(names.map((name) => [name, usage[name]]))
  }
  await expectSoon(read, expected, 20_000)
  await sleep(500)
  expect(await read()).toEqual(expected)
}

/**
 * Returns how many calls were refused, and cost nothing, for such a reason: the store or the node
 * was silent for too long. Removes them from the tally.
 */
export const takeRefused = ({ others }: Tally, reason: 'ledger_unavailable' | 'upstream_timeout'): number => {
  const texts = [...others.keys()].filter((text) => text.includes(reason))
  const calls = texts.reduce((sum, text) => sum + others.get(text)!, 0)
  for (const text of texts) others.delete(text)
  return calls
}

/**
 * Asks again, as clients do, while calls are refused because the store or the node was silent for
 * too long. Returns the number of calls that the usage counts and whose price was given back: the
 * node answered them too late.
 */
export const askAgain = async (
  folder: ServeFolder,
  url: string,
  { account, key }: { readonly account: string; readonly key: string },
  tally: Tally,
): Promise<number> => {
  let givenBack = 0
  for (;;) {
    const late = takeRefused(tally, 'upstream_timeout')
    const calls = late + takeRefused(tally, 'ledger_unavailable')
    if (calls === 0) return givenBack
    givenBack += late
    // The price of late calls is given back before.
    await expectSoon(async () => (await usageOf(folder, account)).credits, tally.answered * PRICE, 10_000)
    for (let sent = 0; sent < calls; sent += 100) {
      const ids = Array.from({ length: Math.min(100, calls - sent) }, (_, id) => id)
      await post(url, key, ids, tally, STORM_REPLY_MS)
    }
  }
}

/** Sends all calls at once on one WebSocket and waits for all replies. */
export const sendAll = async (url: string, key: string, calls: number, tally: Tally): Promise<void> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/main/ws/v3/${key}`)
  await new Promise<void>((resolve, reject) => {
    let open = calls
    socket.on('open', () => {
      for (let id = 0; id < calls; id++) socket.send(JSON.stringify(callOf(id)))
    })
    socket.on('message', (data) => {
      count(tally, JSON.parse(String(data)))
      if (--open === 0) resolve()
    })
    socket.on('error', reject)
    socket.on('close', (code) =>
      open === 0 ? resolve() : reject(new Error(`closed with ${code}, ${open} unanswered`)),
    )
  })
  socket.close()
}
