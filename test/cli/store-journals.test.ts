import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openJournal } from '../../src/server/storage/journals/journal-file.js'
import { openSqlite } from '../../src/server/storage/open.js'
import { openPostgres } from '../../src/server/storage/postgres/open.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { startPostgres } from '../support/postgres.js'
import { patientLimits } from '../support/postgres-place.js'
import { started } from '../support/started.js'
import { aCharge } from '../support/store-place.js'

const place = new Workplace()
const postgres = started(() => startPostgres())
const { tollgate, json, error, inStore, anAccount } = place

const folder = () => join(place.folder, 'tollgate.db.journals')
const fileOf = (processId: string) => join(folder(), `${processId}.journal`)
/** Leaves the journal of a killed process with two lines of 80 credits. */
const leaveJournal = (accountId: string, processId: string) =>
  inStore(async ({ lending }) => {
    lending!.settledLines().begin(processId)
    const journal = openJournal(lending!.journalFolder, processId)
    for (let line = 0; line < 2; line++) journal.append([aCharge({ accountId, credits: 80 })])
    journal.close(false)
  })
const credits = async (account: string) =>
  inStore(async ({ usage }) => (await usage.readDay(account, '2026-11-21')).account)

test('settles what was left, and says when there is nothing', async () => {
  const account = await anAccount()
  expect(await json('store', 'journals')).toEqual({ isServed: false, inUse: 0, kept: [] })
  await leaveJournal(account, 'killed')
  expect((await tollgate('store', 'journals')).stdout).toBe(
    'No process writes a journal.\nNo journal waits to be settled.\n',
  )
  expect([await credits(account), readdirSync(folder())]).toEqual([160, []])
})

test('names the file and the line that cannot be read, settles the others, and sets it aside with what can be read', async () => {
  const account = await anAccount()
  await leaveJournal(account, 'bad')
  await leaveJournal(account, 'good')
  appendFileSync(fileOf('bad'), 'garbage\n')
  const { kept } = await json<{ kept: object[] }>('store', 'journals')
  expect(kept).toEqual([
    {
      file: fileOf('bad'),
      process: 'bad',
      state: 'damaged',
      reason: `the journal ${fileOf('bad')}: its line 4 is not JSON; to settle the lines that can be read: tollgate store journals --set-aside ${fileOf('bad')}`,
    },
  ])
  expect(await credits(account)).toBe(160)
  const text = readFileSync(fileOf('bad'), 'utf8')
  expect((await tollgate('store', 'journals', '--set-aside', fileOf('bad'))).stdout).toBe(
    `2 lines are in the store.\nNot settled: line 4 is not JSON.\nKept as ${fileOf('bad')}.set-aside\n`,
  )
  expect([await credits(account), readFileSync(`${fileOf('bad')}.set-aside`, 'utf8')]).toEqual([320, text])
  // Brought back by hand, it is settled no second time.
  writeFileSync(fileOf('bad'), text.replace('garbage\n', ''))
  expect(await json('store', 'journals')).toMatchObject({ kept: [] })
  expect([await credits(account), existsSync(fileOf('bad'))]).toEqual([320, false])
})

test('another command goes on without it, and says so', async () => {
  const account = await anAccount()
  await leaveJournal(account, 'bad')
  appendFileSync(fileOf('bad'), 'garbage\n')
  const { status, stdout, stderr } = await tollgate('account', 'list')
  expect([status, stdout]).toEqual([0, expect.stringContaining(account)])
  expect(stderr).toContain(`tollgate: the journal ${fileOf('bad')}: its line 4 is not JSON`)
})

