import { stopwatchMs } from '../../runtime/system-ports.js'
import type { Entitlement } from '../accounts/account.js'
import { DayClock } from '../credits/day.js'
import type { CallRecord, Hold, HoldRefusal, Ledger } from '../credits/ledger.js'
import { giveBackFor, isInDebt, type Throttle, takeAnywayFor } from '../credits/throttle-bucket.js'
import type { WatchedLedger } from '../credits/watched-ledger.js'
import type { PaidEvent, UnpaidReason } from './event-credits.js'

/** Events of the first prepayment, and of the smallest one while there are credits for it. */
const FIRST_EVENTS = 10
/** Bound on the events of a prepayment. */
const MAX_EVENTS = 10_000
/** Debt above which events wait, in seconds of the rate. */
const MAX_DEBT_SECONDS = 10
/** Events that have waited for the rate for this long are refused; a replay is over sooner. */
const MAX_THROTTLED_MS = 15_000
const RETRY_MS = 250
/** Longest time that events wait for a store that is away; calls wait as long for a lease. */
const WAIT_MS = 1_500

/** `nowMs` counts from 1970. */
export interface PrepaidEventsDeps {
  readonly ledger: Pick<Ledger, 'hold' | 'remainingCredits'>
  readonly watchedLedger: Pick<WatchedLedger, 'rememberCaller'>
  readonly throttle: Pick<Throttle, 'takeAnyway' | 'giveBack' | 'debt'>
  nowMs(): number
}

/**
 * The kind of events that is paid for. `usageName` names the events in the usage:
 * `eth_subscription:logs`.
 */
export interface PaidKind {
  readonly network: string
  readonly usageName: string
  /** Tells apart events of one name that may have different prices. */
  readonly variant: string
  /** The price of an event that is paid for now; it changes with the contract. */
  priceCredits(): number
}

/** Events charged together. `day` is at most the day that they were charged to. */
interface Prepayment extends PaidEvent {
  readonly entitlement: Entitlement
  readonly hold: Hold
  readonly day: string
  /** Events that are charged, and those of them that may still be taken. */
  events: number
  left: number
}

const reasons: Readonly<Record<HoldRefusal, UnpaidReason>> = {
  'daily-credits-exhausted': 'daily_credits_exhausted',
  'key-daily-credits-exhausted': 'key_daily_credits_exhausted',
  'ledger-unavailable': 'ledger_unavailable',
}

const retryTime = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS))

/**
 * Events of one kind that a key has paid for. They are charged in prepayments, durably and ahead:
 * as many as were used in the last second. From half a prepayment on, the next one is charged in
 * the background.
 *
 * An event costs what it did when its prepayment was charged. It counts on the day on which it is
 * taken.
 *
 * Law  at every moment the credits in usage are the prices of its events, and never of fewer than
 *      were taken
 */
export class PrepaidEvents {
  private readonly days: DayClock
  /** Prepayments that have events left, oldest first. */
  private prepayments: Prepayment[] = []
  private left = 0
  /** The paid events after the last charge. */
  private size = FIRST_EVENTS
  private taken = 0
  private takenSinceMs: number
  private filling: Promise<UnpaidReason | undefined> | undefined
  /** True if the last charge failed: the next one is tried when an event waits for it. */
  private isRefused = false
  private isClosed = false
  /** Time for which events waited because of the debt, less the time for which none did. */
  private throttledMs = 0
  private throttledUntilMs = 0

  constructor(
    private readonly deps: PrepaidEventsDeps,
    private readonly kind: PaidKind,
    /** Called with the end of each refund, and of a charge that one follows; it never rejects. */
    private readonly onRefund: (done: Promise<void>) => void,
  ) {
    this.takenSinceMs = deps.nowMs()
    this.days = new DayClock(deps.nowMs)
  }

  take(entitlement: Entitlement): PaidEvent | undefined {
    this.turnDay()
    const [prepayment] = this.prepayments
    if (prepayment === undefined) return undefined
    if (--prepayment.left === 0) this.prepayments.shift()
    this.left--
    this.taken++
    takeAnywayFor(this.deps.throttle, entitlement, prepayment.priceCredits, this.deps.nowMs())
    if (this.left * 2 <= this.size && !this.isRefused) void this.fill(entitlement)
    return prepayment
  }

  /** Resolves when there is a paid event, or to the reason why no event is paid for. */
  async more(entitlement: Entitlement): Promise<'paid' | UnpaidReason> {
    while (this.left === 0) {
      const reason = await this.fill(entitlement)
      if (reason !== undefined && this.left === 0) return reason
    }
    return 'paid'
  }

  /** Refunds what is left. No event can be taken any more. */
  close(): void {
    this.isClosed = true
    if (this.filling !== undefined) this.onRefund(this.filling.then(() => {}))
    this.refund(() => true)
  }

  /** Refunds what is left of former days. */
  turnDay(): void {
    const today = this.days.today()
    if (this.prepayments.some(({ day }) => day < today)) this.refund(({ day }) => day < today)
  }

