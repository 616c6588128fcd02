import { BucketThrottle, type Throttle } from './throttle-bucket.js'

/** Credits per second that one process took of an account or key; negative if it gave back more. */
export interface Spending {
  readonly accountId: string
  readonly creditsPerSecond: number
  readonly burstCredits: number
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

  get size(): number {
    return this.buckets.size
  }

  take(
    accountId: string,
    creditsPerSecond: number,
    priceCredits: number,
    nowMs: number,
    burstCredits = creditsPerSecond,
  ): ReturnType<Throttle['take']> {
    const answer = this.buckets.take(accountId, creditsPerSecond, priceCredits, nowMs, burstCredits)
    // Reports a refused caller too, to learn what the others took.
    this.note(accountId, creditsPerSecond, burstCredits, answer.ok ? priceCredits : 0)
    return answer
  }

  giveBack(accountId: string, priceCredits: number): void {
    const rate = this.buckets.giveBack(accountId, priceCredits)
    // The credits may be reported already, if the price became known only with the answer.
    if (rate !== undefined) this.note(accountId, rate.creditsPerSecond, rate.burstCredits, -priceCredits)
  }

  takeAnyway(
    accountId: string,
    creditsPerSecond: number,
    credits: number,
    nowMs: number,
    burstCredits = creditsPerSecond,
  ): void {
    this.buckets.takeAnyway(accountId, creditsPerSecond, credits, nowMs, burstCredits)
    this.note(accountId, creditsPerSecond, burstCredits, credits)
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
    for (const { accountId, creditsPerSecond, burstCredits, credits } of spending) {
      this.buckets.takeAnyway(accountId, creditsPerSecond, credits, nowMs, burstCredits)
    }
  }

  /**
   * Sets the bucket to what is left for all processes, less unreported spending, and sets this
   * process's share of the rate until the next report.
   */
  adopt({ accountId, creditsPerSecond, burstCredits }: Spending, level: number, share: number): void {
    const unreported = this.taken.get(accountId)?.credits ?? 0
    this.buckets.set(accountId, creditsPerSecond, burstCredits, level - unreported, share, this.nowMs())
  }

  private note(accountId: string, creditsPerSecond: number, burstCredits: number, credits: number): void {
    const sum = this.taken.get(accountId)
    if (sum !== undefined) {
      sum.credits += credits
      sum.creditsPerSecond = creditsPerSecond
      sum.burstCredits = burstCredits
    } else if (this.taken.size < MAX_REPORTED) this.taken.set(accountId, { creditsPerSecond, burstCredits, credits })
  }
}
