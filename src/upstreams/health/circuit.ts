/** How long a circuit stays open at least; longer with each relapse, so that with the probes' 500 ms, and time for their answers, a recovery is seen within 2 s. */
const FIRST_OPEN_MS = 500
const LONGEST_OPEN_MS = 1_200

/** Keeps calls away from an upstream that does not answer, until a rest is over. */
export class Circuit<Reason extends string> {
  /** Why it is open; undefined while it is closed. */
  openReason: Reason | undefined
  private openMs = FIRST_OPEN_MS
  private restsUntilMs = 0

  /** Opens, or stays open after another try in vain. `isRelapse`: calls failed, and not only a probe. */
  open(reason: Reason, isRelapse: boolean, nowMs: number): void {
    if (this.openReason === undefined || nowMs >= this.restsUntilMs) {
      this.restsUntilMs = nowMs + this.openMs
      if (isRelapse) this.openMs = Math.min(LONGEST_OPEN_MS, this.openMs + FIRST_OPEN_MS)
    }
    this.openReason ??= reason
  }

  /** On probation: the next rest is still a longer one. */
  halfClose(): void {
    this.openReason = undefined
  }

  close(): void {
    this.openReason = undefined
    this.openMs = FIRST_OPEN_MS
  }

  /** `open`: not asked. `half-open`: one call, or the poll, may try. */
  state(nowMs: number): 'closed' | 'open' | 'half-open' {
    if (this.openReason === undefined) return 'closed'
    return nowMs < this.restsUntilMs ? 'open' : 'half-open'
  }
}
