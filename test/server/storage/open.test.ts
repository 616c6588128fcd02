import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { openSqlite } from '../../../src/server/storage/open.js'
import { aCharge, StorePlace } from '../../support/store-place.js'

const place = new StorePlace()
const { store } = place

describe('the file', () => {
  test('is for its owner alone, and so are those beside it', async () => {
    const { usage, lock } = store()
    lock()
    await usage.write([aCharge()])
    const names = readdirSync(place.folder)
    expect(names).toEqual(expect.arrayContaining(['tollgate.db', 'tollgate.db-wal', 'tollgate.db.lock']))
    for (const name of names) expect([name, statSync(join(place.folder, name)).mode & 0o777]).toEqual([name, 0o600])
  })

  test('stays small while it is written and read', async () => {
    const { usage, accounts, takeChange } = store()
    for (let call = 0; call < 3000; call++) {
      await usage.write([aCharge({ hour: call % 24 })])
      if (call % 100 === 0) await accounts.listAccounts({ limit: 10 })
      takeChange()
    }
    expect(statSync(`${place.path}-wal`).size).toBeLessThan(8 * 1024 * 1024)
  })

  test('is served by one gateway at a time; commands may use it meanwhile', async () => {
    const first = store()
    first.lock()
    const second = store()
    expect(() => second.lock()).toThrow(`another gateway already serves from ${place.path}`)
    await second.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    place.close(first)
    second.lock()
  })

  test('of a newer Tollgate is refused and left alone', () => {
    place.close(store())
    const database = new Database(place.path)
    database.exec('PRAGMA user_version = 99')
    expect(() => store()).toThrow(/schema version 99.*use the newer Tollgate/)
    expect(database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 99 })
    database.close()
  })

  test('that is no store is refused', () => {
    writeFileSync(place.path, 'a letter to a friend, long enough to have a header of its own: '.repeat(20))
    expect(() => store()).toThrow(`cannot open the store ${place.path}: `)
  })

  test.each([0, 1, 2])('of another program, with a schema version of %s, is refused and left as it is', (version) => {
    const database = new Database(place.path)
    database.exec(`CREATE TABLE other (id TEXT); PRAGMA user_version = ${version}`)
    database.close()
    const bytes = readFileSync(place.path)
    expect(() => store()).toThrow(`cannot open the store ${place.path}: it is a database of another program`)
    expect(readFileSync(place.path).equals(bytes)).toBe(true)
    expect(readdirSync(place.folder)).toEqual(['tollgate.db'])
  })

  test('is not made beside the write-ahead log of one that was moved away, which has its last commits', async () => {
    const log = join(place.folder, 'left.db-wal')
    await store().accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    copyFileSync(`${place.path}-wal`, log)
    const { size } = statSync(log)
    expect(size).toBeGreaterThan(0)
    expect(() => openSqlite(join(place.folder, 'left.db'), { clock: () => 0 })).toThrow(
      `cannot open the store ${place.folder}/left.db: it is not there, but its write-ahead log ${log} is`,
    )
    expect(statSync(log).size).toBe(size)
    expect(existsSync(join(place.folder, 'left.db'))).toBe(false)
  })

  test('that is a folder is refused', () => {
    expect(() => openSqlite(place.folder, { clock: () => 0 })).toThrow(
      `cannot open the store ${place.folder}: it is a folder`,
    )
  })

  test('must have a folder', () => {
    expect(() => openSqlite(join(place.folder, 'none', 'x.db'), { clock: () => 0 })).toThrow(
      `cannot open the store ${place.folder}/none/x.db: there is no folder ${place.folder}/none`,
    )
  })
})
