import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStoreAt } from '../../../../src/server/storage/open-address.js'
import { openPostgres } from '../../../../src/server/storage/postgres/open.js'
import { backUp } from '../../../../src/server/storage/whole/backup.js'
import { checkStore } from '../../../../src/server/storage/whole/check-store.js'
import { type CopyOptions, copiedTables, copyStore } from '../../../../src/server/storage/whole/copy-store.js'
import { refuseServed } from '../../../../src/server/storage/whole/whole-store.js'
import { patientLimits } from '../../../support/postgres-place.js'
import { aCharge } from '../../../support/store-place.js'
import { ROWS, rowsOf, wholeStores } from '../../../support/whole-stores.js'

const { place, whole, emptyPostgres, filledStore } = wholeStores()

test('a store goes from SQLite to PostgreSQL and back without a difference, and its day is charged on', async () => {
  const { account, key } = await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const address = await emptyPostgres()
  const there = await whole(address)
  const progress: number[] = []
  const copied = await copyStore(from, there, {
    onProgress: ({ table, copied }) => void (table === 'usage' && progress.push(copied)),
  })
  expect(copied.find(({ table }) => table === 'usage')).toEqual({ table: 'usage', copied: ROWS, of: ROWS })
  expect(progress).toEqual([2_000, 4_000, ROWS])
  const back = await whole(`sqlite:${join(place.folder, 'back.db')}`)
  await copyStore(there, back)
  expect(await rowsOf(there)).toEqual(await rowsOf(from))
  expect(await rowsOf(back)).toEqual(await rowsOf(from))
  expect([await checkStore(from), await checkStore(there), await checkStore(back)]).toEqual([[], [], []])

  const served = await openPostgres(address, { clock: () => place.nowMs, limits: patientLimits })
  try {
    const used = (ROWS * (ROWS - 1)) / 2
    await served.leases!.begin('process-1')
    const ask = { accountId: account.id, scope: '', day: '2026-11-21', keep: 0, want: 10, least: 1, limit: used + 1 }
    const exchange = { processId: 'process-1', fromLine: 0, toLine: 0, rows: [], asks: [ask] }
    expect(await served.leases!.exchange(exchange)).toEqual([{ granted: 1, used, elsewhere: 0 }])
    expect(await served.accounts.findKey(key.id)).toMatchObject({ label: "o'", dailyLimit: 7 })
    await expect(refuseServed(there)).rejects.toThrow('1 process has served from postgres://')
    expect(await checkStore(there)).toEqual([])
  } finally {
    await served.close()
  }
})

test('every table of a store is copied, or known to be no part of a copy, and every column of it', async () => {
  // How far journals are settled is carried over apart, and so is the secret of ids. The name under
  // which a file is served is the file's. Sessions of the dashboard, and links that begin one, end
  // with the store they are of.
  const apart = [
    'settled_lines',
    'ended_processes',
    'served_as',
    'sessions',
    'sign_in_links',
    'used_challenges',
    'dashboard_secrets',
  ]
  await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const to = await whole(`sqlite:${join(place.folder, 'wider.db')}`)
  const present = (await from.db.introspection.getTables()).map(({ name }) => name)
  expect([...present].sort()).toEqual([...copiedTables, ...apart].sort())
  for (const { db } of [from, to]) await sql`ALTER TABLE keys ADD COLUMN note TEXT`.execute(db)
  await sql`UPDATE keys SET note = 'kept'`.execute(from.db)
  await copyStore(from, to)
  expect((await sql`SELECT note FROM keys`.execute(to.db)).rows).toEqual([{ note: 'kept' }])
})

test('a PostgreSQL store is copied though another schema has tables of the same names', async () => {
  await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const there = await whole(await emptyPostgres())
  await copyStore(from, there)
  await sql`CREATE SCHEMA app`.execute(there.db)
  await sql`CREATE TABLE app.accounts (other TEXT)`.execute(there.db)
  const back = await whole(`sqlite:${join(place.folder, 'back.db')}`)
  await copyStore(there, back)
  expect(await rowsOf(back)).toEqual(await rowsOf(from))
})

