import type { Health } from './health.js'
import type { HealthReason } from './health-change.js'

const SIZE = 128

/** Durations and failures of an upstream's recent calls. */
export interface RecentCalls {
  readonly count: number
  /** Milliseconds; undefined without calls. */
  readonly p50Ms: number | undefined
  readonly p95Ms: number | undefined
  /** Share of the calls that failed, 0 to 1. */
  readonly errorRate: number
}

const NO_CALLS: RecentCalls = { count: 0, p50Ms: undefined, p95Ms: undefined, errorRate: 0 }

/** A ring of the last calls; adding to it allocates nothing. */
export class CallRing {
  private readonly durationsMs = new Float64Array(SIZE)
  private readonly endedAtMs = new Float64Array(SIZE)
  private readonly isFailure = new Uint8Array(SIZE)
  private next = 0
  private filled = 0

  add(durationMs: number, nowMs: number, isFailure: boolean): void {
    this.durationsMs[this.next] = durationMs
    this.endedAtMs[this.next] = nowMs
    this.isFailure[this.next] = isFailure ? 1 : 0
    this.next = (this.next + 1) % SIZE
    if (this.filled < SIZE) this.filled += 1
  }

  clear(): void {
    this.filled = 0
    this.next = 0
  }

  /**
   * Calls that ended after `sinceMs`. Failures count only in the error rate: a refused connection
   * is fast.
   */
  since(sinceMs: number): RecentCalls {
    const newest = (this.next + SIZE - 1) % SIZE
    if (this.filled === 0 || this.endedAtMs[newest]! < sinceMs) return NO_CALLS
    const durations: number[] = []
    let failures = 0
    for (let index = 0; index < this.filled; index++) {
      if (this.endedAtMs[index]! < sinceMs) continue
      if (this.isFailure[index] === 1) failures += 1
      else durations.push(this.durationsMs[index]!)
    }
    durations.sort((a, b) => a - b)
    const count = durations.length + failures
    const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))]
    return { count, p50Ms: at(0.5), p95Ms: at(0.95), errorRate: count === 0 ? 0 : failures / count }
  }
}

const OVERTAKEN_TO_SLOW = 3
/** An unpolled upstream that was overtaken counts as slow for this long. */
const SLOW_MS = 1_000

/** Why an upstream counts as slow, and until when. */
export class Slowness {
  reason: HealthReason | undefined
  /** Calls that another upstream answered first, since it answered one itself. */
  overtakenInARow = 0
  private untilMs = 0

  begin(reason: HealthReason, untilMs: number): void {
    this.reason = reason
    this.untilMs = untilMs
  }

  overtaken(nowMs: number): void {
    this.overtakenInARow += 1
    if (this.overtakenInARow >= OVERTAKEN_TO_SLOW) this.begin('overtaken', nowMs + SLOW_MS)
  }

  end(): void {
    this.reason = undefined
  }

  isOver(nowMs: number): boolean {
    return this.reason !== undefined && nowMs >= this.untilMs
  }

  /** True if calls, or a late poll, have shown already that it may not answer. */
  get isSuspect(): boolean {
    return this.overtakenInARow > 0 || this.reason === 'hanging'
  }

  /** True if it is silent, not just slow: a prompt answer ends that at once. */
  get isHanging(): boolean {
    return this.reason === 'hanging' || this.reason === 'overtaken'
  }
}

const WINDOW_MS = 10_000
const ENOUGH_CALLS = 20
const TIMES_SLOWER = 4
/** An upstream within this margin is never called slow, however fast the others are. */
const MARGIN_MS = 25
const MAX_ERROR_RATE = 0.2
/** Time for which a slow upstream is avoided before it is measured again. */
const SPARED_MS = 5_000

/**
 * Marks upstreams as `slow` for a while if their median is far above the fastest one's, or if they
 * often fail, though not in a row.
 */
export const compareSpeeds = (upstreams: readonly { readonly health: Health }[], nowMs: number): void => {
  if (upstreams.length < 2) return
  const measured = upstreams.map(({ health }) => ({ health, recent: health.recent(nowMs, WINDOW_MS) }))
  const medians = measured.flatMap(({ health, recent: { count, p50Ms } }) =>
    health.state === 'up' && count >= ENOUGH_CALLS && p50Ms !== undefined ? p50Ms : [],
  )
  const fastestMs = Math.min(...medians)
  for (const { health, recent } of measured) {
    if (health.forgiveSlowness(nowMs) || health.state !== 'up' || recent.count < ENOUGH_CALLS) continue
    const isSlower = recent.p50Ms !== undefined && recent.p50Ms > TIMES_SLOWER * fastestMs + MARGIN_MS
    if (isSlower) health.slowDown('latency', SPARED_MS)
    else if (recent.errorRate > MAX_ERROR_RATE) health.slowDown('errors', SPARED_MS)
  }
}
