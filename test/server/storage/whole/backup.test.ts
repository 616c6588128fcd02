import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { MIGRATIONS } from '../../../../src/server/storage/migrations.js'
import { backUp } from '../../../../src/server/storage/whole/backup.js'
import { copyStore } from '../../../../src/server/storage/whole/copy-store.js'
import { openBackup } from '../../../../src/server/storage/whole/whole-store.js'
import { rowsOf, wholeStores } from '../../../support/whole-stores.js'

const { place, openStores, whole, emptyPostgres, filledStore } = wholeStores()

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
    expect(await rowsOf(await whole(`sqlite:${file}`))).toEqual(await rowsOf(sqlite))
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
  expect(await rowsOf(await whole(`sqlite:${file}`))).toEqual(await rowsOf(sqlite))
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
  openStores.push(backup)
  const to = await whole(`sqlite:${join(place.folder, 'restored.db')}`)
  await copyStore(backup, to)
  expect(await rowsOf(to)).toEqual(await rowsOf(from))
  expect(readdirSync(folder)).toEqual(['100% #1?.db'])
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a copied store that has a write-ahead log is restored with what is in the log', async () => {
  const { account } = await filledStore()
  const file = join(place.folder, 'copied.db')
  for (const end of ['', '-wal']) copyFileSync(`${place.path}${end}`, `${file}${end}`)
  const backup = openBackup(file)
  openStores.push(backup)
  expect(await rowsOf(backup)).toMatchObject({ accounts: [expect.stringContaining(account.id)] })
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

test('a backup of a newer Tollgate is refused', async () => {
  await filledStore()
  const file = join(place.folder, 'newer.db')
  await backUp(await whole(`sqlite:${place.path}`), file)
  const database = new Database(file)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
  database.close()
  expect(() => openBackup(file)).toThrow(
    `this Tollgate knows ${MIGRATIONS.length}: use the newer Tollgate that wrote it`,
  )
})
