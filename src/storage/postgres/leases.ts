import { type Kysely, sql, type Transaction } from 'kysely'
import { type JournalLine, linesAfter } from '../../credits/journal.js'
import {
  type Ending,
  type Exchange,
  type LeaseAsk,
  type LeaseGrant,
  type LeaseStore,
  settleBalance,
} from '../../credits/lease-store.js'
import { sumRows } from '../../credits/sum-rows.js'
import type { Tables } from '../tables.js'
import type { Listener } from './listener.js'
import { writeUsage } from './usage.js'

type Trx = Transaction<Tables>

/** A process whose last exchange is longer ago counts as dead: its leases will not come back unless its journal does. */
const ALIVE = sql`interval '5 seconds'`

/** A process that was heard of since then is not ended by a copy of its journal: it may be paused, or cut off from the store. */
const MAYBE_ALIVE = sql`interval '60 seconds'`

interface Place extends LeaseAsk {
  charged: number
  readonly isAsked: boolean
}

const nameOf = ({ accountId, scope, day }: { accountId: string; scope: string; day: string }) =>
  `${accountId} ${day} ${scope}`

/** Every balance that an exchange touches, in the order that all processes lock them in. */
const placesOf = ({ asks, rows }: Pick<Exchange, 'asks' | 'rows'>): Place[] => {
  const places = new Map<string, Place>()
  for (const ask of asks) places.set(nameOf(ask), { ...ask, charged: 0, isAsked: true })
  const add = (accountId: string, scope: string, day: string, credits: number) => {
    const name = { accountId, scope, day }
    let place = places.get(nameOf(name))
    if (place === undefined) {
      place = { ...name, keep: 0, want: 0, least: 0, limit: 0, charged: 0, isAsked: scope === '' }
      places.set(nameOf(name), place)
    }
    place.charged += credits
  }
  // The account comes first: it is locked before any of its keys, and before a key's balance is made from the usage.
  for (const ask of asks) add(ask.accountId, '', ask.day, 0)
  for (const row of rows) {
    add(row.accountId, '', row.day, row.credits)
    add(row.accountId, row.keyId, row.day, row.credits)
  }
  return [...places.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const column = (places: readonly Place[], name: 'accountId' | 'scope' | 'day') =>
  sql`${places.map((place) => place[name])}::text[]`

/** Makes balances that are not there, from the usage, and locks them all. */
const lockBalances = async (trx: Trx, processId: string, places: readonly Place[]) => {
  const found = new Map<string, { taken: number; used: number; outstanding: number }>()
  for (const isAccount of [true, false]) {
    const some = places.filter(({ scope }) => (scope === '') === isAccount)
    const made = some.filter(({ isAsked }) => isAsked)
    if (some.length === 0) continue
    if (made.length > 0) {
      await sql`INSERT INTO balances (account_id, scope, day, taken, used)
        SELECT n.a, n.s, n.d, u.credits, u.credits
        FROM unnest(${column(made, 'accountId')}, ${column(made, 'scope')}, ${column(made, 'day')}) AS n (a, s, d),
          LATERAL (SELECT COALESCE(SUM(credits), 0)::bigint AS credits FROM usage
            WHERE account_id = n.a AND day = n.d AND (n.s = '' OR key_id = n.s)) AS u
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
      ORDER BY b.account_id, b.day, b.scope FOR UPDATE OF b`.execute(trx)
    for (const row of rows) found.set(nameOf({ accountId: row.a, scope: row.s, day: row.d }), row)
  }
  return found
}

const writeBalance = async (
  trx: Trx,
  processId: string,
  { accountId, scope, day }: Place,
  after: { taken: number; used: number; outstanding: number },
): Promise<void> => {
  await sql`WITH lease AS (
      INSERT INTO leases (process_id, account_id, scope, day, outstanding)
      VALUES (${processId}, ${accountId}, ${scope}, ${day}, ${after.outstanding})
      ON CONFLICT (account_id, day, scope, process_id) DO UPDATE SET outstanding = excluded.outstanding)
    UPDATE balances SET taken = ${after.taken}, used = ${after.used}
    WHERE account_id = ${accountId} AND scope = ${scope} AND day = ${day}`.execute(trx)
}

/** Moves the process's mark to `toLine`; whether its lines up to there were settled before. */
const mark = async (trx: Trx, { processId, fromLine, toLine }: Exchange): Promise<boolean> => {
  const { rows } = await sql<{ settled_line: number }>`
    SELECT settled_line FROM processes WHERE id = ${processId} FOR UPDATE`.execute(trx)
  const settled = rows[0]?.settled_line
  if (settled === undefined) throw new Error('the store does not know this process')
  if (settled !== fromLine && settled !== toLine) throw new Error('the journal and the store do not fit together')
  await sql`UPDATE processes SET settled_line = ${toLine}, seen_at = now() WHERE id = ${processId}`.execute(trx)
  return settled === toLine && toLine !== fromLine
}

const elsewhere = async (trx: Trx, processId: string, { accountId, scope, day }: Place): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`SELECT COALESCE(SUM(outstanding), 0) AS sum FROM leases AS l
    JOIN processes AS p ON p.id = l.process_id WHERE l.account_id = ${accountId} AND l.scope = ${scope} AND l.day = ${day}
    AND p.id <> ${processId} AND p.seen_at > now() - ${ALIVE}`.execute(trx)
  return rows[0]?.sum ?? 0
}

const exchangeIn = async (trx: Trx, exchange: Exchange): Promise<LeaseGrant[]> => {
  const { processId, asks } = exchange
  const isReplay = await mark(trx, exchange)
  const rows = isReplay ? [] : exchange.rows
  const places = placesOf({ asks, rows })
  const before = await lockBalances(trx, processId, places)
  const living = await sql<{ count: number }>`
    SELECT COUNT(*) AS count FROM processes WHERE seen_at > now() - ${ALIVE}`.execute(trx)
  if (rows.length > 0) await writeUsage(trx, rows)
  const grants = new Map<string, LeaseGrant>()
  for (const place of places) {
    const balance = before.get(nameOf(place))
    // A key that was never limited has no balance of its own.
    if (balance === undefined) continue
    const isOurs = asks.some((ask) => nameOf(ask) === nameOf(place))
    // What was charged without a lease of its own (a key that got its limit just now) is taken by being used.
    const ask = isOurs ? place : { ...place, keep: Math.max(0, balance.outstanding - place.charged) }
    const after = settleBalance(balance, place.charged, ask, living.rows[0]?.count ?? 1)
    await writeBalance(trx, processId, place, after)
    const isShort = place.want > 0 && after.granted === 0
    const others = isShort ? await elsewhere(trx, processId, place) : 0
    grants.set(nameOf(place), { granted: after.granted, used: after.used, elsewhere: others })
  }
  return asks.map((ask) => grants.get(nameOf(ask))!)
}

/** How far a process is settled, locked until the transaction ends; one that is over is known again for as long as its late lines take. */
const lockProcess = async (trx: Trx, processId: string) => {
  const known = await sql<{ settled_line: number; is_living: boolean }>`
    SELECT settled_line, seen_at > now() - ${MAYBE_ALIVE} AS is_living
    FROM processes WHERE id = ${processId} FOR UPDATE`.execute(trx)
  if (known.rows[0] !== undefined) return known.rows[0]
  // Asked after the process, which another transaction may just have ended.
  const ended = await sql<{ settled_line: number }>`
    SELECT settled_line FROM ended_processes WHERE id = ${processId} FOR UPDATE`.execute(trx)
  const settled = ended.rows[0]?.settled_line
  if (settled === undefined) return undefined
  await sql`INSERT INTO processes (id, settled_line, seen_at) VALUES (${processId}, ${settled}, '-infinity')`.execute(
    trx,
  )
  return { settled_line: settled, is_living: false }
}

const endIn = async (trx: Trx, processId: string, lines: readonly JournalLine[], isCopy: boolean): Promise<Ending> => {
  const known = await lockProcess(trx, processId)
  if (known === undefined) return 'unknown'
  if (isCopy && known.is_living) return 'living'
  const settled = known.settled_line
  const open = linesAfter(settled, lines)
  const leases = await sql<{ a: string; s: string; d: string }>`
    SELECT account_id AS a, scope AS s, day AS d FROM leases WHERE process_id = ${processId} AND outstanding > 0`.execute(
    trx,
  )
  const asks = leases.rows.map(({ a, s, d }) => ({
    accountId: a,
    scope: s,
    day: d,
    keep: 0,
    want: 0,
    least: 0,
    limit: 0,
  }))
  const toLine = open.at(-1)?.line ?? settled
  const charged = sumRows(open.flatMap((line) => line.rows))
  await exchangeIn(trx, { processId, fromLine: settled, toLine, rows: charged, asks })
  await sql`DELETE FROM leases WHERE process_id = ${processId}`.execute(trx)
  await sql`DELETE FROM processes WHERE id = ${processId}`.execute(trx)
  await sql`INSERT INTO ended_processes (id, settled_line) VALUES (${processId}, ${toLine})
    ON CONFLICT (id) DO UPDATE SET settled_line = excluded.settled_line, ended_at = now()`.execute(trx)
  await sql`DELETE FROM ended_processes WHERE ended_at < now() - interval '3 months'`.execute(trx)
  return 'over'
}

/** Leases in PostgreSQL. Every exchange locks the balances it touches, in one order, until it commits. */
export const createLeaseStore = (db: Kysely<Tables>, listener: Listener): LeaseStore => ({
  begin: async (processId) => {
    await sql`INSERT INTO processes (id) VALUES (${processId})`.execute(db)
  },
  exchange: (exchange) => db.transaction().execute((trx) => exchangeIn(trx, exchange)),
  end: (processId, lines, isCopy = false) => db.transaction().execute((trx) => endIn(trx, processId, lines, isCopy)),
  callBack: async (accountId) => {
    await sql`SELECT pg_notify('tollgate_wanted', ${accountId})`.execute(db)
  },
  onCallBack: listener.onWanted,
})
