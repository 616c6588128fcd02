import { BoundedCache } from '../../accounts/bounded-cache.js'
import { LatencyWindow } from './speed.js'

const MAX_ACCOUNTS = 256
/** Older answers do not tell how fast the nodes are now. */
const FORGOTTEN_AFTER_MS = 60_000
const UNKNOWN_MS = 500

interface RecentAnswers {
  readonly latency: LatencyWindow
  lastAtMs: number
}

/**
 * How long a method's answers take, by account: heavy calls of one account tell nothing about the
 * calls of others.
 *
 * Bounds  256 accounts, those that were answered last: some 200 KB
 */
export class AccountLatencies {
  private readonly byAccount = new BoundedCache<RecentAnswers>(MAX_ACCOUNTS)
  /** Only the first answers of each account count, so that no account can fill it. */
  private readonly firstAnswers = new LatencyWindow()

  add(account: string, durationMs: number, startedAtMs: number): void {
    const nowMs = startedAtMs + durationMs
    const recent = this.recent(account, nowMs) ?? this.begin(account, nowMs)
    if (recent.latency.p95Ms() === undefined) this.firstAnswers.add(durationMs)
    recent.latency.add(durationMs)
    recent.lastAtMs = nowMs
  }

  /**
   * 95th percentile of the account's answers. Before twenty within the last minute: of the first
   * answers of all accounts, at most 500 ms.
   */
  p95Ms(account: string, nowMs: number): number {
    const own = this.recent(account, nowMs)?.latency.p95Ms()
    return own ?? Math.min(UNKNOWN_MS, this.firstAnswers.p95Ms() ?? UNKNOWN_MS)
  }

  private recent(account: string, nowMs: number): RecentAnswers | undefined {
    const recent = this.byAccount.get(account)
    return recent !== undefined && nowMs - recent.lastAtMs <= FORGOTTEN_AFTER_MS ? recent : undefined
  }

  private begin(account: string, nowMs: number): RecentAnswers {
    const recent = { latency: new LatencyWindow(), lastAtMs: nowMs }
    this.byAccount.set(account, recent)
    return recent
  }
}
