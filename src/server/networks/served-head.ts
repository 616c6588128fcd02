/** A network whose numbers stay lower for this long has rolled back. */
const ROLLED_BACK_AFTER_MS = 3_000
/** If the nodes do not agree that they are lower, callers are taken back after this time. */
const CONTRADICTED_AFTER_MS = 60_000

/**
 * The highest block number given to callers. It keeps them from seeing the head go back unless the
 * network itself rolled back.
 */
export class ServedHead {
  private highest: bigint | undefined
  private backSinceMs: number | undefined

  get newest(): bigint | undefined {
    return this.highest
  }

  /** Records a number that a caller received. True if it is higher than any before. */
  served(number: bigint): boolean {
    const isLower = this.highest !== undefined && number < this.highest
    if (isLower) return false
    const isHigher = number !== this.highest
    this.highest = number
    this.backSinceMs = undefined
    return isHigher
  }

  /**
   * Records the network's head: the number that the nodes agree on, or without a poll any node's.
   * If it stays below the served head, the chain rolled back; `isContradicted`: nodes still claim
   * more. True if callers may get it.
   */
  follow(number: bigint, nowMs: number, isContradicted = false): boolean {
    if (this.highest === undefined || number >= this.highest) {
      this.backSinceMs = undefined
      return true
    }
    this.backSinceMs ??= nowMs
    if (nowMs - this.backSinceMs < (isContradicted ? CONTRADICTED_AFTER_MS : ROLLED_BACK_AFTER_MS)) return false
    this.highest = number
    this.backSinceMs = undefined
    return true
  }
}
