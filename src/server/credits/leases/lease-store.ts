import type { JournalLine } from '../journal.js'
import type { ChargeRow } from '../usage/usage-store.js'

/**
 * One account's day, or a limited key's part of it. `scope` is the key's id, or empty for the
 * account.
 */
export interface LeaseName {
  readonly accountId: string
  readonly scope: string
  readonly day: string
}

/** A lease's key in maps. PostgreSQL's exchanges lock balances in its order. */
export const leaseKey = ({ accountId, scope, day }: LeaseName): string => `${accountId} ${day} ${scope}`

/** One lease in an exchange: the credits that a process keeps, and those that it asks for. */
export interface LeaseAsk extends LeaseName {
  /**
   * Credits that the process still has after the exchange, before the grant: leased, not handed
   * back, and not among the charges settled now.
   */
  readonly keep: number
  /** About one second of spending; 0 asks for no credits. */
  readonly want: number
  /** Smallest useful grant: the price of a waiting call. */
  readonly least: number
  /** The day's limit; grants never exceed it. */
  readonly limit: number
}

/** A process's charges and asks, in one transaction. */
export interface LeaseExchange {
  readonly processId: string
  /**
   * Journal lines of `rows`: after `fromLine`, up to `toLine`. The store skips lines that it has
   * settled.
   */
  readonly fromLine: number
  readonly toLine: number
  readonly rows: readonly ChargeRow[]
  readonly asks: readonly LeaseAsk[]
}

/** The store's answer to one ask. */
export interface LeaseGrant {
  readonly granted: number
  /** Credits charged and settled on this day, over all processes. */
  readonly used: number
  /** Credits that other living processes have leased and not settled; some may come back. */
  readonly elsewhere: number
}

/** Another transaction holds one of the balances for too long; nothing was changed. */
export class BalancesLocked extends Error {}

/**
 * The store knows fewer lines of a journal than it had settled: it lost commits, or is an older
 * copy.
 */
export class StoreBehind extends Error {
  constructor(readonly settledLine: number) {
    super(`the store has lost what was settled after line ${settledLine} of the journal`)
  }
}

/**
 * Result of ending a process: it is over; or it is unknown, and its lines are not taken; or it was
 * active recently and is left alone.
 */
export type Ending = 'over' | 'unknown' | 'living'

/** Grants leases to processes and settles their charges. */
export interface LeaseStore {
  /** Registers a process with no settled lines. */
  begin(processId: string): Promise<void>
  /**
   * Settles, takes back and grants; a process's exchanges run one after the other. Grants are in
   * the order of the asks.
   *
   * Errors  rejects with BalancesLocked or StoreBehind, if the store can be in such a state
   */
  exchange(exchange: LeaseExchange): Promise<LeaseGrant[]>
  /**
   * Exchanges without settling rows, skipping balances that another transaction holds (undefined).
   * Missing if no exchange rejects with BalancesLocked.
   */
  exchangeUnlocked?(exchange: LeaseExchange): Promise<(LeaseGrant | undefined)[]>
  /**
   * Ends a process that is gone. Settles each remaining line of its journal once and hands all
   * leases back: what the journal lacks was never charged. If the process is already over, settles
   * only the lines that were not brought before.
   *
   * `isCopy` says that the lines come from a copy of the journal, so the process may still run.
   */
  end(processId: string, lines: readonly JournalLine[], isCopy?: boolean): Promise<Ending>
  /** Asks the other processes to hand back unused credits of the account. */
  callBack(accountId: string): Promise<void>
  /** Registers the listener for such requests from other processes. */
  onCallBack(listen: (accountId: string) => void): void
}

/**
 * A day of an account or key in the store; `outstanding` is the asking process's. `taken` = used +
 * the outstanding credits of all processes.
 */
export interface Balance {
  readonly taken: number
  readonly used: number
  readonly outstanding: number
}

/**
 * Applies an exchange to a balance. A grant never exceeds what is left, and shrinks near the end of
 * the day's credits so that each of `processes` still gets some.
 */
export const settleBalance = (
  before: Balance,
  charged: number,
  ask: Pick<LeaseAsk, 'keep' | 'want' | 'least' | 'limit'>,
  processes: number,
): Balance & { readonly granted: number } => {
  const taken = before.taken - (before.outstanding - charged - ask.keep)
  const left = Math.max(0, ask.limit - taken)
  const share = Math.max(ask.least, Math.floor(left / (2 * Math.max(1, processes))))
  const granted = ask.want <= 0 || left < ask.least ? 0 : Math.min(ask.want, share, left)
  return { taken: taken + granted, used: before.used + charged, outstanding: ask.keep + granted, granted }
}
