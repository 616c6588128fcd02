const MAX_SIGNS = 3
const ONE_SIGN_MS = 100

/**
 * Counts how often in a row callers gave up, without a word from the node in between: the round trip they shared may be what makes their
 * answers late.
 *
 * All calls given up within a tenth of a second are one sign: a caller that ends with all its connections says nothing about the node, and
 * must not end sharing for the others. That its connections close in one turn of the event loop is not certain.
 */
export class AbandonCounter {
  private signs = 0
  private isCounted = false

  /** A caller gave up; true when that was one time too many. */
  add(): boolean {
    if (this.isCounted) return false
    this.isCounted = true
    setTimeout(() => {
      this.isCounted = false
    }, ONE_SIGN_MS).unref()
    return ++this.signs >= MAX_SIGNS
  }

  /** The node was heard of. */
  clear(): void {
    this.signs = 0
  }
}
