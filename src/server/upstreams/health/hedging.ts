import type { AccountShare } from '../../accounts/account-share.js'
import { BoundedCache } from '../../accounts/bounded-cache.js'
import { CallRate } from '../call-rate.js'

const MAX_SAVED = 20
const CALLS_FOR_ONE = 10
/** Calls are the clock of the rate: in its second, as many come as earn all that can be saved. */
const MS_PER_CALL = 1_000 / (MAX_SAVED * CALLS_FOR_ONE)

/**
 * Limits a network's hedges, second attempts because the first is slow: one per ten calls, at most
 * twenty saved up. Accounts share it as they share a `CallRate`.
 *
 * If all upstreams are slow, hedging makes it worse: an overloaded pool gets a tenth more calls,
 * never twice as many.
 */
export class HedgeBudget {
  private readonly rate = new CallRate(MAX_SAVED)
  private earnedMs = 0

  earn(): void {
    this.earnedMs += MS_PER_CALL
  }

  /** True if the account may make a second attempt now. */
  hasRoom(account?: AccountShare): boolean {
    return this.rate.hasRoom(this.earnedMs, account)
  }

  /** Takes one second attempt from the budget, in which there is room. */
  spend(account?: AccountShare): void {
    this.rate.spend(this.earnedMs, account)
  }
}

const SAMPLES = 128
/** With fewer samples the 95th percentile means nothing. */
const MIN_SAMPLES = 20
/** Sorting costs a few microseconds, and the result changes slowly. */
const SORT_EVERY = 16

/** Memory in which all windows sort their durations. */
const sortedDurations = new Float32Array(SAMPLES)

/** Durations of the last answers of all upstreams, in half a KB. Adding one allocates nothing. */
export class LatencyWindow {
  private readonly samples = new Float32Array(SAMPLES)
  private count = 0
  private sortedAt = 0
  private known: number | undefined

  add(durationMs: number): void {
    this.samples[this.count % SAMPLES] = durationMs
    this.count += 1
  }

  /**
   * 95th percentile of the recent answers, at most sixteen answers old; undefined before twenty.
   */
  p95Ms(): number | undefined {
    if (this.count >= MIN_SAMPLES && (this.known === undefined || this.count - this.sortedAt >= SORT_EVERY)) this.sort()
    return this.known
  }

  private sort(): void {
    const filled = Math.min(this.count, SAMPLES)
    const sorted = sortedDurations.subarray(0, filled)
    sorted.set(this.samples.subarray(0, filled))
    sorted.sort()
    this.known = sorted[Math.ceil(filled * 0.95) - 1]!
    this.sortedAt = this.count
  }
}

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
