import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openSqlite } from '../../../src/server/storage/open.js'

/** Opens a store at a given moment, creates an account and prints its id. */
const PROGRAM = `
import { openSqlite } from './src/server/storage/open.ts'
const [path, startAtMs] = process.argv.slice(1)
while (Date.now() < Number(startAtMs));
const store = openSqlite(path, { clock: Date.now })
const { id } = await store.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
store.close()
process.stdout.write(id)
`

test('several processes may create one store at the same moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-processes-'))
  const path = join(folder, 'tollgate.db')
  // Time enough for all to have started; then they open it all at once.
  const startAtMs = String(Date.now() + 3_000)
  const argv = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM, path, startAtMs]
  const env = { PATH: process.env.PATH }
  const processes = Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, argv, { env }))
  const ids = (await Promise.all(processes)).map(({ stdout }) => stdout)
  const store = openSqlite(path, { clock: Date.now })
  expect((await store.accounts.listAccounts({ limit: 10 })).map(({ id }) => id).sort()).toEqual(ids.sort())
  store.close()
  rmSync(folder, { recursive: true })
})

test('what was charged is there after the process was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-processes-'))
  const path = join(folder, 'tollgate.db')
  const program = `
import { openSqlite } from './src/server/storage/open.ts'
const store = openSqlite(process.argv[1], { clock: Date.now })
store.lock()
const row = { accountId: 'a', keyId: 'k', day: '2026-11-21', hour: 1, network: 'n', method: 'm', calls: 1, credits: 5, errors: 0, forwarded: 0, cached: 0 }
for (let calls = 0; calls < 100; calls++) await store.usage.write([row])
process.kill(process.pid, 'SIGKILL')
`
  const argv = ['--import', 'tsx', '--input-type=module', '--eval', program, path]
  const killed = promisify(execFile)(process.execPath, argv, { env: { PATH: process.env.PATH } })
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  const store = openSqlite(path, { clock: Date.now })
  expect((await store.usage.readDay('a', '2026-11-21')).account).toBe(500)
  store.lock()
  store.close()
  rmSync(folder, { recursive: true })
})
