import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { openJournal } from '../../src/server/storage/journals/journal-file.js'
import { openSqlite } from '../../src/server/storage/open.js'
import { openPostgres } from '../../src/server/storage/postgres/open.js'
import { copyStore } from '../../src/server/storage/whole/copy-store.js'
import { openWholeStore } from '../../src/server/storage/whole/whole-store.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { startPostgres } from '../support/postgres.js'
import { patientLimits } from '../support/postgres-place.js'
import { started } from '../support/started.js'
import { aCharge } from '../support/store-place.js'

const place = new Workplace()
const { error, tollgate, json, anAccount } = place
const postgres = started(() => startPostgres())

test('a store that is not there is not migrated, and is not made either', async () => {
  expect(await error('store', 'migrate', 'sqlite:./none.db', 'sqlite:./new.db')).toBe(
    `1 tollgate: there is no store to copy from: no file ${join(place.folder, 'none.db')}`,
  )
  for (const name of ['none.db', 'new.db']) expect(existsSync(join(place.folder, name))).toBe(false)
})

const ON_A_STORE = ['account list', 'key revoke key_4zB55ju3oS4rgiATg', 'usage --all', 'usage --csv', 'audit']

test.each(['store check', 'store backup ./backup.db', 'store journals', ...ON_A_STORE])(
  'a store that is not there is not made by %s, which says so',
  async (command) => {
    expect(await error(...command.split(' '))).toBe(
      `1 tollgate: there is no store: no file ${join(place.folder, 'tollgate.db')}, which store of the configuration names`,
    )
    expect(readdirSync(place.folder)).toEqual(['tollgate.yaml'])
  },
)

test('of a store whose log alone is left, commands name the log', async () => {
  place.write('tollgate.db-wal', '')
  const store = join(place.folder, 'tollgate.db')
  for (const command of ['account list', 'store check', 'store journals'])
    expect(await error(...command.split(' '))).toBe(
      `1 tollgate: cannot open the store ${store}: it is not there, but its write-ahead log ${store}-wal is, with its last commits; move the log to where the store is, or remove it`,
    )
  expect(readdirSync(place.folder)).toEqual(['tollgate.db-wal', 'tollgate.yaml'])
})

