import { createThrottle, type Throttle } from './throttle-bucket.js'

/** What one process took of an account's credits per second, or of a key's; less than nothing when more was given back. */
export interface Spending {
  readonly accountId: string
  readonly creditsPerSecond: number
  readonly burstCredits: number
  readonly credits: number
}

/** A throttle that several processes apply together. */
export interface SharedThrottle extends Throttle {
  /** What was taken here since this was last asked, to be told to the others; `withIdle`: also of what nothing was taken but refused. */
  spent(withIdle?: boolean): Spending[]
  /** Hears what others took. */
  absorb(spending: readonly Spending[]): void
  /**
   * Hears how much is left for all processes, of which what was taken here and not yet told is gone, and which share of the rate this process
   * has until it hears again.
   */
  adopt(reported: Spending, level: number, share: number): void
}

/** What was taken of one of them. */
type Sum = { -readonly [Name in Exclude<keyof Spending, 'accountId'>]: Spending[Name] }

/** Accounts told of at once; what is taken of further ones is not told, so they get up to their rate in each process. */
const MAX_REPORTED = 10_000

/**
 * Every process lets calls through by a bucket of its own, without asking anybody, and takes out of it what it hears that others took.
 *
 * Law  over time an account gets its credits per second and no more, however many processes serve it; at once it gets at most its burst
 *      from each process that has not heard of the others' yet.
 */
export const createSharedThrottle = (nowMs: () => number): SharedThrottle => {
  const throttle = createThrottle()
  let taken = new Map<string, Sum>()

  const note = (accountId: string, creditsPerSecond: number, burstCredits: number, credits: number): void => {
    const sum = taken.get(accountId)
    if (sum !== undefined) {
      sum.credits += credits
      sum.creditsPerSecond = creditsPerSecond
      sum.burstCredits = burstCredits
    } else if (taken.size < MAX_REPORTED) taken.set(accountId, { creditsPerSecond, burstCredits, credits })
  }

  return {
    get size() {
      return throttle.size
    },
    take: (accountId, creditsPerSecond, priceCredits, now, burstCredits = creditsPerSecond) => {
      const answer = throttle.take(accountId, creditsPerSecond, priceCredits, now, burstCredits)
      // One that is refused wants to hear what the others took.
      note(accountId, creditsPerSecond, burstCredits, answer.ok ? priceCredits : 0)
      return answer
    },
    giveBack: (accountId, priceCredits) => {
      const rate = throttle.giveBack(accountId, priceCredits)
      // What was taken may be told already: a price that is known with the answer only is given back long after.
      if (rate !== undefined) note(accountId, rate.creditsPerSecond, rate.burstCredits, -priceCredits)
    },
    takeAnyway: throttle.takeAnyway,
    spent: (withIdle = false) => {
      if (taken.size === 0) return []
      const spending = [...taken].map(([accountId, sum]) => ({ accountId, ...sum }))
      taken = new Map()
      return withIdle ? spending : spending.filter(({ credits }) => credits !== 0)
    },
    adopt: ({ accountId, creditsPerSecond, burstCredits }, level, share) => {
      const unreported = taken.get(accountId)?.credits ?? 0
      throttle.set(accountId, creditsPerSecond, burstCredits, level - unreported, share, nowMs())
    },
    absorb: (spending) => {
      const now = nowMs()
      for (const { accountId, creditsPerSecond, burstCredits, credits } of spending) {
        throttle.takeAnyway(accountId, creditsPerSecond, credits, now, burstCredits)
      }
    },
  }
}
