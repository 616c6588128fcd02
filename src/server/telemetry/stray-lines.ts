import { TokenBucket } from '../../runtime/token-bucket.js'

const PER_SECOND = 200
const AT_ONCE = 1_000
const REPORT_AFTER_MS = 1_000

/**
 * Bounds the lines of requests that were refused before their calls were read: such requests cost
 * their senders nothing, not even a key, and the log may share its disk with the store.
 */
export class StrayLines {
  private readonly bucket = new TokenBucket()
  private leftOut = 0
  private timer: NodeJS.Timeout | undefined

  /** `report` gets the number of lines left out, once a second at most. */
  constructor(private readonly report: (lines: number) => void) {}

  /** True if another line may be written. */
  take(nowMs: number): boolean {
    if (this.bucket.take(1, PER_SECOND, AT_ONCE, nowMs) === 0) return true
    this.leftOut++
    this.timer ??= setTimeout(() => this.reportNow(), REPORT_AFTER_MS).unref()
    return false
  }

  /** Reports what was left out since the last report. */
  reportNow(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.leftOut > 0) this.report(this.leftOut)
    this.leftOut = 0
  }
}
