/**
 * How long a circuit stays open at least; longer with each relapse, so that with the probes' 500
 * ms, and time for their answers, a recovery is seen within 2 s.
 */
const FIRST_OPEN_MS = 500
const LONGEST_OPEN_MS = 1_200

/** Keeps calls away from an upstream that does not answer, until a rest is over. */
export class Circuit<Reason extends string> {
  /** Why it is open; undefined while it is closed. */
  openReason: Reason | undefined
  private openMs = FIRST_OPEN_MS
  private restsUntilMs = 0

  /**
   * Opens, or stays open after another try in vain. `isRelapse`: calls failed, and not only a
   * probe.
   */
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

/** Which of an account's calls failed. */
export interface CallSource {
  readonly account: string
  readonly method: string
}

const ENOUGH = 3

/**
 * An upstream's failures in a row, and whether they can be one caller's doing.
 *
 * Some calls no node can answer: they take too long, or what stands before a node cuts them off.
 * One account that keeps making one such call must not take the node away from all others, so
 * failures count as the node's own when several accounts or methods met them, or when no caller had
 * a part in them.
 */
export class FailureStreak {
  count = 0
  private source: CallSource | undefined
  private isWidespread = false

  /** `source`: whose call failed; undefined: what failed was no caller's choice. */
  add(source: CallSource | undefined): void {
    if (this.count === 0) this.clear()
    this.count += 1
    if (source === undefined) this.isWidespread = true
    else if (this.source === undefined) this.source = source
    else if (this.source.account !== source.account || this.source.method !== source.method) this.isWidespread = true
  }

  /** Whether the node itself has failed often enough to be left alone. */
  get isEnough(): boolean {
    return this.count >= ENOUGH && this.isWidespread
  }

  /** The node is left alone already: what comes back has to show first that it answers. */
  fill(): void {
    this.count = Math.max(this.count, ENOUGH)
  }

  /** On probation: the next failure is enough. */
  leaveOne(): void {
    this.count = ENOUGH - 1
  }

  clear(): void {
    this.count = 0
    this.source = undefined
    this.isWidespread = false
  }
}
