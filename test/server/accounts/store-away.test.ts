import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { isStoreAway } from '../../../src/server/accounts/store-away.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-away-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The error of writing a megabyte to a file of SQLite with a setting. */
const errorOf = (setting: string): unknown => {
  const database = new Database(join(folder, 'a.db'))
  try {
    database.exec('CREATE TABLE IF NOT EXISTS t (text TEXT NOT NULL)')
    database.exec(setting)
    database.exec('INSERT INTO t VALUES (hex(zeroblob(500000)))')
    return undefined
  } catch (error) {
    return error
  } finally {
    database.close()
  }
}

test('a store whose disk is full, or which is read-only, is away; a mistake in a statement is not', () => {
  expect(errorOf('PRAGMA user_version = 1')).toBeUndefined()
  expect(errorOf('PRAGMA max_page_count = 10')).toMatchObject({ code: 'SQLITE_FULL' })
  expect(isStoreAway(errorOf('PRAGMA max_page_count = 10'))).toBe(true)
  expect(isStoreAway(errorOf('PRAGMA query_only = 1'))).toBe(true)
  expect(isStoreAway(errorOf('INSERT INTO t VALUES (NULL)'))).toBe(false)
  expect(isStoreAway(errorOf('INSERT INTO nowhere VALUES (1)'))).toBe(false)
})
