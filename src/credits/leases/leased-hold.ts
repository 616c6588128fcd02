import { Deferred } from '../../runtime/deferred.js'
import { hourOf } from '../day.js'
import type { CallRecord, Hold } from '../ledger.js'
import { marksOf } from '../usage/call-row.js'
import type { ChargeRow } from '../usage/usage-store.js'
import type { Lease } from './lease.js'

/** What a hold needs of its ledger. `note` hears when the row is in the journal, or why it is not. */
export interface LeasedHoldParts {
  note(row: ChargeRow, leases: readonly Lease[], onNoted: (error: unknown) => void): void
  today(): string
  now(): number
}

const LAST_HOUR = 23

/** Credits set aside in a lease; see Hold. Making one takes the credits. */
export class LeasedHold implements Hold {
  #charged: { readonly row: ChargeRow; readonly noted: Deferred<void> } | undefined
  #isOver = false

  constructor(
    readonly parts: LeasedHoldParts,
    /** The account's lease and, when the key is limited, the key's. */
    readonly leases: readonly Lease[],
    readonly keyId: string,
    readonly priceCredits: number,
  ) {
    for (const lease of leases) lease.hold(priceCredits)
  }

  charge(record: CallRecord): Deferred<void> {
    this.#end()
    const row = { ...this.#row(record), credits: this.priceCredits }
    const noted = new Deferred<void>()
    this.parts.note(row, this.leases, (error) => {
      for (const lease of this.leases) {
        lease.held -= this.priceCredits
        if (error === undefined) lease.unsettled += this.priceCredits
      }
      if (error === undefined) noted.settle()
      else noted.reject(error)
    })
    this.#charged = { row, noted }
    return noted
  }

  giveBack(record: CallRecord): void {
    this.#end()
    for (const lease of this.leases) lease.held -= this.priceCredits
    this.parts.note(this.#row(record), this.leases, () => {})
  }

  async refund(record: CallRecord): Promise<void> {
    const charged = this.#charged
    if (charged === undefined) throw new Error('refund without charge')
    this.#charged = undefined
    await charged.noted
    const { row } = charged
    const { errors, forwarded, cached } = marksOf(record)
    const back: ChargeRow = {
      ...row,
      calls: 0,
      credits: -this.priceCredits,
      errors: errors - row.errors,
      forwarded: forwarded - row.forwarded,
      cached: cached - row.cached,
    }
    await new Promise<void>((resolve, reject) => {
      this.parts.note(back, this.leases, (error) => (error === undefined ? resolve() : reject(error)))
    })
  }

  #row(record: CallRecord): ChargeRow {
    const { accountId, day } = this.leases[0]!
    return {
      accountId,
      keyId: this.keyId,
      day,
      // A call that ends after midnight belongs to the day its credits were held in.
      hour: this.parts.today() === day ? hourOf(this.parts.now()) : LAST_HOUR,
      network: record.network,
      method: record.method,
      calls: 1,
      credits: 0,
      ...marksOf(record),
    }
  }

  #end(): void {
    if (this.#isOver) throw new Error('a hold is charged or given back once')
    this.#isOver = true
  }
}
