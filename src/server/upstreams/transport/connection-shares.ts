import { IntrusiveQueue, type QueueItem } from '../../../runtime/intrusive-collections.js'
import type { AccountShare } from '../../accounts/account-share.js'

/** Connections an account may have for each one it leaves free. */
const TAKEN_FOR_EACH_FREE = 3
/**
 * Fractions of the connections (1/4 and 1/2) that answers streamed at their readers' pace may
 * occupy, per account and in total.
 */
const ACCOUNT_STREAMS = 4
const ALL_STREAMS = 2

/** A call waiting for a connection. */
export interface WaitingCall extends QueueItem<WaitingCall> {
  readonly line: AccountLine
}

/** An account's use of one upstream: connections, streams among them, and waiting calls. */
export class AccountLine implements QueueItem<AccountLine> {
  inUse = 0
  streams = 0
  readonly calls = new IntrusiveQueue<WaitingCall>()
  isWaiting = false
  before: AccountLine | undefined
  behind: AccountLine | undefined

  constructor(readonly account: AccountShare | undefined) {}
}

/**
 * Divides the connections to one upstream, and the places for waiting calls, among accounts.
 *
 * An account may have three connections for each one it leaves free, so three quarters when alone,
 * and always one. Calls beyond that wait; accounts with calls that may go take turns. The gateway's
 * own calls have no share and go first.
 * Bounds  an account may have as many waiting calls as it leaves places for others
 */
export class ConnectionShares {
  /** Connections that carry a call. */
  inUse = 0
  waiting = 0
  private streams = 0
  private readonly own = new AccountLine(undefined)
  /** The last line looked up: one account's calls often come in a row. */
  private latest = this.own
  private readonly lines = new WeakMap<AccountShare, AccountLine>()
  /** Accounts with waiting calls; an account that had a turn goes to the end. */
  private readonly turns = new IntrusiveQueue<AccountLine>()
  private readonly maxStreams: number
  private readonly maxStreamsOfOne: number

  constructor(private readonly maxConnections: number) {
    this.maxStreams = Math.max(1, Math.floor(maxConnections / ALL_STREAMS))
    this.maxStreamsOfOne = Math.max(1, Math.floor(maxConnections / ACCOUNT_STREAMS))
  }

  lineOf(account: AccountShare | undefined): AccountLine {
    if (this.latest.account !== account) this.latest = account === undefined ? this.own : this.found(account)
    return this.latest
  }

  /** True if the account's next call may have a connection at once. */
  mayGo(line: AccountLine): boolean {
    return line.calls.length === 0 && this.roomOf(line) > 0
  }

  /** True if a further call could go, were there a connection for each waiting call. */
  hasRoom(line: AccountLine): boolean {
    return this.roomOf(line) > line.calls.length
  }

  take(line: AccountLine): void {
    line.inUse++
    this.inUse++
  }

  giveBack(line: AccountLine, wasStream: boolean): void {
    line.inUse--
    this.inUse--
    if (!wasStream) return
    line.streams--
    this.streams--
  }

  /**
   * Reserves a stream, an answer that keeps its connection at its reader's pace; false if the
   * limits are reached.
   */
  takeStream(line: AccountLine): boolean {
    if (this.streams >= this.maxStreams) return false
    if (line !== this.own && line.streams >= this.maxStreamsOfOne) return false
    line.streams++
    this.streams++
    return true
  }

  /**
   * True if the account may queue no more calls, with `maxWaiting` in total; `served` of the
   * waiting calls are about to get a connection.
   */
  isFull(line: AccountLine, maxWaiting: number, served: number): boolean {
    const left = maxWaiting - Math.max(0, this.waiting - served)
    return left <= 0 || (line !== this.own && line.calls.length - served >= left)
  }

  add(call: WaitingCall): void {
    const { line } = call
    this.waiting++
    if (line.account !== undefined) line.account.waitingCalls++
    line.calls.add(call)
    if (!line.isWaiting && line !== this.own) this.turns.add(line)
  }

  remove(call: WaitingCall): void {
    const { line } = call
    this.waiting--
    if (line.account !== undefined) line.account.waitingCalls--
    line.calls.remove(call)
    if (line.isWaiting && line.calls.length === 0) this.turns.remove(line)
  }

  /** Removes and returns the next call; undefined if none may go. */
  next(): WaitingCall | undefined {
    let line: AccountLine | undefined = this.own.calls.length > 0 ? this.own : this.turns.first
    while (line !== undefined && this.roomOf(line) === 0) line = line.behind
    return line && this.takeFrom(line)
  }

  /** Removes and returns any call, even one that may not go. */
  any(): WaitingCall | undefined {
    const line = this.own.calls.length > 0 ? this.own : this.turns.first
    return line && this.takeFrom(line)
  }

  /** Waiting calls that could go with enough connections, counted up to `most`. */
  couldGo(most: number): number {
    let count = this.own.calls.length
    for (let line = this.turns.first; line !== undefined && count < most; line = line.behind)
      count += Math.min(line.calls.length, this.roomOf(line))
    return count
  }

  private found(account: AccountShare): AccountLine {
    let line = this.lines.get(account)
    if (line === undefined) {
      line = new AccountLine(account)
      this.lines.set(account, line)
    }
    return line
  }

  private takeFrom(line: AccountLine): WaitingCall {
    const call = line.calls.first!
    this.remove(call)
    if (line.isWaiting) {
      this.turns.remove(line)
      this.turns.add(line)
    }
    return call
  }

  /** Further connections the account may have. */
  private roomOf(line: AccountLine): number {
    const free = this.maxConnections - this.inUse
    if (line === this.own) return free
    const room = Math.floor((TAKEN_FOR_EACH_FREE * free - line.inUse) / (TAKEN_FOR_EACH_FREE + 1))
    return Math.max(line.inUse === 0 ? 1 : 0, room)
  }
}
