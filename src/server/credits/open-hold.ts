import { Deferred } from '../../runtime/deferred.js'
import type { Entitlement } from '../accounts/account.js'
import type { DayClock } from './day.js'
import type { PendingRow } from './group-writer.js'
import type { CallRecord, Hold } from './ledger.js'
import { sumRows } from './usage/sum-rows.js'
import type { ChargeRow } from './usage/usage-store.js'

/** A balance to hold credits from: owned by this process, or leased. */
export interface HoldSource {
  /** Credits of open holds. */
  held: number
  hold(credits: number): void
  /** Credits left of a day's `limit`; undefined if unknown. */
  remaining(limit: number): number | undefined
  /** Frees the credits of a hold that ended. */
  release(credits: number): void
  /** Turns held credits into charged ones. */
  charge(credits: number): void
}

/** An account's day as a source. */
export interface AccountSource extends HoldSource {
  readonly accountId: string
  readonly day: string
}

/** Credits left of `limit`; never negative, even after a plan shrank. */
export const remainingOf = ({ used, held }: { used: number; held: number }, limit: number): number =>
  Math.max(0, limit - used - held)

/** The less of what an account and its key have left; undefined if one is unknown. */
export const leastOf = (ofAccount: number | undefined, ofKey: number | undefined): number | undefined =>
  ofAccount === undefined || ofKey === undefined ? undefined : Math.min(ofAccount, ofKey)

/** Credits of an account or a key on one day: charged, or held for calls in flight. */
export class DayBalance {
  held = 0
  /** Open holds and pending refunds. An account's balance stays in memory while there are any. */
  open = 0

  constructor(public used: number) {}

  remaining(limit: number): number {
    return remainingOf(this, limit)
  }

  hold(credits: number): void {
    this.held += credits
    this.open++
  }

  release(credits: number): void {
    this.held -= credits
    this.open--
  }

  charge(credits: number): void {
    this.release(credits)
    this.used += credits
  }
}

/** One account's day, and those of its keys. */
export class AccountDay extends DayBalance {
  constructor(
    readonly accountId: string,
    readonly day: string,
    used: number,
    readonly keys: Map<string, DayBalance>,
  ) {
    super(used)
  }

  key(keyId: string): DayBalance {
    let balance = this.keys.get(keyId)
    if (balance === undefined) {
      balance = new DayBalance(0)
      this.keys.set(keyId, balance)
    }
    return balance
  }
}

/** A hold's row, and the sources that it changes. */
export interface HoldEntry<Account extends AccountSource, Key extends HoldSource> extends PendingRow {
  readonly account: Account
  readonly keyPart: Key | undefined
}

export interface HoldDeps<Account extends AccountSource, Key extends HoldSource> {
  readonly writer: { add(entry: HoldEntry<Account, Key>): void }
  readonly days: DayClock
  /**
   * Finds the day's current balance for a refund. The returned function applies the refund; call it
   * once the refund is durable.
   */
  prepareRefund(account: Account, keyId: string, credits: number): Promise<() => void>
}

/**
 * Credits set aside, and then their charge until it is durable; see Hold. The constructor takes the
 * credits.
 */
export class OpenHold<Account extends AccountSource, Key extends HoldSource> implements Hold, HoldEntry<Account, Key> {
  readonly persistence = 'once'
  /** The charge's row, without what was refunded; unset before. */
  row!: ChargeRow
  private durable: Deferred<void> | undefined
  private isOver = false
  private isRefunded = false
  /** True if a charge that fails leaves a failed call in the usage. */
  private isCall = true

  constructor(
    private readonly deps: HoldDeps<Account, Key>,
    readonly account: Account,
    readonly keyPart: Key | undefined,
    private readonly entitlement: Entitlement,
    private credits: number,
  ) {
    account.hold(credits)
    keyPart?.hold(credits)
  }

  remainingCredits(): number | undefined {
    const { account, keyPart, deps } = this
    const { key, dailyCredits } = this.entitlement
    if (deps.days.today() !== account.day) return undefined
    const ofAccount = account.remaining(dailyCredits)
    if (key.dailyLimit === undefined || keyPart === undefined) return ofAccount
    return leastOf(ofAccount, keyPart.remaining(key.dailyLimit))
  }

