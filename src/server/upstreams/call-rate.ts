import { TokenBucket } from '../../runtime/token-bucket.js'

/**
 * A provider's limit in calls per second. The bucket holds one second's worth, so that a pause does
 * not become a burst.
 */
export class CallRate {
  private readonly bucket = new TokenBucket()

  constructor(private readonly perSecond: number) {}

  /** True if a call may be sent now. */
  hasRoom(nowMs: number): boolean {
    return this.level(nowMs) >= 1
  }

  /**
   * Counts a sent call. The gateway's own requests count, too, but are sent even if the bucket is
   * empty. The bucket owes at most one second's worth.
   */
  spend(nowMs: number): void {
    this.bucket.spend(Math.min(1, this.level(nowMs) + this.perSecond), this.perSecond, this.perSecond, nowMs)
  }

  private level(nowMs: number): number {
    return this.bucket.level(this.perSecond, this.perSecond, nowMs)
  }
}
