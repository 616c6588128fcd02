import { remainingOf } from '../open-hold.js'
import { Lease } from './lease.js'
import { type LeaseName, leaseKey } from './lease-store.js'

/** Minimum interval between questions to the store about a caller that spends nothing. */
const REMEMBER_MS = 10_000
const UNUSED = { used: undefined, unsettled: 0, held: 0 }

export class LeaseTable {
  private readonly leases = new Map<string, Lease>()
  /** Used credits of recently forgotten leases. */
  private readonly remembered = new Map<string, { readonly used: number; readonly untilMs: number }>()

  constructor(readonly nowMs: () => number) {}

  /** Leased and unsettled credits of accounts. Leases of keys are parts of them. */
  get leasedCredits(): number {
    let credits = 0
    for (const { scope, outstanding } of this.leases.values()) if (scope === '') credits += outstanding
    return credits
  }

  find(name: LeaseName): Lease | undefined {
    return this.leases.get(leaseKey(name))
  }

  get(name: LeaseName): Lease {
    const text = leaseKey(name)
    let lease = this.leases.get(text)
    if (lease === undefined) {
      lease = new Lease(name.accountId, name.scope, name.day, this.nowMs())
      this.leases.set(text, lease)
    }
    return lease
  }

  /**
   * Credits of the day neither charged nor held, as far as the store has reported; undefined
   * before.
   */
  remaining(name: LeaseName, limit: number): number | undefined {
    const { used, unsettled, held } = this.find(name) ?? UNUSED
    const known = used ?? this.usedBefore(leaseKey(name))
    return known === undefined ? undefined : remainingOf({ used: known + unsettled, held }, limit)
  }

  all(): Iterable<Lease> {
    return this.leases.values()
  }

  /** Marks the account's leases: the next exchange hands back their unused credits. */
  callBack(accountId: string): void {
    for (const lease of this.leases.values()) if (lease.accountId === accountId) lease.isCalledBack = true
  }

  forget(lease: Lease): void {
    const text = leaseKey(lease)
    this.leases.delete(text)
    if (lease.used === undefined) return
    const nowMs = this.nowMs()
    // Oldest entries come first.
    for (const [old, { untilMs }] of this.remembered) {
      if (untilMs > nowMs) break
      this.remembered.delete(old)
    }
    this.remembered.delete(text)
    this.remembered.set(text, { used: lease.used, untilMs: nowMs + REMEMBER_MS })
  }

  private usedBefore(text: string): number | undefined {
    const known = this.remembered.get(text)
    return known !== undefined && this.nowMs() < known.untilMs ? known.used : undefined
  }
}
