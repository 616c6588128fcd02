import { orAfter } from '../../runtime/time-limit.js'
import { IdleInterval } from '../../runtime/timers.js'
import { spareTurns } from '../../runtime/turns/work-turns.js'
import type { Entitlement } from '../accounts/account.js'
import type { EventCredits, PaidEvent, UnpaidReason } from './event-credits.js'
import { type PaidKind, PrepaidEvents, type PrepaidEventsDeps } from './prepaid-events.js'

/** Interval at which prepayments of former days are refunded. */
const TURN_DAY_MS = 60_000
/** Longest time that `end` waits for refunds. */
const END_MS = 1_000

/** Prepaid events and the number of their uses. */
interface Shared {
  readonly events: PrepaidEvents
  uses: number
}

/**
 * The event credits of a process. Subscriptions of one key to one kind of events share their
 * prepayments.
 */
export class EventCreditsPool {
  private readonly shared = new Map<string, Shared>()
  private readonly refunds = new Set<Promise<void>>()
  private readonly turningDay = new IdleInterval(TURN_DAY_MS, () => this.turnDay())

  constructor(private readonly deps: PrepaidEventsDeps) {}

  /** Opens a use. `entitlement` returns the key's newest one, of the same account. */
  open(entitlement: () => Entitlement, kind: PaidKind): EventCredits {
    const { account, key } = entitlement()
    const name = JSON.stringify([account.id, key.id, kind.network, kind.usageName, kind.variant])
    let shared = this.shared.get(name)
    if (shared === undefined) {
      shared = { events: new PrepaidEvents(this.deps, kind, (done) => this.track(done)), uses: 0 }
      this.shared.set(name, shared)
    }
    shared.uses++
    this.turningDay.use()
    return new SharedUse(shared.events, entitlement, () => this.close(name))
  }

  /** Waits for the refunds of closed uses, at most a second. Call it before the ledger's flush. */
  async end(): Promise<void> {
    this.turningDay.stop()
    // Closed connections may still close their uses.
    await orAfter(
      spareTurns.done().then(() => this.refunded()),
      END_MS,
      undefined,
    )
  }

  private close(name: string): void {
    const shared = this.shared.get(name)!
    if (--shared.uses > 0) return
    this.shared.delete(name)
    shared.events.close()
  }

  /** A charge under way, once it is durable, adds its refund. */
  private async refunded(): Promise<void> {
    while (this.refunds.size > 0) await Promise.all(this.refunds)
  }

  private track(done: Promise<void>): void {
    this.refunds.add(done)
    void done.then(() => this.refunds.delete(done))
  }

  private turnDay(): boolean {
    for (const { events } of this.shared.values()) events.turnDay()
    return this.shared.size > 0
  }
}

class SharedUse implements EventCredits {
  private isClosed = false

  constructor(
    private readonly events: PrepaidEvents,
    private readonly entitlement: () => Entitlement,
    private readonly onClose: () => void,
  ) {}

  take(): PaidEvent | undefined {
    return this.isClosed ? undefined : this.events.take(this.entitlement())
  }

  async more(): Promise<'paid' | UnpaidReason> {
    return this.isClosed ? 'ledger_unavailable' : this.events.more(this.entitlement())
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.onClose()
  }
}
