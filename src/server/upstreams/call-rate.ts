/**
 * A provider's limit in calls per second. The bucket holds one second's worth, so that a pause does
 * not become a burst.
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

  /** True if a call may be sent now. */
  hasRoom(nowMs: number): boolean {
    this.fill(nowMs)
    return this.tokens >= 1
  }

  /**
   * Counts a sent call. The gateway's own requests count, too, but are sent even if the bucket is
   * empty.
   */
  spend(nowMs: number): void {
    this.fill(nowMs)
    this.tokens = Math.max(this.tokens - 1, -this.perSecond)
  }

  private fill(nowMs: number): void {
    const passedMs = nowMs - this.filledAtMs
    // A clock that was set back adds nothing, and counting restarts from the new time.
    if (passedMs > 0) this.tokens = Math.min(this.perSecond, this.tokens + (passedMs * this.perSecond) / 1000)
    this.filledAtMs = nowMs
  }
}