  charge(record: CallRecord, credits = this.credits): Deferred<void> {
    if (credits > this.credits) throw new Error('a charge is at most what was held')
    this.end()
    if (credits < this.credits) {
      // Frees the difference; the rest stays held until durable.
      this.account.held -= this.credits - credits
      if (this.keyPart !== undefined) this.keyPart.held -= this.credits - credits
      this.credits = credits
    }
    this.row = this.rowOf(record, this.credits)
    this.isCall = record.events === undefined
    this.durable = new Deferred()
    this.deps.writer.add(this)
    return this.durable
  }

  written(error: Error | undefined): void {
    if (error === undefined) {
      this.account.charge(this.credits)
      this.keyPart?.charge(this.credits)
      return this.durable!.resolve()
    }
    this.release()
    if (this.isCall) this.writeUnwaited(unchargedRow(this.row), ignoreOutcome)
    this.durable!.reject(error)
  }

  giveBack(record: CallRecord): void {
    this.end()
    this.release()
    if (record.events !== 0) this.writeUnwaited(this.rowOf(record, 0), ignoreOutcome)
  }

  async refund(record: CallRecord, credits = this.credits): Promise<void> {
    if (this.durable === undefined || this.isRefunded) throw new Error('refund without charge')
    if (credits > this.credits) throw new Error('a refund is at most what was charged')
    this.isRefunded = (record.events ?? 0) === 0
    await this.durable
    const row = refundRow(this.row, this.rowOf(record, 0), credits)
    this.row = sumRows([this.row, row])[0]!
    this.credits -= credits
    const applyRefund = await this.deps.prepareRefund(this.account, this.entitlement.key.id, credits)
    await new Promise<void>((resolve, reject) => {
      this.writeUnwaited(row, (error) => {
        if (error !== undefined) return reject(error)
        applyRefund()
        resolve()
      })
    })
  }

  /** Writes a row that no reply waits for. */
  private writeUnwaited(row: ChargeRow, written: PendingRow['written']): void {
    const { account, keyPart } = this
    this.deps.writer.add({ row, persistence: 'retry', written, account, keyPart })
  }

  private rowOf(record: CallRecord, credits: number): ChargeRow {
    const { accountId, day } = this.account
    return {
      accountId,
      keyId: this.entitlement.key.id,
      day,
      // A call that ends after midnight belongs to the day of its hold.
      hour: this.deps.days.hourIn(day),
      network: record.network,
      method: record.method,
      calls: record.events ?? 1,
      credits,
      errors: record.isError ? 1 : 0,
      forwarded: record.servedBy === 'partner' ? 1 : 0,
      cached: record.servedBy === 'cache' ? 1 : 0,
    }
  }

  private release(): void {
    this.account.release(this.credits)
    this.keyPart?.release(this.credits)
  }

  private end(): void {
    if (this.isOver) throw new Error('a hold is charged or given back once')
    this.isOver = true
  }
}

const ignoreOutcome = (): void => {}

/** Usage of a call whose charge failed: its caller gets an error and pays nothing. */
const unchargedRow = (row: ChargeRow): ChargeRow => ({
  ...row,
  credits: 0,
  errors: 1,
  forwarded: 0,
  cached: 0,
})

/** Takes credits of a charge out of the usage, leaving a call, or events, that ended as `ended`. */
const refundRow = (row: ChargeRow, ended: ChargeRow, credits: number): ChargeRow => ({
  ...row,
  calls: ended.calls - row.calls,
  credits: -credits,
  errors: ended.errors - row.errors,
  forwarded: ended.forwarded - row.forwarded,
  cached: ended.cached - row.cached,
})

/** True if a row takes something back, so that it can only update. */
export const isDecrease = ({ calls, credits, errors, forwarded, cached }: ChargeRow): boolean =>
  calls < 0 || credits < 0 || errors < 0 || forwarded < 0 || cached < 0
