import type { JournalLine } from '../journal.js'
import type { ChargeRow } from '../usage/usage-store.js'

/**
 * One account's day, or one limited key's part of it. `scope` is the key's id, or empty for the
 * account as a whole.
 */
export interface LeaseName {
  readonly accountId: string
  readonly scope: string
  readonly day: string
}

/**
 * What a process says of one lease: what it keeps of it, and what more it would like. All amounts
 * in credits.
 */
export interface LeaseAsk extends LeaseName {
  /**
   * Leased and neither among the settled charges nor handed back: what the process still has after
   * the exchange, before the grant.
   */
  readonly keep: number
  /** About one second of spending; 0 asks for nothing. */
  readonly want: number
  /** A smaller grant would be of no use: the price of a call that waits. */
  readonly least: number
  /** The day's limit: no grant leads above it. */
  readonly limit: number
}

/** What a process tells the store and asks of it, in one transaction. */
export interface LeaseExchange {
  readonly processId: string
  /**
   * The journal's lines whose rows these are: after `fromLine`, up to `toLine`. Lines that are
   * settled are not settled again.
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
  /**
   * Credits that other living processes have leased and not settled: some of them may come back.
   */
  readonly elsewhere: number
}

/**
 * Another transaction holds one of the exchange's balances for longer than an exchange waits;
 * nothing was changed.
 */
export class BalancesLocked extends Error {}

/**
 * The store knows less of a process's journal than it had settled: it lost what it had committed,
 * or an older copy of it is served.
 */
export class StoreBehind extends Error {
  constructor(readonly settledLine: number) {
    super(`the store has lost what was settled after line ${settledLine} of the journal`)
  }
}

/**
 * What became of a process that was to be ended: it is over; the store does not know it, and takes
 * nothing for it; or the store has heard of it not long ago, and leaves it alone.
 */
export type Ending = 'over' | 'unknown' | 'living'

/** Where processes lease credits and settle what they charged; implemented in storage/. */
export interface LeaseStore {
  /** Announces a process, which has settled nothing yet. */
  begin(processId: string): Promise<void>
  /**
   * Settles, takes back and grants; one after the other for each process. Grants are in the order
   * of the asks.
   *
   * Errors  rejects with BalancesLocked or StoreBehind where the store can be in such a state
   */
  exchange(exchange: LeaseExchange): Promise<LeaseGrant[]>
  /**
   * The same without settling the rows, for the balances that no other transaction holds; undefined
   * for the others. Missing where no exchange rejects with BalancesLocked.
   */
  exchangeUnlocked?(exchange: LeaseExchange): Promise<(LeaseGrant | undefined)[]>
  /**
   * Ends a process that is gone: settles what its journal still holds, each line once, and hands
   * everything else back, for what its journal does not have was never charged. Of one that is over
   * already it settles the lines that no journal has brought so far.
   *
   * `isCopy` says that the lines are from a copy of its journal, so that the process may be living
   * for all the caller knows.
   */
  end(processId: string, lines: readonly JournalLine[], isCopy?: boolean): Promise<Ending>
  /** Asks the other processes to hand back what they hold unused for the account. */
  callBack(accountId: string): Promise<void>
  /** Calls back when another process wants what this one holds unused. */
  onCallBack(listen: (accountId: string) => void): void
}

/**
 * One account's day, or one key's, as the store knows it; `outstanding` is the asking process's.
 * `taken` = used + everybody's outstanding.
 */
export interface Balance {
  readonly taken: number
  readonly used: number
  readonly outstanding: number
}

/**
 * What an exchange does to a balance: the arithmetic of the law. A grant is never more than what is
 * left, and shrinks towards the end so that `processes` living ones all find some.
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
