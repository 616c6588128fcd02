import { TokenBucket } from '../../runtime/token-bucket.js'

/**
 * A provider's limit in calls per second: a bucket that holds one second's worth, so that a pause
 * does not become a burst.
 */
export class CallRate {
  private readonly bucket = new TokenBucket()

  constructor(private readonly perSecond: number) {}

  /** Whether a call may go out now. */
  hasRoom(nowMs: number): boolean {
    return this.level(nowMs) >= 1
  }

  /**
   * Counts a call that goes out; the gateway's own questions too, which are asked even when the
   * bucket is empty. It owes at most one second's worth.
   */
  spend(nowMs: number): void {
    this.bucket.spend(Math.min(1, this.level(nowMs) + this.perSecond), this.perSecond, this.perSecond, nowMs)
  }

  private level(nowMs: number): number {
    return this.bucket.level(this.perSecond, this.perSecond, nowMs)
  }
}
