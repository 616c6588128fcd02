import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../../src/server/storage/open.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import type { Store } from '../../../src/server/storage/store.js'
import { startPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
import { dashboardLaws } from './laws/dashboard-laws.js'
import { passkeyLaws } from './laws/passkey-laws.js'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-store-'))
const clock = () => Date.parse('2026-11-21T12:00:00Z')
let databases = 0
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await postgres?.stop()
})

const openers: Readonly<Record<string, () => Promise<Store>>> = {
  SQLite: async () => openSqlite(join(folder, 'tollgate.db'), { clock }),
  PostgreSQL: async () => {
    postgres ??= await startPostgres()
    databases += 1
    return openPostgres(await postgres.createDatabase(`dashboard${databases}`), { clock, limits: patientLimits })
  },
}

describe.each(Object.entries(openers))('the dashboard on %s', (_, open) => {
  dashboardLaws(open)
  passkeyLaws(open)
})
