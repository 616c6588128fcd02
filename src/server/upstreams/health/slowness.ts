import type { HealthReason } from './health-change.js'

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
