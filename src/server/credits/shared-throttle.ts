import { BucketThrottle, type CreditRate, type Throttle } from './throttle-bucket.js'

/** Credits per second that one process took of an account or key; negative if it gave back more. */
export interface Spending extends CreditRate {
  readonly accountId: string
  readonly credits: number
}

/** Spending of one account or key. */
type Sum = { -readonly [Name in Exclude<keyof Spending, 'accountId'>]: Spending[Name] }

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
 */
export class SharedThrottle implements Throttle {
  private readonly buckets = new BucketThrottle()
  private taken = new Map<string, Sum>()

  constructor(private readonly nowMs: () => number) {}

  take(accountId: string, rate: CreditRate, priceCredits: number, nowMs: number): ReturnType<Throttle['take']> {
    const answer = this.buckets.take(accountId, rate, priceCredits, nowMs)
    // Reports a refused caller too, to learn what the others took.
    this.note(accountId, rate, answer.ok ? priceCredits : 0)
    return answer
  }

  giveBack(accountId: string, priceCredits: number): void {
    const rate = this.buckets.giveBack(accountId, priceCredits)
    // The credits may be reported already, if the price became known only with the answer.
    if (rate !== undefined) this.note(accountId, rate, -priceCredits)
  }

  takeAnyway(accountId: string, rate: CreditRate, credits: number, nowMs: number): void {
    this.buckets.takeAnyway(accountId, rate, credits, nowMs)
    this.note(accountId, rate, credits)
  }

  debt(accountId: string, creditsPerSecond: number, nowMs: number): number {
    return this.buckets.debt(accountId, creditsPerSecond, nowMs)
  }

  /**
   * Spending since the last call, for a report; `withIdle` adds accounts with only refused calls.
   */
  spent(withIdle = false): Spending[] {
    if (this.taken.size === 0) return []
    const spending = [...this.taken].map(([accountId, sum]) => ({ accountId, ...sum }))
    this.taken = new Map()
    return withIdle ? spending : spending.filter(({ credits }) => credits !== 0)
  }

  /** Takes what other processes report out of the buckets. */
  absorb(spending: readonly Spending[]): void {
    const nowMs = this.nowMs()
    for (const one of spending) this.buckets.takeAnyway(one.accountId, one, one.credits, nowMs)
  }

  /**
   * Sets the bucket to what is left for all processes, less unreported spending, and sets this
   * process's share of the rate until the next report.
   */
  adopt(reported: Spending, level: number, share: number): void {
    const { accountId } = reported
    const unreported = this.taken.get(accountId)?.credits ?? 0
    this.buckets.set(accountId, reported, level - unreported, share, this.nowMs())
  }

  private note(accountId: string, { creditsPerSecond, burstCredits }: CreditRate, credits: number): void {
    const sum = this.taken.get(accountId)
    if (sum !== undefined) {
      sum.credits += credits
      sum.creditsPerSecond = creditsPerSecond
      sum.burstCredits = burstCredits
    } else if (this.taken.size < MAX_REPORTED) this.taken.set(accountId, { creditsPerSecond, burstCredits, credits })
  }
}
