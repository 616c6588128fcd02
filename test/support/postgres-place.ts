import type { OnLostRefund } from '../../src/server/credits/usage/usage-store.js'
import { openPostgres } from '../../src/server/storage/postgres/open.js'
import { type TimeLimits, usualTimeLimits } from '../../src/server/storage/postgres/postgres-connection.js'
import type { Store } from '../../src/server/storage/store.js'
import { startPostgres, type TestPostgres } from './postgres.js'
import { type EnginePlace, StorePlace } from './store-place.js'

/**
 * For tests that are not about time limits: a busy machine may halt a test's process, or one of the
 * server's, for seconds, within a transaction too.
 */
export const patientLimits: TimeLimits = {
  ...usualTimeLimits,
  connectMs: 60_000,
  queryMs: 60_000,
  statementMs: 50_000,
  idleInTransactionMs: 60_000,
  lockMs: 20_000,
  pollLimitMs: 20_000,
}

/**
 * A PostgreSQL server for a test file, with a new database for every test; stores opened in it
 * close by themselves.
 */
export class PostgresPlace implements EnginePlace {
  nowMs = 0
  url = ''
  private server: TestPostgres | undefined
  private count = 0
  private readonly opened: Store[] = []

  constructor(start: () => Promise<TestPostgres> = startPostgres) {
    beforeAll(async () => {
      this.server = await start()
    })
    beforeEach(async () => {
      this.nowMs = Date.parse('2026-11-21T12:00:00Z')
      this.url = await this.createDatabase()
    })
    afterEach(async () => {
      for (const store of this.opened.splice(0)) await store.close()
    })
    afterAll(() => this.server?.stop())
  }

  open = async (onLostRefund: OnLostRefund = () => {}): Promise<Store> => {
    const store = await openPostgres(this.url, { clock: () => this.nowMs, limits: patientLimits, onLostRefund })
    this.opened.push(store)
    return store
  }

  createDatabase(): Promise<string> {
    return this.server!.createDatabase(`store_${this.count++}`)
  }
}

/** Both engines, for `describe.each`: a law of stores holds on each of them. */
export const enginePlaces: readonly (readonly [string, () => EnginePlace])[] = [
  ['SQLite', () => new StorePlace()],
  ['PostgreSQL', () => new PostgresPlace()],
]
