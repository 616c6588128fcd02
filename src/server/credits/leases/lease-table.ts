import { leaseText } from './charge-log.js'
import { Lease, remainingOf } from './lease.js'
import type { LeaseName } from './lease-store.js'

/** The store is asked no more often for the remaining credits of a caller that spends nothing. */
const REMEMBER_MS = 10_000
const UNUSED = { used: undefined, unsettled: 0, held: 0 }

/** The leases of a process: there while anything of them is in use. */
export class LeaseTable {
  private readonly leases = new Map<string, Lease>()
  /** What was used of days whose leases were forgotten a moment ago. */
  private readonly remembered = new Map<string, { readonly used: number; readonly untilMs: number }>()

  constructor(readonly now: () => number) {}

  /** Credits of accounts that are leased and not settled. Those of keys are parts of them. */
  get leasedCredits(): number {
    let credits = 0
    for (const { scope, outstanding } of this.leases.values()) if (scope === '') credits += outstanding
    return credits
  }

  find(name: LeaseName): Lease | undefined {
    return this.leases.get(leaseText(name))
  }

  get(name: LeaseName): Lease {
    const text = leaseText(name)
    let lease = this.leases.get(text)
    if (lease === undefined) {
      lease = new Lease(name.accountId, name.scope, name.day, this.now())
      this.leases.set(text, lease)
    }
    return lease
  }

  /**
   * Credits of the day neither charged nor held, as far as the store has told this process;
   * undefined: it has not.
   */
  remaining(name: LeaseName, limit: number): number | undefined {
    const { used, unsettled, held } = this.find(name) ?? UNUSED
    const known = used ?? this.usedBefore(leaseText(name))
    return known === undefined ? undefined : remainingOf({ used: known + unsettled, held }, limit)
  }

  all(): Iterable<Lease> {
    return this.leases.values()
  }

  /** Has what is unused of the account's leases handed back in the next exchange. */
  callBack(accountId: string): void {
    for (const lease of this.leases.values()) if (lease.accountId === accountId) lease.isCalledBack = true
  }

  forget(lease: Lease): void {
    const text = leaseText(lease)
    this.leases.delete(text)
    if (lease.used === undefined) return
    const nowMs = this.now()
    // The oldest are first.
    for (const [old, { untilMs }] of this.remembered) {
      if (untilMs > nowMs) break
      this.remembered.delete(old)
    }
    this.remembered.delete(text)
    this.remembered.set(text, { used: lease.used, untilMs: nowMs + REMEMBER_MS })
  }

  private usedBefore(text: string): number | undefined {
    const known = this.remembered.get(text)
    return known !== undefined && this.now() < known.untilMs ? known.used : undefined
  }
}
