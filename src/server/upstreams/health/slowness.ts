import type { HealthReason } from './health-change.js'

/**
 * Why an upstream is slower than it should be, and until when it is spared; no reason while it is
 * not.
 */
export class Slowness {
  reason: HealthReason | undefined
  private untilMs = 0

  begin(reason: HealthReason, untilMs: number): void {
    this.reason = reason
    this.untilMs = untilMs
  }

  end(): void {
    this.reason = undefined
  }

  isOver(nowMs: number): boolean {
    return this.reason !== undefined && nowMs >= this.untilMs
  }

  /** Whether it is silent, and not only slow: a prompt answer ends that at once. */
  get isHanging(): boolean {
    return this.reason === 'hanging' || this.reason === 'overtaken'
  }
}
