import type { HealthReason } from './health-change.js'

/** Why an upstream counts as slow, and until when. */
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

  /** True if it is silent, not just slow: a prompt answer ends that at once. */
  get isHanging(): boolean {
    return this.reason === 'hanging' || this.reason === 'overtaken'
  }
}
