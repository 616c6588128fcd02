const FILL_MS = 1_000

/**
 * A token bucket: it fills at `perSecond`, up to `size`, and is full at the beginning. Rate and
 * size come with each use, because a reload may change them.
 *
 * The system's clock may be set back: that fills nothing, and the bucket fills on from there.
 */
export class TokenBucket {
  private left = Number.POSITIVE_INFINITY
  private filledAtMs = 0

  /**
   * Takes the whole amount or nothing; only a full bucket may go into debt.
   *
   * Returns 0 if it was taken, else the milliseconds until there is enough.
   */
  take(amount: number, perSecond: number, size: number, nowMs: number): number {
    this.fill(perSecond, size, nowMs)
    const missing = Math.min(amount, size) - this.left
    if (missing > 0) return waitMs(missing, perSecond)
    this.left -= amount
    return 0
  }

  /**
   * Takes an amount that was already used; the bucket may go into debt. Returns the milliseconds
   * until it is out of debt.
   */
  spend(amount: number, perSecond: number, size: number, nowMs: number): number {
    this.fill(perSecond, size, nowMs)
    this.left -= amount
    return this.left >= 0 ? 0 : waitMs(-this.left, perSecond)
  }

  /** Puts back an amount that was taken; the next use cuts off what is above the size. */
  giveBack(amount: number): void {
    this.left += amount
  }

  /** Returns what is in it now; less than nothing when it is in debt. */
  level(perSecond: number, size: number, nowMs: number): number {
    this.fill(perSecond, size, nowMs)
    return this.left
  }

  private fill(perSecond: number, size: number, nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.filledAtMs)
    this.left = Math.min(size, this.left + (elapsedMs * perSecond) / FILL_MS)
    this.filledAtMs = nowMs
  }
}

const waitMs = (missing: number, perSecond: number): number => Math.max(1, Math.ceil((missing * FILL_MS) / perSecond))
