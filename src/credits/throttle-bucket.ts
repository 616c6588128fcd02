/** Credits are there, or will be after `retryAfterMs`. */
type Taken = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }

/** Bounds how many credits an account uses each second, over time; at once it may use `burstCredits`, left out one second's worth. */
export interface Throttle {
  /** Takes the price at once or not at all. `nowMs` is the caller's clock; one that goes back refills nothing. */
  take(accountId: string, creditsPerSecond: number, priceCredits: number, nowMs: number, burstCredits?: number): Taken
  /** Puts back what `take` took for a call that was not made after all. */
  giveBack(accountId: string, priceCredits: number): void
  /** Takes credits that were used elsewhere already, below nothing if need be: what is missing is waited for by the calls that come. */
  takeAnyway(accountId: string, creditsPerSecond: number, credits: number, nowMs: number, burstCredits?: number): void
  /** How many accounts are remembered. */
  readonly size: number
}

interface Bucket {
  credits: number
  filledAtMs: number
  creditsPerSecond: number
  /** What it holds when it is full. */
  burstCredits: number
}

const TAKEN: Taken = { ok: true }
const FILL_MS = 1_000

/**
 * Token buckets, one for each account that called within the time that its burst takes to come back: one that is full again is dropped.
 * `sweepAt` is how many accounts are remembered before the full ones are looked for.
 */
export const createThrottle = (sweepAt = 10_000): Throttle => {
  const buckets = new Map<string, Bucket>()
  let nextSweep = sweepAt

  const sweep = (nowMs: number) => {
    for (const [accountId, { credits, creditsPerSecond, burstCredits, filledAtMs }] of buckets) {
      const missing = burstCredits - credits
      if ((nowMs - filledAtMs) * creditsPerSecond >= missing * FILL_MS) buckets.delete(accountId)
    }
    // Twice what is left, so that many busy accounts do not make every new one sweep.
    nextSweep = Math.max(sweepAt, buckets.size * 2)
  }

  /** The account's bucket, with what has flown into it until now. */
  const filled = (accountId: string, creditsPerSecond: number, nowMs: number, burstCredits: number): Bucket => {
    let bucket = buckets.get(accountId)
    if (bucket === undefined) {
      if (buckets.size >= nextSweep) sweep(nowMs)
      bucket = { credits: burstCredits, filledAtMs: nowMs, creditsPerSecond, burstCredits }
      buckets.set(accountId, bucket)
    }
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs)
    bucket.credits = Math.min(burstCredits, bucket.credits + (elapsedMs * bucket.creditsPerSecond) / FILL_MS)
    bucket.filledAtMs = Math.max(nowMs, bucket.filledAtMs)
    bucket.creditsPerSecond = creditsPerSecond
    bucket.burstCredits = burstCredits
    return bucket
  }

  return {
    get size() {
      return buckets.size
    },
    giveBack: (accountId, priceCredits) => {
      const bucket = buckets.get(accountId)
      // What is above the burst, the next `take` cuts off.
      if (bucket !== undefined) bucket.credits += priceCredits
    },
    take: (accountId, creditsPerSecond, priceCredits, nowMs, burstCredits = creditsPerSecond) => {
      const bucket = filled(accountId, creditsPerSecond, nowMs, burstCredits)
      if (bucket.credits >= priceCredits) {
        bucket.credits -= priceCredits
        return TAKEN
      }
      const missing = Math.min(priceCredits, burstCredits) - bucket.credits
      return { ok: false, retryAfterMs: Math.max(1, Math.ceil((missing * FILL_MS) / creditsPerSecond)) }
    },
    takeAnyway: (accountId, creditsPerSecond, credits, nowMs, burstCredits = creditsPerSecond) => {
      filled(accountId, creditsPerSecond, nowMs, burstCredits).credits -= credits
    },
  }
}
