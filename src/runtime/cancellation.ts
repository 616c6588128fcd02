import { IntrusiveSet, type SetItem } from './intrusive-set.js'

/** Receives the cancellation. A listener belongs to at most one Cancellation. */
export interface CancelListener extends SetItem {
  cancelled(): void
}

/**
 * Cancels the work done for one request when its result is no longer wanted (the client disconnected, another attempt answered).
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
    // Each listener may remove others.
    for (let other = others.take(); other !== undefined; other = others.take()) other.cancelled()
  }

  /** Calls `listener` once: on cancellation, or now if that is past. */
  listen(listener: CancelListener): void {
    if (this.isCancelled) listener.cancelled()
    else if (this.listener === undefined) this.listener = listener
    else {
      this.others ??= new IntrusiveSet()
      this.others.add(listener)
    }
  }

  /** Removes `listener`. */
  ignore(listener: CancelListener): void {
    if (this.listener === listener) this.listener = undefined
    else this.others?.remove(listener)
  }

  /** Runs `listener` once: on cancellation, or now if that is past. Returns a function that removes it. */
  onCancel(listener: () => void): () => void {
    const entry = { cancelled: listener, place: 0 }
    this.listen(entry)
    return () => this.ignore(entry)
  }
}
