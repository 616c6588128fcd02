import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LogSync } from '../../src/storage/log-sync.js'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'))
const path = join(folder, 'store.db-wal')
const sync = new LogSync(path)
afterEach(() => sync.close())
afterAll(() => rmSync(folder, { recursive: true }))

/** How often this process has the file open. */
const openCount = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  }).length

test('opens the log once, however much is written, and closes it in the end', async () => {
  // A store that cannot keep such a log has none: nobody is told.
  sync.wrote()
  await sleep(150)
  expect(openCount()).toBe(0)
  writeFileSync(path, 'pages')
  for (let write = 0; write < 3; write++) {
    sync.wrote()
    sync.wrote()
    await sleep(150)
    expect(openCount()).toBe(1)
  }
  sync.wrote()
  sync.close()
  await sleep(150)
  expect(openCount()).toBe(0)
  sync.wrote()
  await sleep(150)
  expect(openCount()).toBe(0)
})
