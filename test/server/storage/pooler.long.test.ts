import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from '../../../scripts/bench/system-package.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { usualTimeLimits } from '../../../src/server/storage/postgres/postgres-connection.js'
import { openWholeStore } from '../../../src/server/storage/whole/whole-store.js'
import { expectSoon } from '../../support/expect-soon.js'
import { ownPort } from '../../support/own-port.js'
import { accepts, watchman } from '../../support/owned-server.js'
import { ownerOfData, startPostgres, type TestPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'

const NOON = Date.parse('2026-11-21T12:00:00Z')

let postgres: TestPostgres
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  requireProgram('pgbouncer')
  postgres = await startPostgres()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => postgres.stop())

/** PgBouncer before the server; the address of the store by way of it. */
const startPooler = async (mode: 'session' | 'transaction'): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pgbouncer-'))
  const owner = ownerOfData()
  const port = await ownPort()
  const { port: serverPort, username } = new URL(postgres.url)
  const file = join(folder, 'pgbouncer.ini')
  const ini = `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file =
pool_mode = ${mode}
default_pool_size = 40
`
  writeFileSync(file, ini.replace('* = ', `postgres = user=${username} `))
  if (owner !== undefined) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid)
  const child: ChildProcess = spawn('pgbouncer', [file], { ...owner, stdio: 'ignore' })
  const guard = watchman(child.pid!)
  ends.push(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    guard.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  await expectSoon(() => accepts(port), true, 5_000)
  return postgres.url.replace(`:${serverPort}/`, `:${port}/`)
}

test('a pooler in session mode carries a store: leases are called back, and changes are heard', async () => {
  const url = await startPooler('session')
  const open = () => openPostgres(url, { clock: () => NOON, limits: patientLimits })
  const [one, other] = [await open(), await open()]
  ends.push(async () => {
    await one.close()
    await other.close()
  })
  const called: string[] = []
  one.leases!.onCallBack((accountId) => called.push(accountId))
  await other.leases!.callBack('acc_1')
  await expectSoon(() => called.length, 1, 2_000)
  const account = await other.accounts.createAccount({ name: 'A', plan: 'core', isFailoverOn: false })
  await expectSoon(() => one.takeChange(), true)
  expect(await one.accounts.findAccount(account.id)).toEqual(account)
})

test('one in transaction mode is refused, by commands too, and the error says what to do', async () => {
  const url = await startPooler('transaction')
  // The store waits so long for an announcement, which this pooler loses.
  const { pollLimitMs } = usualTimeLimits
  await expect(openPostgres(url, { clock: () => NOON, limits: { ...patientLimits, pollLimitMs } })).rejects.toThrow(
    /^cannot open the store on 127\.0\.0\.1:\d+: the pooler .*transaction mode.*pool_mode = session/,
  )
  await expect(openWholeStore(url)).rejects.toThrow(/transaction mode/)
})
