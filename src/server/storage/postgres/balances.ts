import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { type LeaseAsk, type LeaseExchange, type LeaseName, leaseKey } from '../../credits/leases/lease-store.js'
import type { Tables } from '../tables.js'
import type { KeyDay } from '../usage-history.js'

export type Trx = Transaction<Tables>

/**
 * A process whose last exchange is older counts as dead: only its journal can bring its leases
 * back.
 */
export const ALIVE = sql`interval '5 seconds'`

/** A balance in an exchange, with its charges and its ask. */
export interface BalancePlace extends LeaseAsk {
  charged: number
  readonly isAsked: boolean
}

/** The balances of an exchange, in the order in which all processes lock them. */
export const placesOf = ({ asks, rows }: Pick<LeaseExchange, 'asks' | 'rows'>): BalancePlace[] => {
  const places = new Map<string, BalancePlace>()
  for (const ask of asks) places.set(leaseKey(ask), { ...ask, charged: 0, isAsked: true })
  const add = (accountId: string, scope: string, day: string, credits: number) => {
    const name = { accountId, scope, day }
    let place = places.get(leaseKey(name))
    if (place === undefined) {
      place = { ...name, keep: 0, want: 0, least: 0, limit: 0, charged: 0, isAsked: scope === '' }
      places.set(leaseKey(name), place)
    }
    place.charged += credits
  }
  // The account comes first: it is locked before its keys, and before a key's balance is computed
  // from the usage.
  for (const ask of asks) add(ask.accountId, '', ask.day, 0)
  for (const row of rows) {
    add(row.accountId, '', row.day, row.credits)
    add(row.accountId, row.keyId, row.day, row.credits)
  }
  return [...places.values()].sort((a, b) => (leaseKey(a) < leaseKey(b) ? -1 : 1))
}

const column = (places: readonly BalancePlace[], name: 'accountId' | 'scope' | 'day') =>
  sql`${places.map((place) => place[name])}::text[]`

/**
 * Creates missing balances from the usage, days that were rolled up included, and locks all
 * balances, or only those that no other transaction holds. With `areMade` none is missing.
 */
export const lockBalances = async (
  trx: Trx,
  processId: string,
  places: readonly BalancePlace[],
  { areMade, skipsLocked }: { readonly areMade: boolean; readonly skipsLocked: boolean },
) => {
  const found = new Map<string, { taken: number; used: number; outstanding: number }>()
  for (const isAccount of [true, false]) {
    const some = places.filter(
      ({ accountId, scope, day }) =>
        (scope === '') === isAccount && (isAccount || found.has(leaseKey({ accountId, scope: '', day }))),
    )
    const made = areMade ? [] : some.filter(({ isAsked }) => isAsked)
    if (some.length === 0) continue
    if (made.length > 0) {
      await sql`INSERT INTO balances (account_id, scope, day, taken, used)
        SELECT n.a, n.s, n.d, u.credits, u.credits
        FROM unnest(${column(made, 'accountId')}, ${column(made, 'scope')}, ${column(made, 'day')}) AS n (a, s, d),
          LATERAL (SELECT COALESCE(SUM(credits), 0)::bigint AS credits FROM
            (SELECT credits, key_id FROM usage WHERE account_id = n.a AND day = n.d
              UNION ALL SELECT credits, key_id FROM usage_days WHERE account_id = n.a AND day = n.d) AS all_usage
            WHERE n.s = '' OR key_id = n.s) AS u
        WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account_id = n.a AND day = n.d AND scope = n.s)
        ORDER BY n.a, n.d, n.s ON CONFLICT DO NOTHING`.execute(trx)
    }
    const { rows } = await sql<{ a: string; s: string; d: string; taken: number; used: number; outstanding: number }>`
      SELECT b.account_id AS a, b.scope AS s, b.day AS d, b.taken, b.used,
        COALESCE((SELECT outstanding FROM leases AS l WHERE l.account_id = b.account_id AND l.day = b.day
          AND l.scope = b.scope AND l.process_id = ${processId}), 0) AS outstanding
      FROM balances AS b
      JOIN unnest(${column(some, 'accountId')}, ${column(some, 'scope')}, ${column(some, 'day')}) AS n (a, s, d)
        ON b.account_id = n.a AND b.scope = n.s AND b.day = n.d
      ORDER BY b.account_id, b.day, b.scope FOR UPDATE OF b ${skipsLocked ? sql`SKIP LOCKED` : sql``}`.execute(trx)
    for (const row of rows) found.set(leaseKey({ accountId: row.a, scope: row.s, day: row.d }), row)
  }
  return found
}

