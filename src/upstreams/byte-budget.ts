/** A bound on the bytes of answers held in memory at once, over all calls of the process. */
export class ByteBudget {
  private held = 0

  constructor(private readonly maxBytes: number) {}

  /** Takes `bytes` of the budget; false, and nothing taken, when that would be too much. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.maxBytes) return false
    this.held += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.held -= bytes
  }

  get heldBytes(): number {
    return this.held
  }
}