test('a copy has the secret of ids, and none of the dashboard', async () => {
  const { stateSecret, passkeys } = (await filledStore()).store
  await stateSecret('first')
  await passkeys.challengeKey('challenges')
  const address = await emptyPostgres()
  // A gateway started there before the copy.
  const early = await openPostgres(address, { clock: () => place.nowMs, limits: patientLimits })
  await early.stateSecret('early')
  await early.close()
  const there = await whole(address)
  await copyStore(await whole(`sqlite:${place.path}`), there)
  const back = await whole(`sqlite:${join(place.folder, 'back.db')}`)
  await copyStore(there, back)
  for (const { db } of [there, back]) {
    const secrets = await db.selectFrom('dashboard_secrets').selectAll().execute()
    expect(secrets).toEqual([{ name: 'state', secret: 'first' }])
  }
})

test.each(['sqlite', 'postgres'])(
  'a copy into a %s store that was emptied keeps nothing of its former life',
  async (engine) => {
    const { account } = await filledStore()
    const from = await whole(`sqlite:${place.path}`)
    await sql`INSERT INTO ended_processes (process_id, line) VALUES ('p', 7)`.execute(from.db)
    const address = engine === 'sqlite' ? `sqlite:${join(place.folder, 'emptied.db')}` : await emptyPostgres()
    const to = await whole(address)
    const ofEngine =
      engine === 'sqlite'
        ? [sql`INSERT INTO settled_lines VALUES ('p', 3)`]
        : [
            sql`INSERT INTO balances VALUES (${account.id}, '', '2026-11-21', 1, 1)`,
            sql`INSERT INTO leases VALUES ('p', ${account.id}, '', '2026-11-21', 0)`,
            sql`INSERT INTO processes VALUES ('p', 3, '-infinity')`,
          ]
    for (const insert of [
      sql`INSERT INTO sessions VALUES ('hash', ${account.id}, 'b', '', '', '', NULL)`,
      sql`INSERT INTO sign_in_links VALUES ('hash', ${account.id}, '', '')`,
      sql`INSERT INTO used_challenges VALUES ('hash', '')`,
      sql`INSERT INTO dashboard_secrets VALUES ('challenges', 'old')`,
      ...ofEngine,
    ])
      await insert.execute(to.db)
    await copyStore(from, to)
    expect(await checkStore(to)).toEqual([])
    const left = ['sessions', 'sign_in_links', 'used_challenges', 'dashboard_secrets']
    for (const table of [...left, engine === 'sqlite' ? 'settled_lines' : 'processes'])
      expect([table, (await sql`SELECT * FROM ${sql.table(table)}`.execute(to.db)).rows]).toEqual([table, []])
    expect((await sql`SELECT * FROM ended_processes`.execute(to.db)).rows).toHaveLength(1)
  },
)

test('a copy of a store that a gateway began to serve meanwhile is not finished', async () => {
  await filledStore()
  const from = await whole(await emptyPostgres())
  await copyStore(await whole(`sqlite:${place.path}`), from)
  const address = `sqlite:${join(place.folder, 'back.db')}`
  const to = await whole(address)
  const begun: Promise<unknown>[] = []
  const copying = copyStore(from, to, {
    onProgress: ({ table }) => {
      if (table === 'accounts') begun.push(sql`INSERT INTO processes VALUES ('late')`.execute(from.db))
    },
    refuseServed: async () => {
      await Promise.all(begun)
      await refuseServed(from)
    },
  })
  await expect(copying).rejects.toThrow('1 process has served from postgres://')
  await expect(openStoreAt(address, { clock: () => place.nowMs })).rejects.toThrow('holds only part of a copy of')
})

