import { type AccountSource, remainingOf } from '../open-hold.js'
import type { LeaseAsk, LeaseGrant, LeaseName } from './lease-store.js'

const WINDOW_MS = 250
const IDLE_MS = 1_000
const AHEAD_MS = 1_000
/** The longest pause between two exchanges. */
const TICK_MS = 100
/** A store that takes longer counts as one that hangs. */
const MAX_EXCHANGE_MS = 1_000

/** A call waiting for credits. */
export interface LeaseWaiter {
  readonly priceCredits: number
  readonly account: Lease
  readonly key: Lease | undefined
  readonly sinceMs: number
  /** True once the store was asked for its credits. */
  isAsked: boolean
  readonly answer: (isHeld: boolean, short: Lease | undefined) => void
}

/**
 * A process's lease of one account's day, or of one limited key's.
 *
 * `outstanding` = free + held + unsettled: what the store holds this process to. Refunds come back
 * only once they are settled.
 */
export class Lease implements LeaseName, AccountSource {
  outstanding = 0
  held = 0
  /** Charged in the journal, not yet settled in the store. */
  unsettled = 0
  /** The day's limit and the used credits, as last reported. */
  limit = 0
  used: number | undefined
  /** After an exchange that failed, the store may record another amount than this process. */
  isDoubtful = false
  isCalledBack = false
  /** The next exchange asks for the used credits. */
  isUnknown = false
  readonly waiters = new Set<LeaseWaiter>()
  usedAtMs: number
  private rate = 0
  private spent = 0
  private exchangeMs = 0
  private windowMs: number

  constructor(
    readonly accountId: string,
    readonly scope: string,
    readonly day: string,
    nowMs: number,
  ) {
    this.usedAtMs = nowMs
    this.windowMs = nowMs
  }

  get free(): number {
    return this.outstanding - this.held - this.unsettled
  }

  /**
   * Credits of `limit` neither charged nor held, as far as the store has reported; undefined
   * before.
   */
  remaining(limit: number): number | undefined {
    const { used, unsettled, held } = this
    return used === undefined ? undefined : remainingOf({ used: used + unsettled, held }, limit)
  }

  hold(credits: number): void {
    this.held += credits
    this.spent += credits
  }

  release(credits: number): void {
    this.held -= credits
  }

  charge(credits: number): void {
    this.held -= credits
    this.unsettled += credits
  }

  /**
   * Updates the spending rate, once per window. `exchangeMs` is the usual duration of an exchange:
   * calls that waited for one are spent all at once.
   */
  tick(nowMs: number, exchangeMs: number): void {
    this.exchangeMs = Math.min(exchangeMs, MAX_EXCHANGE_MS)
    if (this.spent > 0) this.usedAtMs = nowMs
    const elapsedMs = nowMs - this.windowMs
    if (elapsedMs >= 0 && elapsedMs < Math.max(WINDOW_MS, 2 * this.exchangeMs)) return
    const now = elapsedMs > 0 ? Math.ceil((this.spent * 1_000) / elapsedMs) : this.spent
    this.rate = Math.max(now, Math.floor(this.rate / 2))
    this.spent = 0
    this.windowMs = nowMs
  }

  /** True if nothing of it is in use, so that it can be forgotten. */
  get isEmpty(): boolean {
    return this.outstanding === 0 && this.waiters.size === 0 && !this.isDoubtful && this.rate === 0
  }

  /**
   * This lease's ask for the next exchange; `settling` is its charges in that exchange. Undefined
   * if there is nothing to ask or report. Credits handed back leave the lease at once.
   */
  ask(nowMs: number, settling: number | undefined, isDraining: boolean): LeaseAsk | undefined {
    const isIdle = nowMs - this.usedAtMs >= IDLE_MS && this.waiters.size === 0
    const handsBack = isDraining || isIdle || this.isCalledBack
    const back = handsBack ? Math.max(0, this.free) : 0
    this.isCalledBack = false
    let needed = 0
    let least = 0
    for (const waiter of this.waiters) {
      waiter.isAsked = true
      if (least === 0) least = waiter.priceCredits
      needed += waiter.priceCredits
    }
    this.outstanding -= back
    const ahead = handsBack ? 0 : this.askAhead()
    const want = Math.max(needed - this.free, ahead, 0)
    if (settling === undefined && back === 0 && want === 0 && !this.isDoubtful && !this.isUnknown) return undefined
    const { accountId, scope, day, limit } = this
    const keep = this.outstanding - (settling ?? 0)
    return { accountId, scope, day, keep, want, least: Math.max(1, least - this.free), limit }
  }

  /**
   * Credits to have before calls need them: for a second, which is what a crash may cost. It asks
   * if what is free may not last for this exchange and the next.
   */
  private askAhead(): number {
    const { exchangeMs } = this
    const lasts = (ms: number) => Math.ceil((this.rate * ms) / 1_000)
    const isLow = this.free < lasts(Math.max(AHEAD_MS / 2, 2 * (exchangeMs + TICK_MS)))
    return isLow ? lasts(AHEAD_MS) - this.free : 0
  }

  /** Applies the store's grant: `charged` of the settled credits were charges, the rest refunds. */
  take(grant: LeaseGrant, settled: number, charged: number): void {
    this.outstanding += grant.granted - settled
    this.unsettled -= charged
    this.used = grant.used
    this.isUnknown = false
    this.isDoubtful = false
  }
}
