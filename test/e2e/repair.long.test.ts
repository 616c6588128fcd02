import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { startPostgres } from '../support/postgres.js'
import { createServeFolder, runCommand, type ServeProcess, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { LONG_MS, until } from '../support/workers.js'
import { anAccountFor, count, newTally, PRICE, type Tally } from './replicas/gateways.js'

const LOAD_MS = 3_000
const PAUSE_MS = 20
/** More calls than this test makes. */
const MANY_CALLS = 100_000
/** Calls that the account may make which runs dry in the first part. */
const DRY_CALLS = 150

/**
 * An account, its key, and how its calls were answered over everything that is done to its store.
 */
interface Member {
  readonly account: string
  readonly key: string
  readonly tally: Tally
  readonly limit: number
}

let members: Member[]
let slot = 0

const configFor = (store: string): string =>
  serveConfig(
    {
      main: `family: evm, hosts: [], upstreams: [{ name: one, url: "${nodes[0]!.url}" }, { name: two, url: "${nodes[1]!.url}" }]`,
    },
    'log: { level: error }\nlimits: { drainTimeoutMs: 5000 }\n',
  )
    .replace(/^store:.*$/m, `store: "${store}"`)
    .replace(/^admin:.*$/m, `admin: { host: 127.0.0.1, port: 0, token: "${ADMIN_TOKEN}" }`)
    .replace(/^plans:$/m, 'plans:\n  custom: { creditsPerSecond: 100000000 }')

const postgres = started(() => startPostgres())
const nodes = started(() =>
  Promise.all([0, 1].map(() => startFakeUpstream(() => ({ resultText: '"0x10"', delayMs: 5 })))),
)
const folder = started(async () => createServeFolder(configFor(await postgres.createDatabase('first'))))
beforeAll(async () => {
  members = [{ ...(await anAccountFor(folder, MANY_CALLS)), tally: newTally(), limit: MANY_CALLS }]
})

/** A call that a node has to answer; one whose connection breaks is lost. */
const call = async (url: string, { key, tally }: Member): Promise<void> => {
  const params = [`0x${'ab'.repeat(20)}`, `0x${(++slot).toString(16)}`, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getStorageAt', params })
  try {
    const response = await fetch(`${url}/main/v3/${key}`, { method: 'POST', body })
    count(tally, (await response.json()) as Parameters<typeof count>[1])
  } catch {
    tally.others.set('lost', (tally.others.get('lost') ?? 0) + 1)
  }
}

/**
 * Starts gateways on the store of the configuration, has all members call while `act` is done, and
 * stops them.
 */
const underLoad = async (
  gateways: number,
  act: (processes: ServeProcess[]) => Promise<void> = () => sleep(LOAD_MS),
  options: readonly string[] = [],
): Promise<void> => {
  const start = () => startServe(folder.configFile, undefined, options)
  const processes = await Promise.all(Array.from({ length: gateways }, start))
  let isOver = false
  const lane = async (member: Member, index: number) => {
    while (!isOver) {
      await call(processes[index]!.url, member)
      await sleep(PAUSE_MS)
    }
  }
  const lanes = members.flatMap((member) => processes.map((_, index) => lane(member, index)))
  try {
    await sleep(LOAD_MS / 2)
    await act(processes)
    await sleep(LOAD_MS / 2)
  } finally {
    isOver = true
    await Promise.all(lanes)
    await Promise.all(processes.map((one) => one.stop()))
  }
}

const kill = async (processes: ServeProcess[], index: number): Promise<void> => {
  processes[index]!.child.kill('SIGKILL')
  await processes[index]!.exited
  processes[index] = await startServe(folder.configFile)
  await sleep(LOAD_MS / 2)
}

const callsOf = async (account: string): Promise<number> => {
  const { calls, credits } = await folder.json('usage', '--account', account)
  expect(credits).toBe(calls * PRICE)
  return calls
}

/**
 * Calls that were charged, with those that a gateway left in its journal because its end was short
 * on a busy machine. What is missing then is lost.
 */
const chargedCalls = async ({ account, tally }: Member): Promise<number> => {
  const settled = await callsOf(account)
  if (settled >= tally.answered) return settled
  await folder.json('store', 'journals')
  return callsOf(account)
}

/**
 * The law, over all that was done so far: what callers got was charged once, what was charged they
 * got or lost, and no more than the day's.
 */
const expectLaw = async (): Promise<void> => {
  expect(await folder.json('store', 'check')).toEqual({ differences: [] })
  for (const member of members) {
    const { tally, limit } = member
    const charged = await chargedCalls(member)
    const lost = tally.others.get('lost') ?? 0
    // On a machine that is busy a store may be too slow to lend; such a call is refused and costs
    // nothing.
    const others = [...tally.others.keys()].filter((text) => text !== 'lost' && !text.includes('ledger_unavailable'))
    expect(others).toEqual([])
    expect(tally.answered).toBeLessThanOrEqual(charged)
    expect(charged).toBeLessThanOrEqual(tally.answered + lost)
    expect(charged).toBeLessThanOrEqual(limit)
  }
}

test('gateways that start at once serve one store, and one that is killed loses nothing', async () => {
  await underLoad(3)
  await expectLaw()
  // This account runs dry while a gateway is killed.
  const dry = await anAccountFor(folder, DRY_CALLS)
  members.push({ ...dry, tally: newTally(), limit: DRY_CALLS })
  const { tally } = members[1]!
  await underLoad(2, async (processes) => {
    await kill(processes, 1)
    await until(() => tally.exhausted > 0, LONG_MS)
  })
  await expectLaw()
  expect(tally.answered).toBeGreaterThanOrEqual(DRY_CALLS - (tally.others.get('lost') ?? 0))
})

const backup = () => join(folder.folder, 'under-load.db')

test('an upstream is cordoned and a backup is made while callers call: no connection breaks and no call is lost', async () => {
  const lost = members.map(({ tally }) => tally.others.get('lost') ?? 0)
  await underLoad(2, async (processes) => {
    const all = (method: string) =>
      Promise.all(processes.map(({ adminUrl }) => callApi(adminUrl, method, { name: 'one', network: 'main' })))
    const asked = (index: number) =>
      nodes[index]!.requests.filter(({ body }) => body.includes('eth_getStorageAt')).length
    await all('upstreams.cordon')
    await sleep(200)
    const [one, two] = [asked(0), asked(1)]
    await folder.json('store', 'backup', backup())
    await sleep(LOAD_MS / 2)
    expect(asked(0)).toBe(one)
    expect(asked(1)).toBeGreaterThan(two)
    await all('upstreams.uncordon')
    await until(() => asked(0) > one)
  })
  expect(members.map(({ tally }) => tally.others.get('lost') ?? 0)).toEqual(lost)
  await expectLaw()
})

test('the backup that was made under load is whole: its books agree, and it has no call that was not made', async () => {
  const now = await callsOf(members[0]!.account)
  const other = createServeFolder(configFor(await postgres.createDatabase('copy')))
  try {
    await other.json('store', 'restore', backup())
    expect(await other.json('store', 'check')).toEqual({ differences: [] })
    const { calls, credits } = await other.json('usage', '--account', members[0]!.account)
    expect(credits).toBe(calls * PRICE)
    expect(calls).toBeGreaterThan(0)
    expect(calls).toBeLessThan(now)
  } finally {
    other.remove()
  }
})

const wholeBackup = () => join(folder.folder, 'whole.db')

test('a backup of a gateway that is stopped is restored with every call, and served on', async () => {
  const before = await callsOf(members[0]!.account)
  await folder.json('store', 'backup', wholeBackup())
  folder.save(configFor(await postgres.createDatabase('restored')))
  await folder.json('store', 'restore', wholeBackup())
  expect(await callsOf(members[0]!.account)).toBe(before)
  await underLoad(2)
  await expectLaw()
})

test('it moves to SQLite and workers, and back to PostgreSQL and a gateway that is killed, with every call', async () => {
  const restored = postgres.url.replace(/\/[^/]*$/, '/restored')
  const file = `sqlite:${join(folder.folder, 'moved.db')}`
  await folder.json('store', 'check')
  expect((await runCommand('store', 'migrate', restored, file)).stderr).toBe('')
  folder.save(configFor(file))
  await underLoad(1, undefined, ['--workers', '2'])
  await expectLaw()
  const last = await postgres.createDatabase('last')
  expect((await runCommand('store', 'migrate', file, last)).stderr).toBe('')
  folder.save(configFor(last))
  await underLoad(2, (processes) => kill(processes, 0))
  await expectLaw()
  // The day is still the same day to an account that had used it up.
  expect(await callsOf(members[1]!.account)).toBe(DRY_CALLS)
})

test('a store of a newer release is refused and left alone; the backup from before it is what to roll back to', async () => {
  const last = postgres.url.replace(/\/[^/]*$/, '/last')
  const client = new pg.Client(last)
  await client.connect()
  await client.query('UPDATE schema_version SET version = version + 1')
  const before = await client.query('SELECT SUM(calls)::int AS calls FROM usage')
  await expect(startServe(folder.configFile)).rejects.toThrow(/schema version \d+, this Tollgate knows \d+/)
  expect((await client.query('SELECT SUM(calls)::int AS calls FROM usage')).rows).toEqual(before.rows)
  await client.end()
  folder.save(configFor(await postgres.createDatabase('rolled_back')))
  await folder.json('store', 'restore', wholeBackup())
  const answered = members[0]!.tally.answered
  await underLoad(1)
  expect(members[0]!.tally.answered).toBeGreaterThan(answered)
  expect(await folder.json('store', 'check')).toEqual({ differences: [] })
})
