import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BalancesLocked, type LeaseExchange, type LeaseStore } from '../../../src/server/credits/leases/lease-store.js'
import { expectSoon } from '../../support/expect-soon.js'
import {
  askFor,
  faultyPostgres,
  LONGER_THAN_ANY_MS,
  leased,
  leasing,
  SOON_MS,
  shortLimits,
} from '../../support/faulty-postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
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
