import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryLockFile } from '../../../src/server/storage/lock-file.js'
import { openSqlite, type SqliteStore } from '../../../src/server/storage/open.js'
import { aCharge, StorePlace } from '../../support/store-place.js'

const place = new StorePlace()
const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})
const openAs = (path: string): SqliteStore => {
  const store = openSqlite(path, { clock: () => place.nowMs })
  opened.push(store)
  return store
}

/** Names of the same store, made in the test's folder; each returns the other name. */
const NAMES: readonly [string, () => string][] = [
  ['the same name', () => place.path],
  ['a detour', () => join(place.folder, 'none', '..', '..', place.folder.split('/').at(-1)!, '.', 'tollgate.db')],
  [
    'a symbolic link to the file',
    () => {
      symlinkSync(place.path, join(place.folder, 'link.db'))
      return join(place.folder, 'link.db')
    },
  ],
  [
    'a relative link to a link, in another folder',
    () => {
      mkdirSync(join(place.folder, 'sub'))
      symlinkSync('tollgate.db', join(place.folder, 'link.db'))
      symlinkSync('../link.db', join(place.folder, 'sub', 'again.db'))
      return join(place.folder, 'sub', 'again.db')
    },
  ],
  [
    'a link to its folder',
    () => {
      symlinkSync(place.folder, join(place.folder, 'folder'))
      return join(place.folder, 'folder', 'tollgate.db')
    },
  ],
]

describe.each(NAMES)('a store reached by %s', (_, another) => {
  test('has one owner, whichever name comes first', () => {
    const name = another()
    for (const [first, second] of [
      [place.path, name],
      [name, place.path],
    ] as const) {
      const one = openAs(first)
      const two = openAs(second)
      const unlock = one.lock()
      expect(() => two.lock()).toThrow(`another gateway already serves from ${place.path}`)
      unlock()
      two.lock()()
    }
  })

  test('has one folder of journals, also when it does not exist yet', () => {
    const name = another()
    expect(existsSync(place.path)).toBe(false)
    const journals = openAs(name).lending!.journalFolder
    expect(journals).toBe(`${place.path}.journals`)
    expect(openAs(place.path).lending!.journalFolder).toBe(journals)
    expect(readdirSync(place.folder)).toContain('tollgate.db')
  })
})

test('a store with two hard links is refused: SQLite would keep what is new beside one of the names only', () => {
  openAs(place.path).close()
  opened.length = 0
  const other = join(place.folder, 'other.db')
  linkSync(place.path, other)
  for (const name of [place.path, other]) {
    expect(() => openAs(name)).toThrow(`cannot open the store ${name}: the file has 2 names (hard links)`)
  }
})

test('a store that was moved away while it is served keeps its owner', async () => {
  const served = openAs(place.path)
  served.lock()
  const moved = join(place.folder, 'moved.db')
  renameSync(place.path, moved)
  expect(() => openAs(moved).lock()).toThrow(`another gateway already serves from ${moved}, as ${place.path}`)
  served.close()
  opened.splice(0, 1)
  openAs(moved).lock()
})

test('a store whose file is replaced or taken away while it is served says so', () => {
  const served = openAs(place.path)
  expect(served.trouble!()).toBeUndefined()
  renameSync(place.path, join(place.folder, 'moved.db'))
  expect(served.trouble!()).toMatch(/was replaced or taken away/)
  writeFileSync(place.path, '')
  expect(served.trouble!()).toContain(`the file ${place.path} was replaced`)
})

test('a copy of a store that is served is another store', async () => {
  const served = openAs(place.path)
  served.lock()
  await served.usage.write([aCharge()])
  const copy = join(place.folder, 'copy.db')
  await once(execFile('cp', [place.path, copy]), 'exit')
  openAs(copy).lock()
})

test('looking at a lock that this process holds does not let go of it', async () => {
  const lockPath = `${place.path}.lock`
  const lock = tryLockFile(lockPath)!
  expect(tryLockFile(lockPath)).toBeUndefined()
  // Asked by another process: locks of POSIX are lost when their own process closes any descriptor
  // of the file.
  const program = `
import { tryLockFile } from './src/server/storage/lock-file.ts'
console.log(tryLockFile(process.argv[1]) === undefined ? 'held' : 'free')
`
  const argv = ['--import', 'tsx', '--input-type=module', '--eval', program, lockPath]
  const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
    execFile(process.execPath, argv, { env: { PATH: process.env.PATH } }, (_, out) => resolve({ stdout: out }))
  })
  expect(stdout).toBe('held\n')
  lock.close()
})

test('a lock file that is none is named', async () => {
  const store = openAs(place.path)
  writeFileSync(`${place.path}.lock`, 'a letter to a friend, long enough to have a header of its own: '.repeat(20))
  expect(() => store.lock()).toThrow(`the lock ${place.path}.lock cannot be used: `)
})