/** The number of the balances that exist. */
export const countOf = (places: readonly BalancePlace[]) => sql`SELECT COUNT(*) FROM balances AS b
  JOIN unnest(${column(places, 'accountId')}, ${column(places, 'scope')}, ${column(places, 'day')}) AS n (a, s, d)
    ON b.account_id = n.a AND b.scope = n.s AND b.day = n.d`

/** Finds the first of the balances that another transaction holds now. */
export const findLocked = async (
  db: Kysely<Tables>,
  places: readonly BalancePlace[],
): Promise<LeaseName | undefined> => {
  const names = sql`unnest(${column(places, 'accountId')}, ${column(places, 'scope')}, ${column(places, 'day')})
    AS n (a, s, d)`
  const { rows } = await sql<LeaseName>`WITH free AS (
      SELECT b.account_id AS a, b.scope AS s, b.day AS d FROM balances AS b
      JOIN ${names} ON b.account_id = n.a AND b.scope = n.s AND b.day = n.d FOR UPDATE OF b SKIP LOCKED)
    SELECT b.account_id AS "accountId", b.scope, b.day FROM balances AS b
    JOIN ${names} ON b.account_id = n.a AND b.scope = n.s AND b.day = n.d
    WHERE NOT EXISTS (SELECT FROM free WHERE free.a = n.a AND free.s = n.s AND free.d = n.d)
    ORDER BY b.account_id, b.day, b.scope LIMIT 1`.execute(db)
  return rows[0]
}

/** Waits until no other transaction holds the balance. */
export const awaitUnlocked = async (trx: Trx, { accountId, scope, day }: LeaseName): Promise<void> => {
  await sql`SELECT FROM balances WHERE account_id = ${accountId} AND scope = ${scope} AND day = ${day}
    FOR UPDATE`.execute(trx)
}

export interface After {
  readonly place: BalancePlace
  readonly taken: number
  readonly used: number
  readonly outstanding: number
}

/** Writes all balances and leases in one statement, because other processes wait for the locks. */
export const writeBalances = async (trx: Trx, processId: string, after: readonly After[]): Promise<void> => {
  const places = after.map(({ place }) => place)
  const numbers = (name: 'taken' | 'used' | 'outstanding') => sql`${after.map((one) => one[name])}::bigint[]`
  await sql`WITH written AS (
      SELECT * FROM unnest(${column(places, 'accountId')}, ${column(places, 'scope')}, ${column(places, 'day')},
        ${numbers('taken')}, ${numbers('used')}, ${numbers('outstanding')}) AS n (a, s, d, taken, used, outstanding)),
    lease AS (
      INSERT INTO leases (process_id, account_id, scope, day, outstanding)
      SELECT ${processId}, a, s, d, outstanding FROM written
      ON CONFLICT (account_id, day, scope, process_id) DO UPDATE SET outstanding = excluded.outstanding)
    UPDATE balances SET taken = written.taken, used = written.used FROM written
    WHERE account_id = a AND scope = s AND day = d`.execute(trx)
}

/** Credits leased by other living processes. */
export const elsewhere = async (
  trx: Trx,
  processId: string,
  { accountId, scope, day }: BalancePlace,
): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`SELECT COALESCE(SUM(outstanding), 0) AS sum FROM leases AS l
    JOIN processes AS p ON p.id = l.process_id WHERE l.account_id = ${accountId} AND l.scope = ${scope} AND l.day = ${day}
    AND p.id <> ${processId} AND p.seen_at > now() - ${ALIVE}`.execute(trx)
  return rows[0]?.sum ?? 0
}

/**
 * Deletes an account's balances and leases up to a day, those of days without usage included.
 * Balances come first, as in an exchange, which then waits.
 */
export const dropBalancesIn =
  (db: Kysely<Tables>) =>
  ({ account_id, day }: KeyDay): readonly CompiledQuery[] => [
    sql`DELETE FROM balances WHERE account_id = ${account_id} AND day <= ${day}`.compile(db),
    sql`DELETE FROM leases WHERE account_id = ${account_id} AND day <= ${day}`.compile(db),
  ]