test('an interrupted copy goes on where it stopped; one of another store is refused, and so is a store that is not empty', async () => {
  await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const to = await whole(await emptyPostgres())
  const interrupted = copyStore(from, to, {
    onProgress: ({ table, copied }) => {
      if (table === 'usage' && copied === 2_000) throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const other = await whole(`sqlite:${join(place.folder, 'other.db')}`)
  await expect(copyStore(other, to)).rejects.toThrow(`holds part of a copy of ${from.name}`)
  const progress: number[] = []
  await copyStore(from, to, { onProgress: ({ table, copied }) => void (table === 'usage' && progress.push(copied)) })
  expect(progress).toEqual([4_000, ROWS])
  expect(await rowsOf(to)).toEqual(await rowsOf(from))
  await expect(copyStore(from, to)).rejects.toThrow('is not empty: accounts has 1 rows')
})

test('a copy that goes on has what changed in the source after its interruption, or names the table', async () => {
  const { store, account, key } = await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const to = await whole(await emptyPostgres())
  const interruptIn = (wanted: string): CopyOptions => ({
    onProgress: ({ table }) => {
      if (table === wanted) throw new Error('interrupted')
    },
  })
  await expect(copyStore(from, to, interruptIn('usage'))).rejects.toThrow('interrupted')
  await store.accounts.revokeKey(key.id)
  await store.accounts.changeAccount(account.id, { isSuspended: true })
  await expect(copyStore(from, to, interruptIn('forwarded'))).rejects.toThrow('interrupted')
  expect((await rowsOf(to)).keys).toEqual((await rowsOf(from)).keys)
  expect((await rowsOf(to)).accounts).toEqual((await rowsOf(from)).accounts)

  // The first page of the usage is in the target already.
  await store.usage.write([aCharge({ accountId: account.id, keyId: key.id, method: 'm0', credits: 5 })])
  await expect(copyStore(from, to)).rejects.toThrow(
    'if the source was served after an interruption of its copy, begin with another file',
  )
})

test.each(['sqlite', 'postgres'])(
  'an interrupted copy into a %s store is not opened as a store, nor copied, and check says so',
  async (engine) => {
    await filledStore()
    const from = await whole(`sqlite:${place.path}`)
    const address = engine === 'sqlite' ? `sqlite:${join(place.folder, 'part.db')}` : await emptyPostgres()
    const to = await whole(address)
    const interrupt = () => {
      throw new Error('interrupted')
    }
    await expect(copyStore(from, to, { onProgress: interrupt })).rejects.toThrow('interrupted')
    const isPart = `holds only part of a copy of ${from.name}`
    await expect(openStoreAt(address, { clock: () => place.nowMs })).rejects.toThrow(isPart)
    expect(await checkStore(to)).toEqual([expect.stringContaining(isPart)])
    const backup = join(place.folder, 'backup.db')
    await expect(backUp(to, backup)).rejects.toThrow(isPart)
    expect(existsSync(backup)).toBe(false)
    await expect(copyStore(to, await whole(`sqlite:${join(place.folder, 'other.db')}`))).rejects.toThrow(isPart)
    // The copy brought the mark of a journal, and the source then went on with it.
    const [id, line] = engine === 'sqlite' ? (['process_id', 'line'] as const) : (['id', 'settled_line'] as const)
    await sql`INSERT INTO ended_processes (${sql.ref(id)}, ${sql.ref(line)}) VALUES ('p', 3)`.execute(to.db)
    await sql`INSERT INTO ended_processes (process_id, line) VALUES ('p', 7)`.execute(from.db)
    await copyStore(from, to)
    const marks = sql<{ line: number }>`SELECT ${sql.ref(line)} AS line FROM ended_processes WHERE ${sql.ref(id)} = 'p'`
    expect((await marks.execute(to.db)).rows.map((row) => Number(row.line))).toEqual([7])
    await (await openStoreAt(address, { clock: () => place.nowMs })).close()
    expect(await checkStore(to)).toEqual([])
  },
)

test('a copy that fills the disk says so, and goes on afterwards', async () => {
  await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const to = await whole(`sqlite:${join(place.folder, 'full.db')}`)
  await sql`CREATE TRIGGER fill BEFORE INSERT ON usage
    BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`.execute(to.db)
  await expect(copyStore(from, to)).rejects.toThrow('database or disk is full')
  await sql`DROP TRIGGER fill`.execute(to.db)
  await copyStore(from, to)
  expect(await rowsOf(to)).toEqual(await rowsOf(from))
})
