import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '../../src/storage/open.js'

test('several processes may create one store at the same moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-processes-'))
  const path = join(folder, 'tollgate.db')
  // Time enough for all to have started; then they open in a busy moment.
  const startAtMs = Date.now() + 3_000
  const argv = ['--import', 'tsx', 'test/support/open-store-process.ts', path, String(startAtMs)]
  const processes = Array.from({ length: 3 }, () =>
    promisify(execFile)(process.execPath, argv, { env: { PATH: process.env.PATH } }),
  )
  const ids = (await Promise.all(processes)).map(({ stdout }) => stdout)
  const store = openStore(path, { clock: Date.now })
  expect((await store.accounts.listAccounts()).map(({ id }) => id).sort()).toEqual(ids.sort())
  store.close()
  rmSync(folder, { recursive: true })
})
