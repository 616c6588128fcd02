/** When a WebSocket that is refused too often has tried the gateway's patience for too long. */
export interface RefusalLimits {
  readonly maxRefusalsPerSecond: number
  readonly refusalSeconds: number
}

/**
 * Counts refusals by the second; patience ends when `refusalSeconds` seconds in a row had more than
 * `maxRefusalsPerSecond`.
 *
 * One popular client sends a subscription that does not exist 30,000 times a second, for as long as
 * it is let.
 * Source  docs/wire-facts.md, section 3
 */
export class RefusalRate {
  private second = 0
  private refusals = 0
  private badSeconds = 0

  /** Counts one message's refusals; true when patience is over. */
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
