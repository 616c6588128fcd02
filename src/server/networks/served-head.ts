/** Without a poll, a network whose numbers stay lower for this long has rolled back. */
const ROLLED_BACK_AFTER_MS = 3_000

/**
 * The highest block number given to callers. It keeps them from seeing the head go back unless the
 * network itself rolled back.
 *
 * `tolerance`  blocks that it may go back
 */
export class ServedHead {
  private highest: bigint | undefined
  private backSinceMs: number | undefined

  constructor(private readonly tolerance: bigint) {}

  get newest(): bigint | undefined {
    return this.highest
  }

  /** True if a caller may get this number now. */
  allows(number: bigint, nowMs: number): boolean {
    if (this.highest === undefined || number >= this.highest - this.tolerance) return true
    return this.hasRolledBack(number, nowMs)
  }

  served(number: bigint): void {
    if (this.highest === undefined || number > this.highest) this.highest = number
    if (number >= this.highest - this.tolerance) this.backSinceMs = undefined
  }

  /**
   * Records a number the nodes agree on. If it stays below the served head, the chain rolled back.
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
