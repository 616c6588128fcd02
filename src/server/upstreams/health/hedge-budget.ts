/** Tenths, so that counting them stays exact. */
const ONE_CALL = 10
const EARNED_PER_CALL = 1
const MAX_SAVED = 20 * ONE_CALL

/**
 * How many calls of a network may be asked a second time because the first answer is slow: one in
 * ten, at most twenty saved up, and twenty owed by those that left an upstream which is no
 * competition.
 *
 * When all upstreams are slow, asking twice would only make it worse: an overloaded pool gets a
 * tenth more calls, never twice as many.
 */
export class HedgeBudget {
  private saved = MAX_SAVED

  /** Counts a call. */
  earn(): void {
    if (this.saved < MAX_SAVED) this.saved += EARNED_PER_CALL
  }

  /** Takes one second attempt of the budget; false when there is none left. */
  spend(): boolean {
    if (this.saved < ONE_CALL) return false
    this.saved -= ONE_CALL
    return true
  }

  /** Takes one on credit, as many as can be saved up: the calls that come pay it back. */
  borrow(): void {
    this.saved = Math.max(-MAX_SAVED, this.saved - ONE_CALL)
  }

  /** Takes back a spending that came to nothing. */
  giveBack(): void {
    this.saved = Math.min(MAX_SAVED, this.saved + ONE_CALL)
  }
}
