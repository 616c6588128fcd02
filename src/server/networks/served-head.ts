/** Without a poll: a network that says less than before for so long has rolled back. */
const ROLLED_BACK_AFTER_MS = 3_000

/**
 * The highest block number given to callers, so that they do not see it go back unless the network
 * itself did.
 *
 * `tolerance`  blocks that it may go back
 */
export class ServedHead {
  private highest: bigint | undefined
  private backSinceMs: number | undefined

  constructor(private readonly tolerance: bigint) {}

  /** Whether a caller may get this number now. */
  allows(number: bigint, nowMs: number): boolean {
    if (this.highest === undefined || number >= this.highest - this.tolerance) return true
    return this.hasRolledBack(number, nowMs)
  }

  served(number: bigint): void {
    if (this.highest === undefined || number > this.highest) this.highest = number
    if (number >= this.highest - this.tolerance) this.backSinceMs = undefined
  }

  /**
   * The network's nodes agree on this number. When that stays below what was served, it is the
   * chain that went back.
   */
  agreed(number: bigint, nowMs: number): void {
    if (this.highest === undefined || number >= this.highest - this.tolerance) this.backSinceMs = undefined
    else this.hasRolledBack(number, nowMs)
  }

  private hasRolledBack(number: bigint, nowMs: number): boolean {
    this.backSinceMs ??= nowMs
    if (nowMs - this.backSinceMs < ROLLED_BACK_AFTER_MS) return false
    this.highest = number
    this.backSinceMs = undefined
    return true
  }
}