test('one whose lines the store refuses, and one that it does not know, can be set aside too', async () => {
  const account = await anAccount()
  await inStore(async ({ lending }) => {
    lending!.settledLines().begin('refused')
    const journal = openJournal(lending!.journalFolder, 'refused')
    journal.append([aCharge({ accountId: account, hour: 24 })])
    journal.close(false)
    openJournal(lending!.journalFolder, 'stranger').close(false)
  })
  const { kept } = await json<{ kept: { state: string; reason: string }[] }>('store', 'journals')
  expect(kept.map(({ state }) => state).sort()).toEqual(['failed', 'unknown'])
  expect(await json('store', 'journals', '--set-aside', 'refused.journal')).toMatchObject({
    ending: 'over',
    settledLines: 0,
    refusal: expect.stringMatching(/check/i),
  })
  expect(await json('store', 'journals', '--set-aside', 'stranger.journal')).toMatchObject({ ending: 'unknown' })
  expect(await json('store', 'journals')).toMatchObject({ kept: [] })
  expect(readdirSync(folder()).sort()).toEqual(['refused.journal.set-aside', 'stranger.journal.set-aside'])
})

test('a lock of another program is no refusal: the journal stays, and can be set aside later', async () => {
  const address = await postgres.createDatabase('locked')
  place.write('tollgate.yaml', `store: '${address}'\nstateDir: ./state\n${CONFIG}`)
  const account = await anAccount()
  const store = await openPostgres(address, { clock: () => place.nowMs, limits: patientLimits })
  await store.leases!.begin('bad')
  const ask = { accountId: account, scope: '', day: '2026-11-21', keep: 0, want: 0, least: 0, limit: 0 }
  await store.leases!.exchange({ processId: 'bad', fromLine: 0, toLine: 0, rows: [], asks: [ask] })
  await store.close()
  const state = join(place.folder, 'state')
  const journal = openJournal(state, 'bad')
  journal.append([aCharge({ accountId: account, credits: 80 })])
  journal.close(false)
  appendFileSync(join(state, 'bad.journal'), 'garbage\n')
  const other = new pg.Client({ connectionString: address })
  await other.connect()
  await other.query("ALTER DATABASE locked SET lock_timeout = '100ms'")
  await other.query('BEGIN; SELECT FROM balances FOR UPDATE')
  expect(await error('store', 'journals', '--set-aside', 'bad.journal')).toContain('lock timeout')
  await other.query('ROLLBACK')
  expect(await json('store', 'journals', '--set-aside', 'bad.journal')).toMatchObject({
    ending: 'over',
    settledLines: 1,
  })
  await other.end()
})

test('touches nothing that is in use, or of a store that is served', async () => {
  const account = await anAccount()
  await leaveJournal(account, 'bad')
  appendFileSync(fileOf('bad'), 'garbage\n')
  const living = await inStore(async ({ lending }) => openJournal(lending!.journalFolder, 'living'))
  expect(await json('store', 'journals')).toMatchObject({ inUse: 1, kept: [{ process: 'bad' }] })
  expect(await error('store', 'journals', '--set-aside', fileOf('living'))).toBe(
    `1 tollgate: there is no journal ${fileOf('living')} to be set aside in ${folder()}; 1 are in use by living processes`,
  )
  const gateway = openSqlite(join(place.folder, 'tollgate.db'), { clock: () => place.nowMs })
  gateway.lock()
  expect(await json('store', 'journals')).toMatchObject({ isServed: true, others: 1, kept: [{ process: 'bad' }] })
  expect((await tollgate('store', 'journals')).stdout).toContain('A gateway serves from the store')
  expect(await error('store', 'journals', '--set-aside', fileOf('bad'))).toMatch(/^1 .*serves from the store.*stop it/)
  expect(existsSync(fileOf('bad'))).toBe(true)
  gateway.close()
  living.close(true)
})

test('does not say that a gateway uses a journal which it keeps', async () => {
  await anAccount()
  const living = await inStore(async ({ lending }) => openJournal(lending!.journalFolder, 'living'))
  openJournal(folder(), 'stranger').close(false)
  const gateway = openSqlite(join(place.folder, 'tollgate.db'), { clock: () => place.nowMs })
  gateway.lock()
  expect(await json('store', 'journals')).toEqual({ isServed: true, inUse: null, others: 2, kept: [] })
  expect((await tollgate('store', 'journals')).stdout).toBe(
    'A gateway serves from the store, and settles journals itself.\nJournals in use, or kept and named in its log: 2.\n',
  )
  gateway.close()
  living.close(true)
})
