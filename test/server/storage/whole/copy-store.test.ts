import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import Database from 'libsql'
import { DURATION_BUCKETS } from '../../../../src/server/credits/usage/duration-buckets.js'
import { MIGRATIONS } from '../../../../src/server/storage/migrations.js'
import { openStoreAt } from '../../../../src/server/storage/open-address.js'
import { openPostgres } from '../../../../src/server/storage/postgres/open.js'
import { backUp } from '../../../../src/server/storage/whole/backup.js'
import { checkStore } from '../../../../src/server/storage/whole/check-store.js'
import { type CopyOptions, copiedTables, copyStore } from '../../../../src/server/storage/whole/copy-store.js'
import {
  openBackup,
  openWholeStore,
  refuseServed,
  type WholeStore,
} from '../../../../src/server/storage/whole/whole-store.js'
import { startPostgres } from '../../../support/postgres.js'
import { patientLimits } from '../../../support/postgres-place.js'
import { started } from '../../../support/started.js'
import { aCharge, StorePlace } from '../../../support/store-place.js'

const place = new StorePlace()
let count = 0
const postgres = started(() => startPostgres())
const open: WholeStore[] = []
afterEach(async () => {
  for (const whole of open.splice(0)) await whole.close()
})
const whole = async (address: string): Promise<WholeStore> => {
  const opened = await openWholeStore(address)
  open.push(opened)
  return opened
}
const emptyPostgres = () => postgres.createDatabase(`books_${count++}`)

const ROWS = 4_500

/** A SQLite store with a row of everything, and more usage than two pages. */
const filledStore = async () => {
  const store = place.store()
  const account = await store.accounts.createAccount({ name: 'Änn', plan: 'core', isFailoverOn: true })
  const key = await store.accounts.createKey(
    {
      accountId: account.id,
      label: "o'",
      networks: ['main'],
      allowedMethods: [],
      allowedContracts: [],
      allowedOrigins: [],
      allowedSources: [],
      dailyLimit: 7,
    },
    'a'.repeat(64),
  )
  const usage = Array.from({ length: ROWS }, (_, index) =>
    aCharge({ accountId: account.id, keyId: key.id, method: `m${index}`, credits: index }),
  )
  await store.usage.write(usage)
  await store.usage.recordKeyUses(new Map([[key.id, '2026-11-21T12:00:00.000Z']]))
  const call = { at: '2026-11-21T12:00:00.000Z', accountId: account.id, keyId: key.id, network: 'main' }
  await store.usage.recordForwarded({ ...call, method: 'a', partner: 'p', reason: 'no_upstream', durationMs: 0.1 })
  await store.usage.recordForwarded({ ...call, method: 'b', partner: 'p', reason: 'no_upstream', durationMs: 0.2 })
  const ofDay = { accountId: account.id, day: '2026-11-21', network: 'main', method: 'a' }
  await store.usage.recordDurations([{ ...ofDay, buckets: Array.from({ length: DURATION_BUCKETS }, (_, one) => one) }])
  return { store, account, key }
}

const all = async ({ db }: WholeStore) => {
  const entries = await Promise.all(
    copiedTables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(db)
      return [table, rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()]
    }),
  )
  return Object.fromEntries(entries)
}

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
  expect(await all(there)).toEqual(await all(from))
  expect(await all(back)).toEqual(await all(from))
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
  expect(await all(back)).toEqual(await all(from))
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
  expect(await all(to)).toEqual(await all(from))
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
  expect((await all(to)).keys).toEqual((await all(from)).keys)
  expect((await all(to)).accounts).toEqual((await all(from)).accounts)

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

test.each(['sqlite', 'postgres'])(
  'a backup of a %s store is a file of its own that only its owner reads',
  async (engine) => {
    await filledStore()
    const sqlite = await whole(`sqlite:${place.path}`)
    const from = engine === 'sqlite' ? sqlite : await whole(await emptyPostgres())
    if (from !== sqlite) await copyStore(sqlite, from)
    const file = join(place.folder, 'backup.db')
    await backUp(from, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await all(await whole(`sqlite:${file}`))).toEqual(await all(sqlite))
    await expect(backUp(from, file)).rejects.toThrow('is there already')
  },
)