  private giveBack(prepayment: Prepayment): void {
    giveBackFor(this.deps.throttle, prepayment.entitlement, prepayment.priceCredits)
    this.taken--
    this.left++
    if (++prepayment.left === 1) this.prepayments.unshift(prepayment)
    if (this.isClosed) this.refund(() => true)
    else this.turnDay()
  }

  /** Charges a prepayment; once for all that wait. Never rejects. */
  private fill(entitlement: Entitlement): Promise<UnpaidReason | undefined> {
    this.filling ??= this.buy(entitlement).then((reason) => {
      this.filling = undefined
      this.isRefused = reason !== undefined
      return reason
    })
    return this.filling
  }

  private async buy(entitlement: Entitlement): Promise<UnpaidReason | undefined> {
    if (this.mustWait(entitlement) && !(await this.waited(entitlement))) return 'throttled'
    const startMs = stopwatchMs()
    let events = this.wanted(entitlement)
    while (!this.isClosed) {
      const refusal = await this.charge(entitlement, events)
      if (refusal === undefined) return undefined
      if (refusal !== 'ledger-unavailable') {
        if (events === 1) return reasons[refusal]
        events = Math.floor(events / 2)
      } else {
        if (stopwatchMs() - startMs >= WAIT_MS) break
        await retryTime()
      }
    }
    return 'ledger_unavailable'
  }

  /** True while the debt is too large for further events. */
  private mustWait(entitlement: Entitlement): boolean {
    return isInDebt(this.deps.throttle, entitlement, MAX_DEBT_SECONDS, this.deps.nowMs())
  }

  /** Waits until the debt is small enough. False if events have waited for too long. */
  private async waited(entitlement: Entitlement): Promise<boolean> {
    const sinceMs = Math.max(0, this.deps.nowMs() - this.throttledUntilMs)
    this.throttledMs = Math.max(0, this.throttledMs - sinceMs)
    while (!this.isClosed && this.mustWait(entitlement)) {
      if (this.throttledMs >= MAX_THROTTLED_MS) {
        this.throttledMs = 0
        return false
      }
      await retryTime()
      this.throttledMs += RETRY_MS
    }
    this.throttledUntilMs = this.deps.nowMs()
    return true
  }

  /** Number of events of the next prepayment: with what is left, the use of the last second. */
  private wanted(entitlement: Entitlement): number {
    const { ledger, nowMs } = this.deps
    const elapsedMs = nowMs() - this.takenSinceMs
    const perSecond = Math.ceil((this.taken * 1_000) / Math.max(1_000, elapsedMs))
    // The clock may have been set back.
    if (elapsedMs > 1_000 || elapsedMs < 0) {
      this.taken = 0
      this.takenSinceMs = nowMs()
    }
    this.size = Math.min(MAX_EVENTS, Math.max(FIRST_EVENTS, perSecond))
    const wanted = this.size - this.left
    const remaining = ledger.remainingCredits(entitlement)
    const priceCredits = this.kind.priceCredits()
    if (remaining === undefined || priceCredits === 0) return Math.max(1, wanted)
    return Math.max(1, Math.min(wanted, Math.floor(remaining / priceCredits)))
  }

  private async charge(entitlement: Entitlement, events: number): Promise<HoldRefusal | undefined> {
    const day = this.days.today()
    const priceCredits = this.kind.priceCredits()
    const hold = await this.deps.ledger.hold(entitlement, events * priceCredits)
    // A smaller prepayment follows a refused one, down to one event.
    if (typeof hold !== 'string' || events === 1) this.deps.watchedLedger.rememberCaller(entitlement, hold, day)
    if (typeof hold === 'string') return hold
    if (this.isClosed) {
      hold.giveBack(this.recordOf(0))
      return undefined
    }
    try {
      await hold.charge(this.recordOf(events))
    } catch {
      return 'ledger-unavailable'
    }
    const giveBack = () => this.giveBack(prepayment)
    const prepayment: Prepayment = { entitlement, hold, day, priceCredits, events, left: events, giveBack }
    this.prepayments.push(prepayment)
    this.left += events
    if (this.isClosed) this.refund(() => true)
    return undefined
  }

  /** Refunds the prepayments' events that are left. */
  private refund(isMeant: (prepayment: Prepayment) => boolean): void {
    const ended = this.prepayments.filter(isMeant)
    this.prepayments = this.prepayments.filter((prepayment) => !isMeant(prepayment))
    for (const prepayment of ended) {
      const { hold, priceCredits, left } = prepayment
      this.left -= left
      prepayment.events -= left
      prepayment.left = 0
      // A row that cannot be written is lost, as any charge then is.
      this.onRefund(hold.refund(this.recordOf(prepayment.events), left * priceCredits).catch(() => {}))
    }
  }

  private recordOf(events: number): CallRecord {
    const { network, usageName } = this.kind
    return { network, method: usageName, events, isError: false, servedBy: 'upstream' }
  }
}
