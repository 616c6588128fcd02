import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { type LossyNetwork, startLossyNetwork } from '../../support/lossy-network.js'
import { startPostgres, type TestPostgres } from '../../support/postgres.js'
import {
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../../support/serve-process.js'
import { stopwatch } from '../../support/stopwatch.js'
import { newTally, PRICE, post, type Tally } from './gateways.js'

/** A gateway in a separate process, with a separate network between it and PostgreSQL. */
export interface Networked {
  readonly network: LossyNetwork
  /** Changes with every start. */
  process: ServeProcess
  start(): Promise<void>
}

/** Several such gateways, on one PostgreSQL and one state folder. */
export interface NetworkedReplicas {
  readonly postgres: TestPostgres
  readonly folder: ServeFolder
  readonly replicas: readonly Networked[]
  stop(): Promise<void>
}

/** Starts PostgreSQL, a node that answers everything, and `count` gateways. */
export const startNetworked = async (count: number): Promise<NetworkedReplicas> => {
  const postgres = await startPostgres()
  const upstream: FakeUpstream = await startFakeUpstream(() => ({ resultText: '"0x10"' }))
  const text = serveConfig({ main: evmNetwork(upstream.url) }, 'log: { level: error }\n').replace(
    /^plans:$/m,
    'plans:\n  custom: { creditsPerSecond: 100000000, burstSeconds: 1 }',
  )
  const withStore = (url: string) => text.replace(/^store:.*$/m, `store: "${url}"`)
  const folder = createServeFolder(withStore(postgres.url))
  const begin = async (index: number): Promise<Networked> => {
    const network = await startLossyNetwork(Number(new URL(postgres.url).port))
    const file = join(folder.folder, `replica-${index}.yaml`)
    writeFileSync(file, withStore(network.through(postgres.url)))
    const one: Networked = {
      network,
      process: await startServe(file),
      start: async () => {
        one.process = await startServe(file)
      },
    }
    return one
  }
  const replicas = await Promise.all(Array.from({ length: count }, (_, index) => begin(index)))
  return {
    postgres,
    folder,
    replicas,
    stop: async () => {
      await Promise.all(replicas.map((one) => one.process.stop()))
      await Promise.all(replicas.map((one) => one.network.stop()))
      await upstream.stop()
      await postgres.stop()
      folder.remove()
    },
  }
}

/**
 * Holds locks in a separate session. Returns a function that ends the session, also after the
 * server was killed.
 */
export const holdLock = async (url: string, statement: string): Promise<() => Promise<void>> => {
  const holder = new pg.Client({ connectionString: url })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`BEGIN; ${statement}`)
  return () => holder.end().catch(() => {})
}

/** Calls of one key at one gateway, one after the other with a pause, until they are stopped. */
export interface Lane {
  readonly tally: Tally
  /**
   * Returns the milliseconds of the slowest reply since the last call of this function, by
   * `stopwatch`.
   */
  slowestMs(): number
  stop(): Promise<void>
}

/** Starts a lane; `pauseMs` keeps the load light. */
export const startLane = (urlNow: () => string, key: string, tally = newTally(), pauseMs = 20): Lane => {
  let isOver = false
  let slowestMs = 0
  const run = async () => {
    for (let id = 0; !isOver; id++) {
      const spentMs = stopwatch()
      await post(urlNow(), key, id, tally)
      slowestMs = Math.max(slowestMs, spentMs())
      await sleep(pauseMs)
    }
  }
  const running = run()
  return {
    tally,
    slowestMs: () => {
      const slowest = slowestMs
      slowestMs = 0
      return slowest
    },
    stop: () => {
      isOver = true
      return running
    },
  }
}

/**
 * Reads the usage of an account, the used and taken credits of its balance, and the outstanding
 * credits of its leases from the store.
 */
export const booksOf = async (url: string, accountId: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT (SELECT COALESCE(SUM(credits), 0)::int FROM usage WHERE account_id = $1) AS usage,
      (SELECT COALESCE(SUM(used), 0)::int FROM balances WHERE account_id = $1 AND scope = '') AS used,
      (SELECT COALESCE(SUM(taken), 0)::int FROM balances WHERE account_id = $1 AND scope = '') AS taken,
      (SELECT COALESCE(SUM(outstanding), 0)::int FROM leases WHERE account_id = $1 AND scope = '') AS outstanding`,
    [accountId],
  )
  await client.end()
  return rows[0] as { usage: number; used: number; taken: number; outstanding: number }
}

/**
 * Expects that the store agrees with itself and with the callers. The usage is never more than the
 * daily limit. It has all answered calls, and besides them at most calls whose replies were lost.
 */
export const expectLaw = async (url: string, accountId: string, limitCredits: number, tally: Tally): Promise<void> => {
  const { usage, used, taken, outstanding } = await booksOf(url, accountId)
  const answered = tally.answered * PRICE
  const lost = ((tally.others.get('lost') ?? 0) + (tally.others.get('unanswered') ?? 0)) * PRICE
  expect({ used, taken }).toEqual({ used: usage, taken: used + outstanding })
  expect(usage).toBeLessThanOrEqual(limitCredits)
  expect(answered).toBeLessThanOrEqual(usage)
  expect(usage).toBeLessThanOrEqual(answered + lost)
}
