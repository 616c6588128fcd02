import type { AccountShare } from '../accounts/account-share.js'

/** Calls an account may hold for each one it leaves free. */
const TAKEN_FOR_EACH_FREE = 3
/** A smaller part of a call is a rounding error. */
const ROUNDING = 1e-6
const SECOND_MS = 1_000

/**
 * A provider's limit in calls per second, divided among accounts. It lets one second's worth
 * through at once, so that a pause does not become a burst.
 *
 * A sent call is held until time gives it back: `perSecond` in all, in equal parts to each account
 * that holds some. An account may hold three calls for each one it leaves free, so three quarters
 * when alone, and always one. So one account alone reaches the whole rate, accounts that want more
 * get equal parts of it, and there is room for another account. The gateway's own requests have no
 * account; only the total bounds them.
 * Bounds  only accounts that hold calls are kept
 */
export class CallRate {
  /** For each that holds calls, what `returned` will be when it holds none. */
  private readonly ends = new Map<AccountShare | undefined, number>()
  /** The least of `ends`, or less. */
  private firstEnd = Number.POSITIVE_INFINITY
  /** Calls that each holder got back since nobody held any. */
  private returned = 0
  /** Calls held by all. */
  private held = 0
  private returnedAtMs = 0

  constructor(readonly perSecond: number) {}

  /** True if the account may send a call now, or so many. */
  hasRoom(nowMs: number, account?: AccountShare, calls = 1): boolean {
    this.giveBack(nowMs)
    const left = this.perSecond - this.held - calls
    if (left < -ROUNDING) return false
    if (account === undefined) return true
    const held = this.heldBy(account)
    return (held === 0 && calls === 1) || held + calls <= TAKEN_FOR_EACH_FREE * left + ROUNDING
  }

  /** Milliseconds until the account may send a call if none is sent before; at least 1. */
  waitMs(nowMs: number, account?: AccountShare): number {
    this.giveBack(nowMs)
    const left = this.perSecond - this.held - 1
    const held = this.heldBy(account)
    const ownPerSecond = this.perSecond / this.ends.size
    const missing = held + 1 - TAKEN_FOR_EACH_FREE * left
    const untilShare = Math.min(held / ownPerSecond, missing / (ownPerSecond + TAKEN_FOR_EACH_FREE * this.perSecond))
    const untilFree = -left / this.perSecond
    return Math.max(1, Math.ceil(Math.max(untilFree, account === undefined ? 0 : untilShare) * SECOND_MS))
  }

  /**
   * Counts a sent call. The gateway's own requests count, too, but are sent even if nothing is
   * free. Beyond the limit at most one second's worth is held.
   */
  spend(nowMs: number, account?: AccountShare): void {
    this.giveBack(nowMs)
    const calls = Math.min(1, 2 * this.perSecond - this.held)
    const end = this.returned + this.heldBy(account) + calls
    this.ends.set(account, end)
    this.firstEnd = Math.min(this.firstEnd, end)
    this.held += calls
  }

  private heldBy(account: AccountShare | undefined): number {
    const held = (this.ends.get(account) ?? 0) - this.returned
    return held > ROUNDING ? held : 0
  }

  /** Gives back what the time since the last call is worth. */
  private giveBack(nowMs: number): void {
    let calls = (Math.max(0, nowMs - this.returnedAtMs) * this.perSecond) / SECOND_MS
    this.returnedAtMs = nowMs
    if (calls >= this.held) return this.clear()
    while (calls > 0 && this.ends.size > 0) {
      // Compared in calls of all, so that the last part leaves exactly none: a rounded remainder
      // would be divided for ever.
      const given = Math.min(calls, (this.firstEnd - this.returned) * this.ends.size)
      this.returned += given / this.ends.size
      this.held -= given
      calls -= given
      if (this.firstEnd - this.returned <= ROUNDING) this.forget()
    }
  }

  /** Forgets those that hold nothing any more. */
  private forget(): void {
    this.firstEnd = Number.POSITIVE_INFINITY
    for (const [account, end] of this.ends) {
      if (end - this.returned > ROUNDING) this.firstEnd = Math.min(this.firstEnd, end)
      else {
        this.ends.delete(account)
        this.held -= end - this.returned
      }
    }
  }

  private clear(): void {
    this.ends.clear()
    this.firstEnd = Number.POSITIVE_INFINITY
    this.returned = 0
    this.held = 0
  }
}
