import { orAfter } from '../../runtime/time-limit.js'
import type { Entitlement } from '../accounts/account.js'
import type { Ledger } from './ledger.js'

/** A reply waits no longer for a store that hangs. */
const WAIT_MS = 1_000
/**
 * Accounts whose day is being read for a reply; above it a reply goes out without its remaining
 * credits.
 */
const MAX_READING = 1_000

/** One account's day on its way from the store. */
interface DayRead {
  readonly done: Promise<void>
  /** It takes too long for a reply to wait. */
  isSlow: boolean
}

/**
 * What replies say of the caller's remaining credits: known at once but for the first reply to an
 * account on a day, which has the day read.
 *
 * While the store hangs or is away, it is unknown: one reply waits a second, those after it do not,
 * until the store has answered.
 */
export class RemainingCredits {
  private readonly reading = new Map<string, DayRead>()

  constructor(private readonly ledger: Pick<Ledger, 'remainingCredits' | 'readDay'>) {}

  /** Credits neither charged nor held today; undefined: they cannot be known now. Never rejects. */
  of(entitlement: Entitlement): number | undefined | Promise<number | undefined> {
    const known = this.ledger.remainingCredits(entitlement)
    if (known !== undefined) return known
    const { id } = entitlement.account
    let reading = this.reading.get(id)
    if (reading === undefined) {
      if (this.reading.size >= MAX_READING) return undefined
      const done = this.ledger.readDay(entitlement)
      if (done === undefined) return undefined
      reading = this.watch(id, done)
    }
    if (reading.isSlow) return undefined
    return this.after(reading, entitlement)
  }

  private watch(id: string, done: Promise<void>): DayRead {
    const reading = { done: done.finally(() => this.reading.delete(id)), isSlow: false }
    this.reading.set(id, reading)
    return reading
  }

  private async after(reading: DayRead, entitlement: Entitlement): Promise<number | undefined> {
    const isInTime = reading.done.then(() => true)
    if (!(await orAfter(isInTime, WAIT_MS, false))) reading.isSlow = true
    return this.ledger.remainingCredits(entitlement)
  }
}
