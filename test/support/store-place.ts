import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChargeRow, OnLostRefund } from '../../src/server/credits/usage/usage-store.js'
import { openSqlite, type SqliteStore } from '../../src/server/storage/open.js'
import type { Store } from '../../src/server/storage/store.js'

/**
 * Where a test file's stores of one engine are: each test finds an empty one, and may open it
 * several times, as several processes do.
 */
export interface EnginePlace {
  /** The stores' clock: midday at first. */
  nowMs: number
  open(onLostRefund?: OnLostRefund): Promise<Store>
}

/**
 * A folder for a store, new for every test; stores opened in it close by themselves. The clock
 * stands at midday.
 */
export class StorePlace implements EnginePlace {
  folder = ''
  nowMs = 0
  readonly #open = new Set<SqliteStore>()

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'tollgate-store-'))
      this.nowMs = Date.parse('2026-11-21T12:00:00Z')
    })
    afterEach(() => {
      for (const store of this.#open) this.close(store)
      rmSync(this.folder, { recursive: true })
    })
  }

  get path(): string {
    return join(this.folder, 'tollgate.db')
  }

  store = (onLostRefund: OnLostRefund = () => {}): SqliteStore => {
    const store = openSqlite(this.path, { clock: () => this.nowMs, onLostRefund })
    this.#open.add(store)
    return store
  }

  open = async (onLostRefund?: OnLostRefund): Promise<Store> => this.store(onLostRefund)

  close(store: SqliteStore): void {
    this.#open.delete(store)
    store.close()
  }
}

/** One answered eth_getLogs, as the ledger writes it. */
export const aCharge = (changes: Partial<ChargeRow> = {}): ChargeRow => ({
  accountId: 'acc_1',
  keyId: 'key_1',
  day: '2026-11-21',
  hour: 12,
  network: 'main',
  method: 'eth_getLogs',
  calls: 1,
  credits: 255,
  errors: 0,
  forwarded: 0,
  cached: 0,
  ...changes,
})
