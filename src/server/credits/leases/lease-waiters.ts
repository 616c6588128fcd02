import type { Lease, LeaseWaiter } from './lease.js'
import type { LeaseAsk, LeaseGrant } from './lease-store.js'
import type { LeaseTable } from './lease-table.js'

/** Longest wait for credits that other processes hand back. */
const CALL_BACK_MS = 1_000

export interface AskedLease {
  readonly lease: Lease
  readonly ask: LeaseAsk
}

export interface StillWaiting {
  /** True if the store should be asked again at once. */
  readonly isWaiting: boolean
  /** Accounts whose unused leases other processes should hand back. */
  readonly called: ReadonlySet<string>
}

/** Calls waiting for credits, each on its account's lease and, if the key is limited, the key's. */
export class LeaseWaiters {
  constructor(
    readonly leases: LeaseTable,
    readonly nowMs: () => number,
  ) {}

  add(waiter: LeaseWaiter): void {
    waiter.account.waiters.add(waiter)
    waiter.key?.waiters.add(waiter)
  }

  /** Refuses calls that have waited for `waitedMs`, without reporting exhausted credits. */
  refuse(waitedMs = 0): void {
    for (const lease of this.leases.all()) {
      if (lease.waiters.size === 0) continue
      for (const waiter of [...lease.waiters]) {
        if (waitedMs === 0 || this.nowMs() - waiter.sinceMs >= waitedMs) this.answer(waiter, false, undefined)
      }
    }
  }

  /**
   * Answers the calls that can be answered. A grant is undefined if another transaction holds the
   * balance.
   */
  serve(asked: readonly AskedLease[], grants: readonly (LeaseGrant | undefined)[]): StillWaiting {
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
          // A price of 0 asks for the used credits; an exchange that began earlier does not report
          // them.
          if (waiter.priceCredits > 0 || waiter.isAsked) this.answer(waiter, true, undefined)
          else isWaiting = true
          continue
        }
        // The next tick asks again.
        if (locked.has(short)) continue
        const state = dry.get(short)
        const isRefused = waiter.isAsked && state !== undefined && waiter.priceCredits - short.free >= state.least
        const isOver = this.nowMs() - waiter.sinceMs >= CALL_BACK_MS
        if (isRefused && (state.elsewhere === 0 || isOver)) this.answer(waiter, false, short)
        else {
          isWaiting = true
          if (isRefused) called.add(lease.accountId)
        }
      }
    }
    return { isWaiting, called }
  }

  private answer(waiter: LeaseWaiter, isHeld: boolean, short: Lease | undefined): void {
    waiter.account.waiters.delete(waiter)
    waiter.key?.waiters.delete(waiter)
    waiter.answer(isHeld, short)
  }
}
