import { setTimeout as sleep } from 'node:timers/promises'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { Connections } from '../../../src/server/storage/postgres/connections.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { expectSoon } from '../../support/expect-soon.js'
import {
  DAY,
  faultyPostgres,
  LONGER_THAN_ANY_MS,
  leased,
  leasing,
  SOON_MS,
  shortLimits,
} from '../../support/faulty-postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
import { stopwatch } from '../../support/stopwatch.js'

const postgres = faultyPostgres()
const { open, holding } = postgres

test('connections that a network has forgotten are thrown away all at once', async () => {
  const { accounts } = await open(postgres.network.through(postgres.url), {
    ...patientLimits,
    queryMs: shortLimits.queryMs,
  })
  await Promise.all(Array.from({ length: 8 }, () => accounts.listAccounts({ limit: 10 })))
  postgres.network.forget()
  let lost = 0
  const list = () =>
    accounts.listAccounts({ limit: 10 }).catch(() => {
      lost++
      return 'lost'
    })
  await expectSoon(list, [], SOON_MS)
  // One connection is tried in vain, not all five; another may be lost by a halt.
  expect(lost).toBeLessThanOrEqual(2)
})

test('a transaction whose process is silent is ended by the server, so that its locks stop no other', async () => {
  const { idleInTransactionMs } = shortLimits
  const connections = new Connections(postgres.url, { ...patientLimits, idleInTransactionMs })
  const silent = await connections.connect()
  await silent.query('BEGIN')
  await silent.query('LOCK TABLE balances').catch(() => {})
  await expectSoon(
    async () => {
      const { rows } = await postgres.watcher.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state LIKE 'idle in%' AND datname = current_database()",
      )
      return rows[0].n
    },
    0,
    SOON_MS,
  )
  await expect(silent.query('SELECT 1')).rejects.toThrow()
  silent.release()
  await connections.end()
})

test('a connection that comes back inside a transaction is never lent again', async () => {
  const connections = new Connections(postgres.url, patientLimits)
  const careless = await connections.connect()
  const pidOf = async (one: typeof careless) => (await one.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  const first = await pidOf(careless)
  await careless.query('BEGIN')
  careless.release()
  const next = await connections.connect()
  expect(await pidOf(next)).not.toBe(first)
  next.release()
  const again = await connections.connect()
  await again.query('SELECT 1')
  again.release()
  await connections.end()
})

test('commits are durable where the server is set to be careless', async () => {
  await postgres.watcher.query(`ALTER DATABASE ${new URL(postgres.url).pathname.slice(1)} SET synchronous_commit = off`)
  const connections = new Connections(postgres.url, patientLimits)
  const connection = await connections.connect()
  expect((await connection.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }])
  connection.release()
  await connections.end()
})

test.each(['repeatable read', 'serializable'])(
  'a transaction reads what others commit meanwhile where the server is set to be %s',
  async (isolation) => {
    const database = new URL(postgres.url).pathname.slice(1)
    await postgres.watcher.query(`ALTER DATABASE ${database} SET default_transaction_isolation = '${isolation}'`)
    const connections = new Connections(postgres.url, patientLimits)
    const connection = await connections.connect()
    await connection.query('BEGIN')
    expect((await connection.query('SHOW transaction_isolation')).rows).toEqual([
      { transaction_isolation: 'read committed' },
    ])
    await connection.query('ROLLBACK')
    connection.release()
    await connections.end()
  },
)

/** Returns the number of connections to the database besides the watcher's. */
const connectionsNow = async () => {
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> $1 AND backend_type = 'client backend'`
  const { rows } = await postgres.watcher.query(sql, [(postgres.watcher as unknown as { processID: number }).processID])
  return rows[0].n
}

test('a store that cannot be opened leaves no connection, and no timer that makes one', async () => {
  await (await openPostgres(postgres.url, { clock: Date.now, limits: patientLimits })).close()
  await postgres.watcher.query('BEGIN; LOCK TABLE spending IN ACCESS EXCLUSIVE MODE')
  await expect(openPostgres(postgres.url, { clock: Date.now, limits: shortLimits })).rejects.toThrow()
  await postgres.watcher.query('ROLLBACK')
  await expectSoon(connectionsNow, 0, SOON_MS)
  await new Promise((resolve) => setTimeout(resolve, 3 * shortLimits.pollEveryMs))
  expect(await connectionsNow()).toBe(0)
})

test('a process waits for the migration of another, longer than for any statement', async () => {
  const waiting = async () =>
    (await postgres.watcher.query("SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
      .rows[0].count
  const { queryMs, statementMs } = shortLimits
  const openLate = async () => {
    const release = await holding('SELECT pg_advisory_xact_lock(7655638)')
    const opening = open(postgres.url, { ...patientLimits, queryMs, statementMs }, 1).then(
      () => 'opened',
      ({ message }: Error) => message,
    )
    await expectSoon(waiting, 1, SOON_MS)
    await sleep(LONGER_THAN_ANY_MS)
    await release()
    return opening
  }
  // A halt in a later statement may outlast the limit of that one.
  await expectSoon(openLate, 'opened', 3 * LONGER_THAN_ANY_MS)
})

test('of the sessions begun while the database was read-only, one at most is used once it is writable', async () => {
  const { accounts, leases } = await open()
  await leases.begin('p')
  const database = new URL(postgres.url).pathname.slice(1)
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`
  await postgres.watcher.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  await postgres.watcher.query(end, [database])
  const errors: string[] = []
  const grant = async () => {
    const grantOrError = await leased({ leases }, leasing)
    if (typeof grantOrError === 'string') errors.push(grantOrError)
    return grantOrError
  }
  const isRefused = async () => /read-only/.test(String(await grant()))
  await expectSoon(isRefused, true, SOON_MS)
  // These calls begin sessions. One may use a connection whose end this process has not seen yet.
  await Promise.allSettled(Array.from({ length: 4 }, () => accounts.findByKeyHash('none')))
  await postgres.watcher.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
  errors.length = 0
  await expectSoon(grant, [300], SOON_MS)
  expect(errors.filter((message) => message.includes('read-only')).length).toBeLessThanOrEqual(1)
})

test('a store that hangs is closed at once', async () => {
  const { accounts, close } = await openPostgres(postgres.network.through(postgres.url), {
    clock: Date.now,
    // A poll under way would keep the connection that is open.
    limits: { ...patientLimits, pollEveryMs: 600_000 },
  })
  postgres.network.lose()
  const asked = accounts.listAccounts({ limit: 10 }).catch((error: Error) => error.message)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const spentMs = stopwatch()
  await close()
  expect(await asked).toBe('the store is closed')
  expect(spentMs()).toBeLessThan(3_000)
})

test('a store that is closed is away, for operations that wait for it as it closes', async () => {
  const { accounts, usage, close } = await openPostgres(postgres.url, { clock: Date.now, limits: patientLimits })
  await accounts.findAccount('acc_1')
  await close()
  // The second operation uses connections that were never opened.
  const late = [accounts.findAccount('acc_1'), usage.usageBy('acc_1', { from: DAY, to: DAY }, 'network')]
  for (const asked of late) await expect(asked).rejects.toThrow(StoreAway)
})
