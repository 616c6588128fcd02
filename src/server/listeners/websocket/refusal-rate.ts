/** When a WebSocket with too many refusals is closed. */
export interface RefusalLimits {
  readonly maxRefusalsPerSecond: number
  readonly refusalSeconds: number
}

/**
 * Counts refusals per second; the limit is reached after `refusalSeconds` consecutive seconds with
 * more than `maxRefusalsPerSecond`.
 *
 * One popular client repeats a subscription that does not exist 30,000 times a second without end.
 * Source  docs/wire-facts.md, section 3
 */
export class RefusalRate {
  private second = 0
  private refusals = 0
  private badSeconds = 0

  /** Counts one message's refusals; true when the limit is reached. */
  isOverAfter(refusals: number, nowMs: number, limits: RefusalLimits): boolean {
    const second = Math.floor(nowMs / 1000)
    if (second !== this.second) {
      const wasBad = this.refusals > limits.maxRefusalsPerSecond
      this.badSeconds = wasBad && second === this.second + 1 ? this.badSeconds + 1 : wasBad ? 1 : 0
      if (second > this.second + 1) this.badSeconds = 0
      this.second = second
      this.refusals = 0
    }
    this.refusals += refusals
    return this.badSeconds >= limits.refusalSeconds
  }
}
