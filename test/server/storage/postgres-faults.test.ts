import { setTimeout as sleep } from 'node:timers/promises'
import { jest } from '@jest/globals'
import pg from 'pg'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { BalancesLocked, type LeaseExchange, type LeaseStore } from '../../../src/server/credits/leases/lease-store.js'
import { Connections } from '../../../src/server/storage/postgres/connections.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { PostgresConnection } from '../../../src/server/storage/postgres/postgres-connection.js'
import type { Store } from '../../../src/server/storage/store.js'
import { expectSoon } from '../../support/expect-soon.js'
import {
  askFor,
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
import { aCharge } from '../../support/store-place.js'

const postgres = faultyPostgres()
const { open, holding } = postgres

/** Line 1: 255 credits charged to acc_1, of 300 that were leased. */
const charging: LeaseExchange = {
  processId: 'p',
  fromLine: 0,
  toLine: 1,
  rows: [aCharge()],
  asks: [askFor('acc_1', 45, 0)],
}

const books = async (database = postgres.url) => {
  const reader = new pg.Client({ connectionString: database })
  await reader.connect()
  const { rows } = await reader.query(`SELECT
    (SELECT sum(taken)::int FROM balances) AS taken, (SELECT sum(used)::int FROM balances WHERE scope = '') AS used,
    (SELECT coalesce(sum(outstanding), 0)::int FROM leases) AS outstanding,
    (SELECT coalesce(sum(credits), 0)::int FROM usage) AS usage`)
  await reader.end()
  return rows[0]
}

/** Charges, again until the store takes it. */
const charge = (store: { leases: LeaseStore }) => expectSoon(() => leased(store, charging), [0], SOON_MS)

test('charges that met a lock for longer than every time limit are written, once', async () => {
  const [store, patient] = [await open(postgres.url, shortLimits), await open()]
  await patient.leases.begin('p')
  await patient.leases.exchange(leasing)
  const unlock = await holding('LOCK TABLE balances')
  let refusals = 0
  for (let startedMs = Date.now(); Date.now() - startedMs < LONGER_THAN_ANY_MS || refusals < 2; refusals++)
    await expect(store.leases.exchange(charging)).rejects.toThrow()
  await unlock()
  await charge(store)
  await charge(store)
  expect(await books()).toEqual({ taken: 300, used: 255, outstanding: 45, usage: 255 })
})

test('charges whose answer to any statement was lost are written, once, and other processes lease meanwhile', async () => {
  const statements = ['begin', 'SELECT settled_line', 'UPDATE processes', 'INSERT INTO "usage"', 'commit']
  const databases = await Promise.all(
    statements.map(async (statement) => {
      const own = await postgres.createDatabase()
      const lossy = await postgres.lossyNetwork(own)
      const mine = await open(lossy.through(own), shortLimits)
      // It gives up on a lock before the server ends the transaction whose answer was lost.
      const other = await open(own, { ...patientLimits, lockMs: shortLimits.lockMs })
      for (const id of ['p', 'q']) await other.leases.begin(id)
      await other.leases.exchange(leasing)
      return { statement, own, lossy, mine, other }
    }),
  )
  // Runs the cases one after the other, but awaits the lost answers together, because each takes a
  // whole time limit.
  const losses: Promise<unknown>[] = []
  for (const { statement, lossy, mine, other } of databases) {
    lossy.forgetAfter(statement)
    losses.push(mine.leases.exchange(charging).catch((error: Error) => error.message))
    await sleep(50)
    const lease = { ...leasing, processId: 'q', asks: [askFor('acc_2', 0, 100)] }
    expect([statement, await other.leases.exchange(lease)]).toMatchObject([statement, [{ granted: 100 }]])
  }
  await Promise.all(losses)
  for (const { statement, own, mine } of databases) {
    await charge(mine)
    const written = { taken: 400, used: 255, outstanding: 145, usage: 255 }
    expect([statement, await books(own)]).toEqual([statement, written])
  }
})

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

test("a lock on one account's balance leaves the others their leases", async () => {
  const { leases } = await open(postgres.url, { ...patientLimits, lockMs: shortLimits.lockMs })
  await leases.begin('p')
  await leases.exchange({ ...leasing, asks: [askFor('acc_1', 0, 300), askFor('acc_2', 0, 100)] })
  const unlock = await holding("SELECT * FROM balances WHERE account_id = 'acc_1' FOR UPDATE")
  const both = { ...charging, asks: [askFor('acc_1', 45, 0), askFor('acc_2', 100, 50)] }
  await expect(leases.exchange(both)).rejects.toBeInstanceOf(BalancesLocked)
  const unsettled = { ...both, asks: [askFor('acc_1', 300, 0), askFor('acc_2', 100, 50)] }
  expect(await leases.exchangeUnlocked!(unsettled)).toMatchObject([undefined, { granted: 50 }])
  await unlock()
  await leases.exchange({ ...both, asks: [askFor('acc_1', 45, 0), askFor('acc_2', 150, 0)] })
  expect(await books()).toEqual({ taken: 450, used: 255, outstanding: 195, usage: 255 })
})

test('an exchange that waits for a lock soon gives back the balances that it holds', async () => {
  // The wait is much longer than the test, even on a busy machine.
  const patient = { ...patientLimits, lockMs: 60_000, statementMs: 80_000, queryMs: 100_000 }
  const [one, other] = [
    await open(postgres.url, patient),
    await open(postgres.url, { ...patientLimits, lockMs: shortLimits.lockMs }),
  ]
  await one.leases.begin('p')
  await other.leases.begin('q')
  const both = { ...leasing, asks: [askFor('acc_1', 0, 300), askFor('acc_2', 0, 100)] }
  await one.leases.exchange(both)
  const unlock = await holding("SELECT * FROM balances WHERE account_id = 'acc_2' FOR UPDATE")
  let isWaiting = true
  const waiting = one.leases
    .exchange({ ...charging, asks: [askFor('acc_1', 45, 0), askFor('acc_2', 100, 0)] })
    .finally(() => {
      isWaiting = false
    })
  const waits = "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
  await expectSoon(async () => (await postgres.watcher.query(waits)).rows, [{ count: 1 }], SOON_MS)
  await expectSoon(() => leased(other, { ...leasing, processId: 'q', asks: [askFor('acc_1', 0, 20)] }), [20], SOON_MS)
  expect(isWaiting).toBe(true)
  await unlock()
  await waiting
  expect(await books()).toMatchObject({ used: 255, usage: 255 })
})

describe('a change of accounts', () => {
  const changed = (store: Store) => store.takeChange()
  test('is seen soon though the announcements were forgotten by the network', async () => {
    const [gateway, command] = [await open(postgres.network.through(postgres.url), shortLimits), await open()]
    // After a halt the gateway may just look for another connection.
    await expectSoon(() => postgres.network.forget((said) => said.includes('LISTEN')), 1)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    await expectSoon(() => changed(gateway), true)
    // Announcements arrive again, too. Wanted leases are announced in no other way.
    const wanted: string[] = []
    gateway.leases.onCallBack((accountId) => wanted.push(accountId))
    await expectSoon(
      async () => {
        await command.leases.callBack('acc_1')
        return wanted[0]
      },
      'acc_1',
      SOON_MS,
    )
  })

  test('is supposed when the store was not heard for too long', async () => {
    const gateway = await open(postgres.network.through(postgres.url), shortLimits)
    await expectSoon(() => changed(gateway), false)
    postgres.network.lose()
    await expectSoon(() => changed(gateway), true, SOON_MS)
    postgres.network.heal()
    await expectSoon(() => changed(gateway), true, SOON_MS)
  })
})

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

test('the announcements of changes are checked again after a check that the server refused', async () => {
  const { ask } = PostgresConnection.prototype
  let checks = 0
  const spied = jest.spyOn(PostgresConnection.prototype, 'ask').mockImplementation(function (
    this: PostgresConnection,
    ...asked: Parameters<typeof ask>
  ) {
    if (asked[0] !== 'SELECT 1' || ++checks > 1) return ask.apply(this, asked)
    return Promise.reject(new pg.DatabaseError('canceling statement due to user request', 0, 'error'))
  } as typeof ask)
  try {
    await open(postgres.url, shortLimits)
    await expectSoon(() => checks > 2, true, SOON_MS)
  } finally {
    spied.mockRestore()
  }
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
