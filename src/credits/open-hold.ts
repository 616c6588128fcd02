import { Deferred } from '../runtime/deferred.js'
import type { BalanceCache } from './balance-cache.js'
import { hourOf } from './day.js'
import { type DayBalance, keySum, type Sum } from './day-balance.js'
import type { Entry, GroupWriter } from './group-writer.js'
import type { CallRecord, Hold } from './ledger.js'
import { countOf, marksOf } from './usage/call-row.js'
import type { ChargeRow } from './usage/usage-store.js'

/** What a hold needs of its ledger. */
export interface HoldParts {
  readonly writer: GroupWriter
  readonly shelf: BalanceCache
  now(): number
}

const LAST_HOUR = 23

/** Credits set aside in a book, and their charge on its way to the store; see Hold. Making one takes the credits. */
export class OpenHold implements Hold, Entry {
  readonly persistence = 'once'
  #row: ChargeRow | undefined
  #durable: Deferred<void> | undefined
  #isOver = false
  #isRefunded = false

  constructor(
    readonly parts: HoldParts,
    readonly book: DayBalance,
    readonly keyId: string,
    readonly sum: Sum,
    readonly priceCredits: number,
  ) {
    book.total.held += priceCredits
    sum.held += priceCredits
    book.open++
  }

  /** The charge's; there is none before it. */
  get row(): ChargeRow {
    return this.#row!
  }

  charge(record: CallRecord): Deferred<void> {
    this.#end()
    this.#row = this.#rowOf(record, this.priceCredits)
    this.#durable = new Deferred()
    this.parts.writer.add(this)
    return this.#durable
  }

  written(error: Error | undefined): void {
    this.#release()
    if (error === undefined) {
      this.book.total.used += this.priceCredits
      this.sum.used += this.priceCredits
      return this.#durable!.settle()
    }
    // The caller gets an error instead of the answer: the call is counted as such, and costs nothing.
    this.#note({ ...this.row, credits: 0, errors: 1, forwarded: 0, cached: 0 })
    this.#durable!.reject(error)
  }

  giveBack(record: CallRecord): void {
    this.#end()
    this.#release()
    this.#note(this.#rowOf(record, 0))
  }

  async refund(record: CallRecord): Promise<void> {
    if (this.#durable === undefined || this.#isRefunded) throw new Error('refund without charge')
    this.#isRefunded = true
    await this.#durable
    const { row } = this
    const { errors, forwarded, cached } = marksOf(record)
    const back: ChargeRow = {
      ...row,
      calls: 0,
      credits: -this.priceCredits,
      errors: errors - row.errors,
      forwarded: forwarded - row.forwarded,
      cached: cached - row.cached,
    }
    await this.#write(back, await this.#pinCurrentBook())
  }

  /** Settles when the row is durable; while the store is away it waits with the rows that are written first when it is back. */
  #write(back: ChargeRow, book: DayBalance | undefined): Promise<void> {
    return new Promise((resolve) => {
      const written = () => {
        if (book !== undefined) {
          book.total.used += back.credits
          keySum(book, this.keyId).used += back.credits
          book.open--
        }
        resolve()
      }
      this.parts.writer.add({ row: back, persistence: 'retry', written })
    })
  }

  /**
   * The book that new holds of this day are taken from, kept from being put away: the account's may have been put away and read again
   * since the charge. Undefined when it is not in memory and cannot be read, or its day is over.
   */
  async #pinCurrentBook(): Promise<DayBalance | undefined> {
    const { shelf } = this.parts
    const pin = (book: DayBalance): DayBalance => {
      book.open++
      return book
    }
    const book = shelf.get(this.book.accountId)
    if (book !== undefined) return book.day === this.book.day ? pin(book) : undefined
    if (shelf.today() !== this.book.day) return undefined
    return shelf.read(this.book.accountId, pin).catch(() => undefined)
  }

  /** Writes a row that nobody waits for. */
  #note(row: ChargeRow): void {
    this.parts.writer.add({ row, persistence: 'retry', written: nobodyWaits })
  }

  #rowOf(record: CallRecord, credits: number): ChargeRow {
    const { book, keyId } = this
    return {
      accountId: book.accountId,
      keyId,
      day: book.day,
      // A call that ends after midnight belongs to the day its credits were held in.
      hour: this.parts.shelf.today() === book.day ? hourOf(this.parts.now()) : LAST_HOUR,
      network: record.network,
      method: record.method,
      calls: 1,
      credits,
      errors: countOf(record.isError),
      forwarded: countOf(record.servedBy === 'partner'),
      cached: countOf(record.servedBy === 'cache'),
    }
  }

  #release(): void {
    this.book.total.held -= this.priceCredits
    this.sum.held -= this.priceCredits
    this.book.open--
  }

  #end(): void {
    if (this.#isOver) throw new Error('a hold is charged or given back once')
    this.#isOver = true
  }
}

const nobodyWaits = (): void => {}
