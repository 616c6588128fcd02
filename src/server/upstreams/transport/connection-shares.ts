import { IntrusiveQueue, type QueueItem } from '../../../runtime/intrusive-collections.js'
import type { AccountShare } from '../../accounts/account-share.js'

/** Connections an account may have for each one it leaves free. */
const TAKEN_FOR_EACH_FREE = 3
/** Connections an account leaves free for each one it has, in the last quarter of them. */
const FREE_FOR_EACH_TAKEN = 4
/** Fractions of the connections: the last quarter, and a few (1/64). */
const KEPT = 4
const FEW = 64
/**
 * Fractions of the connections (1/4 and 1/2) that answers streamed at their readers' pace may
 * occupy, per account and in total.
 */
const ACCOUNT_STREAMS = 4
const ALL_STREAMS = 2

/** A call waiting for a connection. */
export interface WaitingCall extends QueueItem<WaitingCall> {
  readonly use: AccountUse
}

/** An account's use of one upstream: connections, streams among them, and waiting calls. */
export class AccountUse implements QueueItem<AccountUse> {
  inUse = 0
  streams = 0
  readonly calls = new IntrusiveQueue<WaitingCall>()
  isWaiting = false
  before: AccountUse | undefined
  behind: AccountUse | undefined

  constructor(readonly account: AccountShare | undefined) {}
}

/**
 * Divides the connections to one upstream, and the places for waiting calls, among accounts.
 *
 * An account may have three connections for each one it leaves free, so three quarters when alone.
 * In the last quarter it may have a few, or one for each four it leaves free. So ten accounts that
 * want all leave some for another, if there are 64 or more. Calls beyond that wait; accounts with
 * calls that may go take turns. The gateway's own calls have no share and go first. They always
 * have one connection, if need be above the limit: a poll that waits for callers' calls would say
 * nothing about the node.
 * Bounds  an account may have as many waiting calls as it leaves places for others
 */
export class ConnectionShares {
  /** Connections that carry a call. */
  inUse = 0
  waiting = 0
  private streams = 0
  private mayExceed = true
  private readonly own = new AccountUse(undefined)
  /** The last one looked up: one account's calls often come in a row. */
  private latest = this.own
  private readonly uses = new WeakMap<AccountShare, AccountUse>()
  /** Accounts with waiting calls; an account that had a turn goes to the end. */
  private readonly turns = new IntrusiveQueue<AccountUse>()
  private readonly maxStreams: number
  private readonly maxStreamsOfOne: number
  private readonly kept: number
  private readonly few: number

  constructor(private readonly maxConnections: number) {
    this.maxStreams = Math.max(1, Math.floor(maxConnections / ALL_STREAMS))
    this.maxStreamsOfOne = Math.max(1, Math.floor(maxConnections / ACCOUNT_STREAMS))
    this.kept = Math.floor(maxConnections / KEPT)
    this.few = Math.max(1, Math.floor(maxConnections / FEW))
  }

  useOf(account: AccountShare | undefined): AccountUse {
    if (this.latest.account !== account) this.latest = account === undefined ? this.own : this.found(account)
    return this.latest
  }

  /** The most connections that may be open if a call of this account needs one. */
  limitOf(use: AccountUse): number {
    const isAbove = use === this.own && use.inUse === 0 && this.inUse >= this.maxConnections && this.mayExceed
    return this.maxConnections + (isAbove ? 1 : 0)
  }

  /** The most connections that may be open for the calls that wait. */
  get limit(): number {
    return this.own.calls.length > 0 ? this.limitOf(this.own) : this.maxConnections
  }

  /** True if the account's next call may have a connection at once. */
  mayGo(use: AccountUse): boolean {
    return use.calls.length === 0 && this.roomOf(use) > 0
  }

  /** True if a further call could go, were there a connection for each waiting call. */
  hasRoom(use: AccountUse): boolean {
    return this.roomOf(use) > use.calls.length
  }

  /** True if the account may have no further connection, were one open. */
  isAtLimit(use: AccountUse): boolean {
    return this.roomOf(use) <= 0
  }

  /** Opens none above the limit until a connection is free: the node took none. */
  keepToLimit(): void {
    this.mayExceed = false
  }

  take(use: AccountUse): void {
    use.inUse++
    this.inUse++
  }

  giveBack(use: AccountUse, wasStream: boolean): void {
    use.inUse--
    this.inUse--
    this.mayExceed = true
    if (!wasStream) return
    use.streams--
    this.streams--
  }

  /**
   * Reserves a stream, an answer that keeps its connection at its reader's pace; false if the
   * limits are reached.
   */
  takeStream(use: AccountUse): boolean {
    if (this.streams >= this.maxStreams) return false
    if (use !== this.own && use.streams >= this.maxStreamsOfOne) return false
    use.streams++
    this.streams++
    return true
  }

  /**
   * True if the account may queue no more calls, with `maxWaiting` in total; `served` of the
   * waiting calls are about to get a connection.
   */
  isFull(use: AccountUse, maxWaiting: number, served: number): boolean {
    const left = maxWaiting - Math.max(0, this.waiting - served)
    return left <= 0 || (use !== this.own && use.calls.length - served >= left)
  }

  add(call: WaitingCall): void {
    const { use } = call
    this.waiting++
    if (use.account !== undefined) use.account.waitingCalls++
    use.calls.add(call)
    if (!use.isWaiting && use !== this.own) this.turns.add(use)
  }

  remove(call: WaitingCall): void {
    const { use } = call
    this.waiting--
    if (use.account !== undefined) use.account.waitingCalls--
    use.calls.remove(call)
    if (use.isWaiting && use.calls.length === 0) this.turns.remove(use)
  }

  /** Removes and returns the next call; undefined if none may go. */
  next(): WaitingCall | undefined {
    let use: AccountUse | undefined = this.own.calls.length > 0 ? this.own : this.turns.first
    while (use !== undefined && this.roomOf(use) === 0) use = use.behind
    return use && this.takeFrom(use)
  }

  /** Removes and returns any call, even one that may not go. */
  any(): WaitingCall | undefined {
    const use = this.own.calls.length > 0 ? this.own : this.turns.first
    return use && this.takeFrom(use)
  }

  /** Waiting calls that could go with enough connections, counted up to `most`. */
  couldGo(most: number): number {
    let count = this.own.calls.length
    for (let use = this.turns.first; use !== undefined && count < most; use = use.behind)
      count += Math.min(use.calls.length, this.roomOf(use))
    return count
  }

  private found(account: AccountShare): AccountUse {
    let use = this.uses.get(account)
    if (use === undefined) {
      use = new AccountUse(account)
      this.uses.set(account, use)
    }
    return use
  }

  private takeFrom(use: AccountUse): WaitingCall {
    const call = use.calls.first!
    this.remove(call)
    if (use.isWaiting) {
      this.turns.remove(use)
      this.turns.add(use)
    }
    return call
  }

  /** Further connections the account may have. */
  private roomOf(use: AccountUse): number {
    const { inUse } = use
    const free = Math.max(0, this.limitOf(use) - this.inUse)
    if (use === this.own || free === 0) return free
    const few = Math.max(0, Math.min(free, this.few - inUse))
    const share = Math.floor((TAKEN_FOR_EACH_FREE * free - inUse) / (TAKEN_FOR_EACH_FREE + 1))
    const beforeKept = free - this.kept
    if (share <= beforeKept) return Math.max(few, share)
    const ofKept = Math.floor((free - FREE_FOR_EACH_TAKEN * inUse) / (FREE_FOR_EACH_TAKEN + 1))
    return Math.max(few, beforeKept, ofKept)
  }
}
