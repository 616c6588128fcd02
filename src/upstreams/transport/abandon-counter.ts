const MAX_SIGNS = 3

/**
 * Counts how often in a row callers gave up, without a word from the node in between: the round trip they shared may be what makes their
 * answers late.
 *
 * Those who give up in one turn of the event loop are one sign: a single caller who leaves with all his calls says nothing about the node,
 * and must not end for all what they share.
 */
export class AbandonCounter {
  private signs = 0
  private isCounted = false

  /** Somebody gave up; true when that was one time too many. */
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