test('of two backups to one name one is written, whole, and the other is refused', async () => {
  await filledStore()
  const sqlite = await whole(`sqlite:${place.path}`)
  const from = await whole(await emptyPostgres())
  await copyStore(sqlite, from)
  const folder = join(place.folder, 'backups')
  mkdirSync(folder)
  const file = join(folder, 'backup.db')
  const second = await whole(`sqlite:${place.path}`)
  const ends = await Promise.allSettled([from, sqlite, second].map((one) => backUp(one, file)))
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.message] : []))
  expect(refusals).toEqual(Array(2).fill(`${file} is there already; a backup goes into a new file`))
  expect(await all(await whole(`sqlite:${file}`))).toEqual(await all(sqlite))
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
})

test('a backup is only read: it keeps its bytes and has no files beside it', async () => {
  await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const folder = join(place.folder, 'backups')
  mkdirSync(folder)
  const file = join(folder, '100% #1?.db')
  await backUp(from, file)
  const bytes = readFileSync(file)
  chmodSync(file, 0o400)
  const backup = openBackup(file)
  open.push(backup)
  const to = await whole(`sqlite:${join(place.folder, 'restored.db')}`)
  await copyStore(backup, to)
  expect(await all(to)).toEqual(await all(from))
  expect(readdirSync(folder)).toEqual(['100% #1?.db'])
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a copied store that has a write-ahead log is restored with what is in the log', async () => {
  const { account } = await filledStore()
  const file = join(place.folder, 'copied.db')
  for (const end of ['', '-wal']) copyFileSync(`${place.path}${end}`, `${file}${end}`)
  const backup = openBackup(file)
  open.push(backup)
  expect(await all(backup)).toMatchObject({ accounts: [expect.stringContaining(account.id)] })
})

test('a file that is no backup is refused and left as it is', () => {
  const file = join(place.folder, 'other.db')
  writeFileSync(file, 'a text '.repeat(100))
  expect(() => openBackup(file)).toThrow(`cannot read the backup ${file}: file is not a database`)
  writeFileSync(file, '')
  expect(() => openBackup(file)).toThrow('it is no store of Tollgate')
  for (const version of [0, MIGRATIONS.length, MIGRATIONS.length + 1]) {
    rmSync(file)
    const database = new Database(file)
    database.exec(`CREATE TABLE other (id TEXT); PRAGMA user_version = ${version}`)
    database.close()
    const bytes = readFileSync(file)
    expect(() => openBackup(file)).toThrow('it is a database of another program')
    expect(readFileSync(file).equals(bytes)).toBe(true)
  }
})

test('a copy that fills the disk says so, and goes on afterwards', async () => {
  await filledStore()
  const from = await whole(`sqlite:${place.path}`)
  const to = await whole(`sqlite:${join(place.folder, 'full.db')}`)
  await sql`CREATE TRIGGER fill BEFORE INSERT ON usage
    BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`.execute(to.db)
  await expect(copyStore(from, to)).rejects.toThrow('database or disk is full')
  await sql`DROP TRIGGER fill`.execute(to.db)
  await copyStore(from, to)
  expect(await all(to)).toEqual(await all(from))
})

test('check names each difference', async () => {
  await filledStore()
  const sqlite = await whole(`sqlite:${place.path}`)
  await sql`PRAGMA foreign_keys = OFF`.execute(sqlite.db)
  await sql`UPDATE keys SET account_id = 'acc_gone'`.execute(sqlite.db)
  expect(await checkStore(sqlite)).toEqual([
    expect.stringMatching(/^key key_\S+ belongs to account acc_gone, which is not there$/),
    expect.stringContaining('refers to a row of accounts that is not there'),
  ])
  const { db } = await whole(await emptyPostgres())
  await sql`INSERT INTO balances VALUES ('acc_1', '', '2026-11-21', 12, 10), ('acc_1', 'key_1', '2026-11-21', 0, 0)`.execute(
    db,
  )
  await sql`INSERT INTO leases VALUES ('gone', 'acc_1', '', '2026-11-21', 1)`.execute(db)
  expect(await checkStore({ db, engine: 'postgres' })).toEqual([
    'balance of acc_1 on 2026-11-21 says 10 credits used, the usage says 0',
    'balance of acc_1 on 2026-11-21 says 12 credits taken, used and leased are 11',
    'process gone is not there and leases 1 credits of acc_1',
  ])
})
