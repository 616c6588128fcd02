import { type Kysely, sql } from 'kysely'
import { stopwatchMs } from '../../../runtime/system-ports.js'
import { type JournalLine, linesAfter } from '../../credits/journal.js'
import {
  BalancesLocked,
  type Ending,
  type LeaseAsk,
  type LeaseExchange,
  type LeaseGrant,
  type LeaseName,
  type LeaseStore,
  leaseKey,
  settleBalance,
} from '../../credits/leases/lease-store.js'
import { sumRows } from '../../credits/usage/sum-rows.js'
import type { ChargeRow, OnLostRefund } from '../../credits/usage/usage-store.js'
import type { Tables } from '../tables.js'
import {
  type After,
  awaitUnlocked,
  elsewhere,
  findLocked,
  lockBalances,
  placesOf,
  type Trx,
  writeBalances,
} from './balances.js'
import { moveMark, type ProcessMark } from './process-mark.js'
import { writeUsage } from './usage.js'

/**
 * A copy of a journal does not end a process that was active this recently: the process may be
 * paused, or cut off from the store.
 */
export const MAYBE_ALIVE = sql`interval '60 seconds'`

interface ToSettle {
  readonly processId: string
  readonly rows: readonly ChargeRow[]
  readonly asks: readonly LeaseAsk[]
  readonly onLostRefund: OnLostRefund
  readonly mark: Pick<ProcessMark, 'living' | 'areMade'>
}

/** Settles rows and asks; with `skipsLocked`, skips asks whose account is locked. */
const settleIn = async (
  trx: Trx,
  { processId, rows, asks, onLostRefund, mark }: ToSettle,
  skipsLocked = false,
): Promise<(LeaseGrant | undefined)[]> => {
  const places = placesOf({ asks, rows })
  const before = await lockBalances(trx, processId, places, { areMade: mark.areMade, skipsLocked })
  for (const row of rows.length > 0 ? await writeUsage(trx, rows) : []) {
    onLostRefund(row)
    for (const place of places) if (isChargedTo(row, place)) place.charged -= row.credits
  }
  const asked = new Set(asks.map(leaseKey))
  const changes: (After & { readonly granted: number })[] = []
  for (const place of places) {
    const balance = before.get(leaseKey(place))
    // A key without a limit has no balance.
    if (balance === undefined) continue
    // Charges without a lease (of a key that just got its limit) count as taken.
    const ask = asked.has(leaseKey(place))
      ? place
      : { ...place, keep: Math.max(0, balance.outstanding - place.charged) }
    changes.push({ place, ...settleBalance(balance, place.charged, ask, mark.living) })
  }
  if (changes.length > 0) await writeBalances(trx, processId, changes)
  const grants = new Map<string, LeaseGrant>()
  for (const { place, granted, used } of changes) {
    const isShort = place.want > 0 && granted === 0
    const others = isShort ? await elsewhere(trx, processId, place) : 0
    grants.set(leaseKey(place), { granted, used, elsewhere: others })
  }
  return asks.map((ask) => grants.get(leaseKey(ask)))
}

const isChargedTo = ({ accountId, keyId, day }: ChargeRow, place: LeaseName): boolean =>
  place.accountId === accountId && place.day === day && (place.scope === '' || place.scope === keyId)

const exchangeIn = async (trx: Trx, exchange: LeaseExchange, onLostRefund: OnLostRefund): Promise<LeaseGrant[]> => {
  const { processId, fromLine, toLine, rows, asks } = exchange
  const mark = await moveMark(trx, exchange, toLine)
  const isReplay = mark.settled === toLine && toLine !== fromLine
  // Nothing is skipped.
  return (await settleIn(trx, { processId, rows: isReplay ? [] : rows, asks, onLostRefund, mark })) as LeaseGrant[]
}

/**
 * A process's settled line, locked until the transaction ends. A process that is over is registered
 * again while its late lines are settled.
 */
const lockProcess = async (trx: Trx, processId: string) => {
  const known = await sql<{ settled_line: number; is_living: boolean }>`
    SELECT settled_line, seen_at > now() - ${MAYBE_ALIVE} AS is_living
    FROM processes WHERE id = ${processId} FOR UPDATE`.execute(trx)
  if (known.rows[0] !== undefined) return known.rows[0]
  // Queried after `processes`: another transaction may just have ended the process.
  const ended = await sql<{ settled_line: number }>`
    SELECT settled_line FROM ended_processes WHERE id = ${processId} FOR UPDATE`.execute(trx)
  const settled = ended.rows[0]?.settled_line
  if (settled === undefined) return undefined
  await sql`INSERT INTO processes (id, settled_line, seen_at) VALUES (${processId}, ${settled}, '-infinity')`.execute(
    trx,
  )
  return { settled_line: settled, is_living: false }
}

