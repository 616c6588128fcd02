/** In tenths of a call, so that arithmetic stays exact. */
const ONE_CALL = 10
const EARNED_PER_CALL = 1
const MAX_SAVED = 20 * ONE_CALL

/**
 * Limits a network's hedges, second attempts because the first is slow: one per ten calls, at most
 * twenty saved up, and at most twenty borrowed by calls that left an uncompetitive upstream.
 *
 * If all upstreams are slow, hedging makes it worse: an overloaded pool gets a tenth more calls,
 * never twice as many.
 */
export class HedgeBudget {
  private saved = MAX_SAVED

  earn(): void {
    if (this.saved < MAX_SAVED) this.saved += EARNED_PER_CALL
  }

  /** Takes one second attempt from the budget; false if it is used up. */
  spend(): boolean {
    if (this.saved < ONE_CALL) return false
    this.saved -= ONE_CALL
    return true
  }

  /** Takes one on credit, up to the same maximum. Later calls pay it back. */
  borrow(): void {
    this.saved = Math.max(-MAX_SAVED, this.saved - ONE_CALL)
  }

  /** Returns a second attempt that was not made. */
  giveBack(): void {
    this.saved = Math.min(MAX_SAVED, this.saved + ONE_CALL)
  }
}
