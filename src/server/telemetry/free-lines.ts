import { TokenBucket } from '../../runtime/token-bucket.js'

/** Lines about requests of no account, and about those of each account. */
const OF_NOBODY_PER_SECOND = 200
const OF_ACCOUNT_PER_SECOND = 20
const AT_ONCE = 1_000
const MAX_ACCOUNTS = 1_000
const REPORT_AFTER_MS = 1_000

/**
 * Bounds the lines about what cost its sender nothing: refused calls, requests that were refused
 * before their calls were read, and WebSockets. The log may share its disk with the store.
 */
export class FreeLines {
  private readonly ofNobody = new TokenBucket()
  private readonly ofAccounts = new Map<string, TokenBucket>()
  private readonly leftOut = new Map<string | undefined, number>()
  private timer: NodeJS.Timeout | undefined

  /** `report` gets the number of lines left out of each account, once a second at most. */
  constructor(private readonly report: (lines: number, accountId: string | undefined) => void) {}

  /** True if another line may be written. */
  take(accountId: string | undefined, nowMs: number): boolean {
    const perSecond = accountId === undefined ? OF_NOBODY_PER_SECOND : OF_ACCOUNT_PER_SECOND
    if (this.bucketOf(accountId).take(1, perSecond, AT_ONCE, nowMs) === 0) return true
    this.leftOut.set(accountId, (this.leftOut.get(accountId) ?? 0) + 1)
    this.timer ??= setTimeout(() => this.reportNow(), REPORT_AFTER_MS).unref()
    return false
  }

  /** Reports what was left out since the last report. */
  reportNow(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    for (const [accountId, lines] of this.leftOut) this.report(lines, accountId)
    this.leftOut.clear()
  }

  private bucketOf(accountId: string | undefined): TokenBucket {
    if (accountId === undefined) return this.ofNobody
    const bucket = this.ofAccounts.get(accountId) ?? new TokenBucket()
    // The least recently used is first.
    this.ofAccounts.delete(accountId)
    this.ofAccounts.set(accountId, bucket)
    if (this.ofAccounts.size > MAX_ACCOUNTS) this.ofAccounts.delete(this.ofAccounts.keys().next().value!)
    return bucket
  }
}
