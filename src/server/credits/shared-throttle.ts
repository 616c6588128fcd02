import { BucketThrottle, type CreditRate, type Throttle } from './throttle-bucket.js'

/** Credits per second that one process took of an account or key; negative if it gave back more. */
export interface Spending extends CreditRate {
  readonly id: string
  readonly credits: number
}

/** Spending of one account or key. */
type Sum = { -readonly [Name in Exclude<keyof Spending, 'id'>]: Spending[Name] }

/**
 * Bound on accounts to report. Spending of further ones is not reported, so they get up to their
 * rate in each process.
 */
const MAX_REPORTED = 10_000

/**
 * A throttle that several processes apply together. Each process lets calls through by its own
 * bucket, and takes out of it what the others report.
 *
 * Law  over time an account gets its credits per second and no more, however many processes serve
 *      it; at once it gets at most its burst from each process that has no report of the others
 *      yet.
 *
 * Workers on SQLite  `absorb` what the primary passes on of the others' `spent`
 * PostgreSQL         `SharedSpending` writes `spent` to the store, and has the process `adopt` the
 *                    level there
 */
export class SharedThrottle implements Throttle {
  private readonly buckets = new BucketThrottle()
  private taken = new Map<string, Sum>()

  constructor(private readonly nowMs: () => number) {}

  take(id: string, rate: CreditRate, priceCredits: number, nowMs: number): number {
    const retryAfterMs = this.buckets.take(id, rate, priceCredits, nowMs)
    // Reports a refused caller too, to learn what the others took.
    this.note(id, rate, retryAfterMs === 0 ? priceCredits : 0)
    return retryAfterMs
  }

  giveBack(id: string, priceCredits: number): void {
    const rate = this.buckets.giveBack(id, priceCredits)
    // The credits may be reported already, if the price became known only with the answer.
    if (rate !== undefined) this.note(id, rate, -priceCredits)
  }

  takeAnyway(id: string, rate: CreditRate, credits: number, nowMs: number): void {
    this.buckets.takeAnyway(id, rate, credits, nowMs)
    this.note(id, rate, credits)
  }

  debt(id: string, creditsPerSecond: number, nowMs: number): number {
    return this.buckets.debt(id, creditsPerSecond, nowMs)
  }

  /**
   * Spending since the last call, for a report; `withIdle` adds accounts with only refused calls.
   */
  spent(withIdle = false): Spending[] {
    if (this.taken.size === 0) return []
    const spending = [...this.taken].map(([id, sum]) => ({ id, ...sum }))
    this.taken = new Map()
    return withIdle ? spending : spending.filter(({ credits }) => credits !== 0)
  }

  /** Takes what other processes report out of the buckets. */
  absorb(spending: readonly Spending[]): void {
    const nowMs = this.nowMs()
    for (const one of spending) this.buckets.takeAnyway(one.id, one, one.credits, nowMs)
  }

  /**
   * Sets the bucket to what is left for all processes, less unreported spending, and sets this
   * process's share of the rate until the next report.
   */
  adopt(reported: Spending, level: number, share: number): void {
    const { id } = reported
    const unreported = this.taken.get(id)?.credits ?? 0
    this.buckets.set(id, reported, level - unreported, share, this.nowMs())
  }

  private note(id: string, { creditsPerSecond, burstCredits }: CreditRate, credits: number): void {
    const sum = this.taken.get(id)
    if (sum !== undefined) {
      sum.credits += credits
      sum.creditsPerSecond = creditsPerSecond
      sum.burstCredits = burstCredits
    } else if (this.taken.size < MAX_REPORTED) this.taken.set(id, { creditsPerSecond, burstCredits, credits })
  }
}
