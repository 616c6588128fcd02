import type { Entitlement } from '../accounts/account.js'
import { Deferred } from '../runtime/deferred.js'
import { hourOf } from './day.js'
import type { Entry } from './group-writer.js'
import type { CallRecord, Hold } from './ledger.js'
import { refundRow, rowOf, unchargedRow } from './usage/call-row.js'
import type { ChargeRow } from './usage/usage-store.js'

/** What credits are held from: a balance that this process owns, or a lease of one. */
export interface HoldSource {
  hold(credits: number): void
  /** What may still be held of a day's `limit`; undefined: unknown. */
  remaining(limit: number): number | undefined
  /** Held credits are free again. */
  release(credits: number): void
  /** Held credits are charged for good. */
  charge(credits: number): void
}

/** The source that is an account's day. */
export interface AccountSource extends HoldSource {
  readonly accountId: string
  readonly day: string
}

/** A row of a hold, and the sources that its credits change. */
export interface HoldEntry<Account extends AccountSource, Key extends HoldSource> extends Entry {
  readonly account: Account
  readonly keyPart: Key | undefined
}

/** What a hold needs of its ledger. */
export interface HoldParts<Account extends AccountSource, Key extends HoldSource> {
  readonly writer: { add(entry: HoldEntry<Account, Key>): void }
  today(): string
  now(): number
  /** Makes a refund's way to the balance that holds of its day are taken from; the function is called when the refund is durable. */
  prepareRefund(account: Account, keyId: string, credits: number): Promise<() => void>
}

const LAST_HOUR = 23

/** Credits set aside, and their charge on its way to the journal or the store; see Hold. Making one takes the credits. */
export class OpenHold<Account extends AccountSource, Key extends HoldSource> implements Hold, HoldEntry<Account, Key> {
  readonly persistence = 'once'
  private charged: ChargeRow | undefined
  private durable: Deferred<void> | undefined
  private isOver = false
  private isRefunded = false

  constructor(
    private readonly parts: HoldParts<Account, Key>,
    readonly account: Account,
    /** The key's part of the account's day, where it is kept. */
    readonly keyPart: Key | undefined,
    private readonly entitlement: Entitlement,
    private readonly priceCredits: number,
  ) {
    account.hold(priceCredits)
    keyPart?.hold(priceCredits)
  }

  /** The charge's; there is none before it. */
  get row(): ChargeRow {
    return this.charged!
  }

  remainingCredits(): number | undefined {
    const { account, keyPart, parts } = this
    const { key, dailyCredits } = this.entitlement
    if (parts.today() !== account.day) return undefined
    const ofAccount = account.remaining(dailyCredits)
    if (key.dailyLimit === undefined || keyPart === undefined || ofAccount === undefined) return ofAccount
    const ofKey = keyPart.remaining(key.dailyLimit)
    return ofKey === undefined ? undefined : Math.min(ofAccount, ofKey)
  }

  charge(record: CallRecord): Deferred<void> {
    this.end()
    this.charged = this.rowOf(record, this.priceCredits)
    this.durable = new Deferred()
    this.parts.writer.add(this)
    return this.durable
  }

  written(error: Error | undefined): void {
    if (error === undefined) {
      this.account.charge(this.priceCredits)
      this.keyPart?.charge(this.priceCredits)
      return this.durable!.settle()
    }
    this.release()
    this.note(unchargedRow(this.row), nobodyWaits)
    this.durable!.reject(error)
  }

  giveBack(record: CallRecord): void {
    this.end()
    this.release()
    this.note(this.rowOf(record, 0), nobodyWaits)
  }

  async refund(record: CallRecord): Promise<void> {
    if (this.durable === undefined || this.isRefunded) throw new Error('refund without charge')
    this.isRefunded = true
    await this.durable
    const refunded = await this.parts.prepareRefund(this.account, this.entitlement.key.id, this.priceCredits)
    await new Promise<void>((resolve, reject) => {
      this.note(refundRow(this.row, record), (error) => {
        if (error !== undefined) return reject(error)
        refunded()
        resolve()
      })
    })
  }

  /** Writes a row that no reply waits for. */
  private note(row: ChargeRow, written: Entry['written']): void {
    const { account, keyPart } = this
    this.parts.writer.add({ row, persistence: 'retry', written, account, keyPart })
  }

  private rowOf(record: CallRecord, credits: number): ChargeRow {
    const { account, parts } = this
    // A call that ends after midnight belongs to the day its credits were held in.
    const hour = parts.today() === account.day ? hourOf(parts.now()) : LAST_HOUR
    return rowOf(account, this.entitlement.key.id, hour, record, credits)
  }

  private release(): void {
    this.account.release(this.priceCredits)
    this.keyPart?.release(this.priceCredits)
  }

  private end(): void {
    if (this.isOver) throw new Error('a hold is charged or given back once')
    this.isOver = true
  }
}

const nobodyWaits = (): void => {}
