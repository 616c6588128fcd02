/** Which of an account's calls failed. */
export interface CallSource {
  readonly account: string
  readonly method: string
}

const ENOUGH = 3

/**
 * An upstream's failures in a row, and whether they can be one caller's doing.
 *
 * Some calls no node can answer: they take too long, or what stands before a node cuts them off. One account that keeps making one such
 * call must not take the node away from all others, so failures count as the node's own when several accounts or methods met them, or
 * when no caller had a part in them.
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
