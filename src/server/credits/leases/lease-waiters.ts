import type { Lease, Waiter } from './lease.js'
import type { LeaseAsk, LeaseGrant } from './lease-store.js'
import type { LeaseTable } from './lease-table.js'

/** How long a process that finds the store dry waits for what the others hand back. */
const CALL_BACK_MS = 1_000

/** What one lease asked of the store. */
export interface CallBack {
  readonly lease: Lease
  readonly ask: LeaseAsk
}

/** What is left to do for the calls that could not be answered yet. */
export interface StillWaiting {
  /** Whether the store should be asked again at once. */
  readonly isWaiting: boolean
  /** The accounts whose unused leases other processes should hand back. */
  readonly called: ReadonlySet<string>
}

/**
 * The calls that wait for credits, each on its account's lease and, when the key is limited, the
 * key's.
 */
export class LeaseWaiters {
  constructor(
    readonly leases: LeaseTable,
    readonly now: () => number,
  ) {}

  add(waiter: Waiter): void {
    waiter.account.waiters.add(waiter)
    waiter.key?.waiters.add(waiter)
  }

  /**
   * Refuses those that have waited for `waitedMs`, without saying that their credits are exhausted.
   */
  refuse(waitedMs = 0): void {
    for (const lease of this.leases.all()) {
      if (lease.waiters.size === 0) continue
      for (const waiter of [...lease.waiters]) {
        if (waitedMs === 0 || this.now() - waiter.sinceMs >= waitedMs) this.answer(waiter, false, undefined)
      }
    }
  }

  /**
   * Answers those that can be answered, after an exchange or without one; a grant is undefined
   * where another transaction holds the balance.
   */
  serve(asked: readonly CallBack[], grants: readonly (LeaseGrant | undefined)[]): StillWaiting {
    const dry = new Map<Lease, { readonly elsewhere: number; readonly least: number }>()
    const locked = new Set<Lease>()
    asked.forEach(({ lease, ask }, index) => {
      const grant = grants[index]
      if (grant === undefined) locked.add(lease)
      else if (grant.granted === 0 && ask.want > 0) dry.set(lease, { elsewhere: grant.elsewhere, least: ask.least })
    })
    let isWaiting = false
    const called = new Set<string>()
    for (const lease of this.leases.all()) {
      if (lease.scope !== '') continue
      for (const waiter of [...lease.waiters]) {
        const short = [waiter.account, waiter.key].find((one) => one !== undefined && one.free < waiter.priceCredits)
        if (short === undefined) {
          // One that wants no credits wants to know what is used: an exchange that was under way
          // before says nothing of that.
          if (waiter.priceCredits > 0 || waiter.isAsked) this.answer(waiter, true, undefined)
          else isWaiting = true
          continue
        }
        // The next tick asks again.
        if (locked.has(short)) continue
        const state = dry.get(short)
        const isRefused = waiter.isAsked && state !== undefined && waiter.priceCredits - short.free >= state.least
        const isOver = this.now() - waiter.sinceMs >= CALL_BACK_MS
        if (isRefused && (state.elsewhere === 0 || isOver)) this.answer(waiter, false, short)
        else {
          isWaiting = true
          if (isRefused) called.add(lease.accountId)
        }
      }
    }
    return { isWaiting, called }
  }

  private answer(waiter: Waiter, isHeld: boolean, short: Lease | undefined): void {
    waiter.account.waiters.delete(waiter)
    waiter.key?.waiters.delete(waiter)
    waiter.answer(isHeld, short)
  }
}
