import { BucketThrottle, type Throttle } from './throttle-bucket.js'

/**
 * What one process took of an account's credits per second, or of a key's; less than nothing when
 * more was given back.
 */
export interface Spending {
  readonly accountId: string
  readonly creditsPerSecond: number
  readonly burstCredits: number
  readonly credits: number
}

/** What was taken of one of them. */
type Sum = { -readonly [Name in Exclude<keyof Spending, 'accountId'>]: Spending[Name] }

/**
 * Accounts told of at once; what is taken of further ones is not told, so they get up to their rate
 * in each process.
 */
const MAX_REPORTED = 10_000

/**
 * A throttle that several processes apply together. Every process lets calls through by a bucket of
 * its own, without asking anybody, and takes out of it what it hears that others took.
 *
 * Law  over time an account gets its credits per second and no more, however many processes serve
 *      it; at once it gets at most its burst from each process that has not heard of the others'
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
    // One that is refused wants to hear what the others took.
    this.note(accountId, creditsPerSecond, burstCredits, answer.ok ? priceCredits : 0)
    return answer
  }

  giveBack(accountId: string, priceCredits: number): void {
    const rate = this.buckets.giveBack(accountId, priceCredits)
    // What was taken may be told already: a price that is known with the answer only is given back
    // long after.
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
  }

  /**
   * What was taken here since this was last asked, to be told to the others; `withIdle`: also of
   * what nothing was taken but refused.
   */
  spent(withIdle = false): Spending[] {
    if (this.taken.size === 0) return []
    const spending = [...this.taken].map(([accountId, sum]) => ({ accountId, ...sum }))
    this.taken = new Map()
    return withIdle ? spending : spending.filter(({ credits }) => credits !== 0)
  }

  /** Hears what others took. */
  absorb(spending: readonly Spending[]): void {
    const nowMs = this.nowMs()
    for (const { accountId, creditsPerSecond, burstCredits, credits } of spending) {
      this.buckets.takeAnyway(accountId, creditsPerSecond, credits, nowMs, burstCredits)
    }
  }

  /**
   * Hears how much is left for all processes, of which what was taken here and not yet told is
   * gone, and which share of the rate this process has until it hears again.
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
