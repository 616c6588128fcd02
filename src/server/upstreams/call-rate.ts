/**
 * A provider's limit in calls per second: a bucket that holds one second's worth, so that a pause
 * does not become a burst.
 */
export class CallRate {
  private tokens: number
  private filledAtMs: number

  constructor(
    private readonly perSecond: number,
    nowMs: number,
  ) {
    this.tokens = perSecond
    this.filledAtMs = nowMs
  }

  /** Whether a call may go out now. */
  hasRoom(nowMs: number): boolean {
    this.fill(nowMs)
    return this.tokens >= 1
  }

  /**
   * Counts a call that goes out; the gateway's own questions too, which are asked even when the
   * bucket is empty.
   */
  spend(nowMs: number): void {
    this.fill(nowMs)
    this.tokens = Math.max(this.tokens - 1, -this.perSecond)
  }

  private fill(nowMs: number): void {
    const passedMs = nowMs - this.filledAtMs
    // A clock that was set back fills nothing, and starts anew.
    if (passedMs > 0) this.tokens = Math.min(this.perSecond, this.tokens + (passedMs * this.perSecond) / 1000)
    this.filledAtMs = nowMs
  }
}