test('a store that the system does not show is not called missing', async () => {
  symlinkSync('loop', join(place.folder, 'loop'))
  place.write('tollgate.yaml', `store: 'sqlite:./loop'\n${CONFIG}`)
  expect(await error('account', 'list')).toMatch(/^1 tollgate: ELOOP: .*\/loop'$/)
})

test('a store is not migrated into itself', async () => {
  await anAccount()
  const twice = ['sqlite:./tollgate.db', `sqlite:${join(place.folder, 'tollgate.db')}`]
  expect(await error('store', 'migrate', ...twice)).toBe('1 tollgate: FROM and TO are the same store')
})

test('a process whose machine is gone does not stop a move; its journal, once found, is settled in the new store', async () => {
  const address = await postgres.createDatabase('gone')
  const store = await openPostgres(address, { clock: () => place.nowMs, limits: patientLimits })
  const rows = [aCharge({ credits: 80 })]
  for (const processId of ['gone', 'late']) await store.leases!.begin(processId)
  await store.leases!.exchange({ processId: 'gone', fromLine: 0, toLine: 1, rows, asks: [] })
  await store.close()
  const migrate = ['store', 'migrate', address, 'sqlite:./moved.db']
  expect(await error(...migrate)).toMatch(
    /^1 tollgate: 2 processes have served from postgres:.* within the last minute/,
  )
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query("UPDATE processes SET seen_at = '2026-10-12 07:08:09Z' WHERE id = 'gone'")
  expect(await error(...migrate)).toMatch(/^1 tollgate: 1 process has served from /)
  await client.query("DELETE FROM processes WHERE id = 'late'")
  await client.end()
  const { status, stderr } = await tollgate(...migrate)
  expect(stderr).toMatch(
    /^tollgate: the process gone did not end, and postgres:.* last heard of it at 2026-10-12T07:08Z; .*\n$/,
  )
  expect(status).toBe(0)
  // The machine's disk is found: the new store settles what the old one had not.
  const folder = join(place.folder, 'moved.db.journals')
  const journal = openJournal(folder, 'gone')
  for (let line = 1; line <= 2; line++) journal.append(rows)
  journal.close(false)
  const moved = openSqlite(join(place.folder, 'moved.db'), { clock: () => place.nowMs })
  const used = async () => (await moved.usage.readDay(rows[0]!.accountId, rows[0]!.day)).account
  expect(await used()).toBe(80)
  place.write('tollgate.yaml', `store: 'sqlite:./moved.db'\n${CONFIG}`)
  expect(await json('store', 'journals')).toMatchObject({ kept: [] })
  expect([await used(), existsSync(join(folder, 'gone.journal'))]).toEqual([160, false])
  moved.close()
})

test('a store is not moved while a worker of a killed gateway still writes its journal', async () => {
  const accountId = await anAccount()
  await place.inStore(async ({ lending }) => lending!.settledLines().begin('orphan'))
  const folder = join(place.folder, 'tollgate.db.journals')
  const journal = openJournal(folder, 'orphan')
  journal.append([aCharge({ accountId, credits: 80 })])
  const migrate = ['store', 'migrate', 'sqlite:./tollgate.db', 'sqlite:./new.db']
  expect(await error(...migrate)).toBe(
    `1 tollgate: workers of an earlier gateway still write to ${folder}; end them first`,
  )
  journal.close(false)
  expect(await json(...migrate)).toMatchObject({ rows: { usage: 1 } })
})

test('a move says which refund is left out when it settles a journal', async () => {
  const accountId = await anAccount()
  await place.inStore(async ({ lending }) => lending!.settledLines().begin('killed'))
  const journal = openJournal(join(place.folder, 'tollgate.db.journals'), 'killed')
  journal.append([aCharge({ accountId, calls: 0, credits: -80 })])
  journal.close(false)
  expect((await tollgate('store', 'migrate', 'sqlite:./tollgate.db', 'sqlite:./new.db')).stderr).toContain(
    `tollgate: a refund of 80 credits of ${accountId} is left out`,
  )
})

test('a restore leaves the journals of a killed gateway to the next start, which settles what the backup lacks', async () => {
  const accountId = await anAccount()
  const store = join(place.folder, 'tollgate.db')
  await place.inStore(async ({ lending }) => lending!.settledLines().begin('killed'))
  await json('store', 'backup', './backup.db')
  const journal = openJournal(`${store}.journals`, 'killed')
  for (let line = 1; line <= 2; line++) journal.append([aCharge({ accountId, credits: 80 })])
  journal.close(false)
  for (const end of ['', '-wal', '-shm', '.lock']) rmSync(`${store}${end}`, { force: true })
  await json('store', 'restore', './backup.db')
  expect(await json('store', 'journals')).toMatchObject({ kept: [] })
  const { account } = await place.inStore(({ usage }) => usage.readDay(accountId, '2026-11-21'))
  expect(account).toBe(160)
})

test('a restore into a store that is not empty does not first ask to stop its gateways', async () => {
  await anAccount()
  await json('store', 'backup', './backup.db')
  const address = await postgres.createDatabase('served')
  const store = await openPostgres(address, { clock: () => place.nowMs, limits: patientLimits })
  await store.accounts.createAccount({ name: 'Ben', plan: 'core', isFailoverOn: false })
  await store.leases!.begin('serving')
  place.write('tollgate.yaml', `store: '${address}'\n${CONFIG}`)
  expect(await error('store', 'restore', './backup.db')).toContain('is not empty: accounts has 1 rows')
  await store.close()
})

test('an error in the middle of a table begins a line of its own', async () => {
  const accountId = await anAccount()
  const methods = [...Array.from({ length: 2_000 }, (_, index) => `m${index}`), 'z']
  await place.inStore(({ usage }) => usage.write(methods.map((method) => aCharge({ accountId, method }))))
  const target = await openWholeStore(`sqlite:${join(place.folder, 'new.db')}`)
  await sql`CREATE TRIGGER stop BEFORE INSERT ON usage WHEN NEW.method = 'z' BEGIN SELECT RAISE(ABORT, 'no z'); END`.execute(
    target.db,
  )
  await target.close()
  place.columns = 80
  const { stderr } = await tollgate('store', 'migrate', 'sqlite:./tollgate.db', 'sqlite:./new.db')
  expect(stderr).toContain('usage: 2000 of 2001\u001B[K\ntollgate: no z\n')
})

test('a restore that was cut off is continued by the same command; until then other commands refuse the store', async () => {
  await anAccount()
  const [from, to] = ['backup.db', 'restored.db'].map((name) => `sqlite:${join(place.folder, name)}`)
  await json('store', 'backup', './backup.db')
  const [source, target] = [await openWholeStore(from!), await openWholeStore(to!)]
  const onProgress = () => {
    throw new Error('cut off')
  }
  await expect(copyStore(source, target, { onProgress })).rejects.toThrow('cut off')
  for (const one of [source, target]) await one.close()
  place.write('tollgate.yaml', `store: '${to}'\n${CONFIG}`)
  const why = `the store holds only part of a copy of ${from}: run the same store restore or store migrate once more, or begin with another file or another database`
  for (const command of ['account list', 'store journals'])
    expect(await error(...command.split(' '))).toBe(
      `1 tollgate: cannot open the store ${join(place.folder, 'restored.db')}: ${why}`,
    )
  expect(await tollgate('store', 'check')).toMatchObject({ status: 1, stdout: `${why}\n` })
  await json('store', 'restore', './backup.db')
  expect(await json('store', 'check')).toEqual({ differences: [] })
  expect(await json('account', 'list')).toMatchObject([{ name: 'Ann' }])
})
