import { leaseText } from './charge-log.js'
import { Lease } from './lease.js'
import type { LeaseName } from './lease-store.js'

/** The leases of a process: there while anything of them is in use. */
export class LeaseTable {
  private readonly leases = new Map<string, Lease>()

  constructor(readonly now: () => number) {}

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

  all(): Iterable<Lease> {
    return this.leases.values()
  }

  /** Has what is unused of the account's leases handed back in the next exchange. */
  callBack(accountId: string): void {
    for (const lease of this.leases.values()) if (lease.accountId === accountId) lease.isCalledBack = true
  }

  forget(lease: Lease): void {
    this.leases.delete(leaseText(lease))
  }
}
