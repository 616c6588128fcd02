import { IntrusiveSet, type SetItem } from './intrusive-set.js'

/** Who is told that nobody waits any more; by one Cancellation at a time. */
export interface CancelListener extends SetItem {
  cancelled(): void
}

/**
 * Tells the work done for one request that nobody waits for it any more (the client went away, the answer came from elsewhere).
 *
 * An AbortSignal of our own: one object and no listener list per request, because every call on the request path needs one.
 */
export class Cancellation {
  isCancelled = false
  /** Nearly always the only listener. */
  private listener: CancelListener | undefined
  /** Those of the other calls of a batch or a connection. */
  private others: IntrusiveSet<CancelListener> | undefined

  cancel(): void {
    if (this.isCancelled) return
    this.isCancelled = true
    const { listener, others } = this
    this.listener = undefined
    listener?.cancelled()
    if (others === undefined) return
    // Each may have others told no more.
    for (let other = others.take(); other !== undefined; other = others.take()) other.cancelled()
  }

  /** Tells `listener` once, at the latest now if it was cancelled already. */
  listen(listener: CancelListener): void {
    if (this.isCancelled) listener.cancelled()
    else if (this.listener === undefined) this.listener = listener
    else {
      this.others ??= new IntrusiveSet()
      this.others.add(listener)
    }
  }

  /** Tells `listener` no more. */
  ignore(listener: CancelListener): void {
    if (this.listener === listener) this.listener = undefined
    else this.others?.remove(listener)
  }

  /** Runs `listener` once, at the latest now if it was cancelled already. Returns how to stop listening. */
  onCancel(listener: () => void): () => void {
    const entry = { cancelled: listener, place: 0 }
    this.listen(entry)
    return () => this.ignore(entry)
  }
}