const endIn = async (
  trx: Trx,
  processId: string,
  lines: readonly JournalLine[],
  isCopy: boolean,
  onLostRefund: OnLostRefund,
): Promise<Ending> => {
  const known = await lockProcess(trx, processId)
  if (known === undefined) return 'unknown'
  if (isCopy && known.is_living) return 'living'
  const settled = known.settled_line
  const open = linesAfter(settled, lines)
  const toLine = open.at(-1)?.line ?? settled
  const leases = await sql<LeaseName>`SELECT account_id AS "accountId", scope, day FROM leases
    WHERE process_id = ${processId} AND outstanding > 0`.execute(trx)
  const asks = leases.rows.map((name) => ({ ...name, keep: 0, want: 0, least: 0, limit: 0 }))
  const rows = sumRows(open.flatMap((line) => line.rows))
  await settleIn(trx, { processId, rows, asks, onLostRefund, mark: { living: 1, areMade: false } })
  await sql`DELETE FROM leases WHERE process_id = ${processId}`.execute(trx)
  await sql`DELETE FROM processes WHERE id = ${processId}`.execute(trx)
  await sql`INSERT INTO ended_processes (id, settled_line) VALUES (${processId}, ${toLine})
    ON CONFLICT (id) DO UPDATE SET settled_line = excluded.settled_line, ended_at = now()`.execute(trx)
  await sql`DELETE FROM ended_processes WHERE ended_at < now() - interval '3 months'`.execute(trx)
  return 'over'
}

/**
 * True if an exchange settles and asks nothing, and only shows that process and store are alive.
 */
const isSignOfLife = ({ fromLine, toLine, asks }: LeaseExchange): boolean => fromLine === toLine && asks.length === 0

/**
 * One statement, because an idle process does nothing else; false if the exchange has to find out
 * why it failed.
 */
const signLife = async (db: Kysely<Tables>, { processId, toLine }: LeaseExchange): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE processes SET seen_at = now() WHERE id = ${processId} AND settled_line = ${toLine}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Longest wait for a lock within an exchange, which holds the balances that it has locked before:
 * longer than other exchanges hold theirs, even on a busy machine.
 */
const HOLDING_MS = 150

/** PostgreSQL's code for a `lock_timeout` that has passed. */
const LOCK_NOT_AVAILABLE = '55P03'

/** The transaction's result; undefined if it waited too long for a lock. */
const unlessLocked = <Result>(transaction: Promise<Result>): Promise<Result | undefined> =>
  transaction.catch((error: { readonly code?: unknown }) => {
    if (error.code === LOCK_NOT_AVAILABLE) return undefined
    throw error
  })

export interface LeaseStoreDeps {
  /** An exchange's wait for another transaction's lock. */
  readonly lockMs: number
  readonly onCallBack: LeaseStore['onCallBack']
  readonly onLostRefund: OnLostRefund
}

/**
 * Leases in PostgreSQL. Every exchange locks its balances, in one order, until it commits. Waits
 * for locks are short, and an exchange that waits longer gives back what it holds: the transaction
 * of a hung process or an operator must not stop leases of unrelated accounts.
 */
export const createLeaseStore = (
  db: Kysely<Tables>,
  { lockMs, onCallBack, onLostRefund }: LeaseStoreDeps,
): LeaseStore => {
  /** A transaction that begins and bounds its waits for locks in one round trip. */
  const transact = <Result>(waitMs: number, action: (trx: Trx) => Promise<Result>): Promise<Result> =>
    db.connection().execute(async (connection) => {
      await sql.raw(`begin; SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(waitMs))}`).execute(connection)
      try {
        const result = await action(connection as Trx)
        await sql`commit`.execute(connection)
        return result
      } catch (error) {
        await sql`rollback`.execute(connection)
        throw error
      }
    })
  /** Exchanges, waiting up to `lockMs` in all for balances that other transactions hold. */
  const exchangeAll = async (exchange: LeaseExchange): Promise<LeaseGrant[]> => {
    const startedMs = stopwatchMs()
    const leftMs = () => lockMs - (stopwatchMs() - startedMs)
    while (leftMs() > 0) {
      const grants = await unlessLocked(
        transact(Math.min(HOLDING_MS, leftMs()), (trx) => exchangeIn(trx, exchange, onLostRefund)),
      )
      if (grants !== undefined) return grants
      const locked = await findLocked(db, placesOf(exchange))
      if (locked !== undefined) await unlessLocked(transact(leftMs(), (trx) => awaitUnlocked(trx, locked)))
    }
    throw new BalancesLocked('another transaction holds a balance')
  }
  return {
    begin: async (processId) => {
      await sql`INSERT INTO processes (id) VALUES (${processId})`.execute(db)
    },
    exchange: async (exchange) => {
      if (isSignOfLife(exchange) && (await signLife(db, exchange))) return []
      return exchangeAll(exchange)
    },
    exchangeUnlocked: (exchange) =>
      transact(lockMs, async (trx) => {
        const { processId, fromLine, asks } = exchange
        const mark = await moveMark(trx, { ...exchange, rows: [] }, fromLine)
        // The asks count charges as outstanding, which is wrong for charges that are settled.
        if (mark.settled !== fromLine)
          throw new BalancesLocked('another transaction holds a balance of settled charges')
        return settleIn(trx, { processId, rows: [], asks, onLostRefund, mark }, true)
      }),
    end: (processId, lines, isCopy = false) =>
      db.transaction().execute((trx) => endIn(trx, processId, lines, isCopy, onLostRefund)),
    callBack: async (accountId) => {
      await sql`SELECT pg_notify('tollgate_wanted', ${accountId})`.execute(db)
    },
    onCallBack,
  }
}
