const MAX_SIGNS = 3

/**
 * Counts how often in a row callers gave up, without a word from the node in between: the round trip they shared may be what makes their
 * answers late.
 *
 * All calls given up in one turn of the event loop are one sign: a single caller that disconnects with all its calls says nothing about the
 * node, and must not end sharing for the others.
 */
export class AbandonCounter {
  private signs = 0
  private isCounted = false

  /** A caller gave up; true when that was one time too many. */
  add(): boolean {
    if (this.isCounted) return false
    this.isCounted = true
    setImmediate(() => {
      this.isCounted = false
    })
    return ++this.signs >= MAX_SIGNS
  }

  /** The node was heard of. */
  clear(): void {
    this.signs = 0
  }
}
