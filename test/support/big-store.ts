import Database from 'libsql'
import { DURATION_BUCKETS } from '../../src/server/credits/usage/call-durations.js'
import { DURATION_COLUMNS } from '../../src/server/storage/tables.js'

/** Amounts of data that `fillStore` puts into a store. */
export interface StoreSize {
  readonly accounts: number
  /** Keys of `acc_big`; each account that tests may delete has a tenth as many. */
  readonly keys: number
  readonly changes: number
  readonly days: number
}

/** Number of accounts with keys that tests may delete: `acc_end_0` and so on. */
export const ACCOUNTS_TO_DELETE = 3
const DAY_MS = 86_400_000

/** Returns a list of origins as JSON, about `bytes` long. */
const origins = (bytes: number): string =>
  JSON.stringify(
    Array.from({ length: Math.ceil(bytes / 500) }, (_, index) => `https://${index}${'a'.repeat(480)}.example`),
  )

/**
 * Fills a new store: accounts with an expired link each, keys with long allowlists, usage of
 * `acc_big` by the day and of today by the hour, forwarded calls, errors, durations and changes.
 * `nowMs` counts from 1970.
 */
export const fillStore = (path: string, { accounts, keys, changes, days }: StoreSize, nowMs: number): void => {
  const database = new Database(path)
  database.exec('PRAGMA busy_timeout = 5000')
  const dayBefore = (count: number) => new Date(nowMs - count * DAY_MS).toISOString().slice(0, 10)
  const at = (index: number) => new Date(nowMs - 400 * DAY_MS + index).toISOString()
  const insert = (table: string, columns: string, width: number) =>
    database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${Array(width).fill('?').join()})`)
  const account = insert('accounts', 'id, name, lower_name, plan, is_failover_on, is_suspended, created_at', 7)
  const link = insert('sign_in_links', 'hash, account_id, created_at, expires_at', 4)
  const key = insert(
    'keys',
    'id, account_id, hash, label, networks, allowed_methods, allowed_contracts, allowed_origins, allowed_sources, requires_token, is_revoked, created_at',
    12,
  )
  const used = insert('key_uses', 'key_id, last_used_at', 2)
  const hour = insert(
    'usage',
    'account_id, day, key_id, hour, network, method, calls, credits, errors, forwarded, cached',
    11,
  )
  const day = insert(
    'usage_days',
    'account_id, day, key_id, network, method, calls, credits, errors, forwarded, cached',
    10,
  )
  const forwarded = insert('forwarded', 'at, account_id, key_id, network, method, partner, reason, duration_ms', 8)
  const error = insert('call_errors', 'account_id, day, key_id, network, method, error, calls, last_at', 8)
  const duration = insert(
    'call_durations',
    `account_id, day, network, method, ${DURATION_COLUMNS}`,
    4 + DURATION_BUCKETS,
  )
  const change = insert('audit', 'at, actor, via, operation, account_id, subject, is_sign_in, params', 8)
  const addKeys = (owner: string, count: number, lists: string) => {
    for (let index = 0; index < count; index++) {
      const id = `key_${owner}_${index}`
      key.run([id, owner, id, `key ${index}`, '["main"]', '[]', '[]', lists, '[]', 0, 0, at(index)])
      used.run([id, at(index)])
    }
  }
  database.exec('BEGIN')
  for (let index = 0; index < accounts; index++) {
    const id = `acc_${String(index).padStart(6, '0')}`
    account.run([id, `Account ${index}`, `account ${index}`, 'core', 0, 0, at(index)])
    link.run([id, id, at(index), at(index)])
    hour.run([id, dayBefore(0), 'key_1', 1, 'main', 'eth_chainId', 1, 5, 0, 0, 0])
  }
  const big = ['acc_big', ...Array.from({ length: ACCOUNTS_TO_DELETE }, (_, index) => `acc_end_${index}`)]
  for (const id of big) account.run([id, id, id, 'growth', 0, 0, at(accounts)])
  addKeys('acc_big', keys, origins(65_000))
  // Older versions let a holder make lists of this length.
  for (const id of big.slice(1)) addKeys(id, keys / 10, origins(250_000))
  const methods = ['eth_call', 'eth_chainId', 'eth_getLogs', 'eth_blockNumber', 'eth_getBalance']
  for (let index = 0; index < keys; index++) {
    const id = `key_acc_big_${index}`
    for (let before = 1; before <= days; before++)
      day.run(['acc_big', dayBefore(before), id, 'main', 'eth_call', 10, 100, 1, 0, 0])
    for (let hourOfDay = 0; hourOfDay < 24; hourOfDay++)
      for (const method of methods) hour.run(['acc_big', dayBefore(0), id, hourOfDay, 'main', method, 1, 5, 0, 0, 0])
    for (const method of methods)
      for (const name of ['node_error', 'invalid-params', 'throttled'])
        for (const before of [0, 1, 2])
          error.run(['acc_big', dayBefore(before), id, 'main', method, name, 1, `${dayBefore(before)}T01:00:00.000Z`])
    // More methods on more networks than any contract has.
    for (let network = 0; network < 10; network++)
      for (const before of [0, 1, 2]) {
        const counts = Array.from({ length: DURATION_BUCKETS }, (_, bucket) => (index * bucket) % 101)
        duration.run(['acc_big', dayBefore(before), `network-${network}`, `method-${index}`, ...counts])
      }
  }
  for (let index = 0; index < changes; index++) {
    // The newest 2,000 have the longest params that the log keeps.
    const params = JSON.stringify({
      label: (index > changes - 2_000 ? '"' : 'a').repeat(index > changes - 2_000 ? 1_900 : 10),
    })
    change.run([at(index), 'acc_big', 'dashboard', 'key.set', 'acc_big', 'key_1', 0, params])
    forwarded.run([at(index), 'acc_big', 'key_1', 'main', 'eth_getLogs', 'partner-1', 'down', 1])
  }
  database.exec('COMMIT')
  database.close()
}
