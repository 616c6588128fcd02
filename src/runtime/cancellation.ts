import { IntrusiveSet, type SetItem } from './intrusive-collections.js'

/** Receives the cancellation. A listener belongs to at most one Cancellation. */
export interface CancelListener extends SetItem {
  cancelled(): void
}

/**
 * Cancels the work for a request whose result is no longer wanted: the client disconnected, or
 * another attempt answered.
 *
 * Cheaper than an AbortSignal, which has a listener list: every call on the request path needs one.
 */
export class Cancellation {
  isCancelled = false
  /** Set if the server ended the request, and not its client. Absent otherwise, to cost nothing. */
  declare isByServer?: true
  /** Nearly always the only listener. */
  private listener: CancelListener | undefined
  /** Further listeners: other calls of a batch or connection. */
  private others: IntrusiveSet<CancelListener> | undefined

  /** `isByServer`: the server ends the request, and not its client. */
  cancel(isByServer = false): void {
    if (this.isCancelled) return
    this.isCancelled = true
    if (isByServer) this.isByServer = true
    const { listener, others } = this
    this.listener = undefined
    listener?.cancelled()
    if (others === undefined) return
    // A listener may remove others.
    for (let other = others.take(); other !== undefined; other = others.take()) other.cancelled()
  }

  /** Calls `listener` once: on cancellation, or now if already cancelled. */
  listen(listener: CancelListener): void {
    if (this.isCancelled) listener.cancelled()
    else if (this.listener === undefined) this.listener = listener
    else {
      this.others ??= new IntrusiveSet()
      this.others.add(listener)
    }
  }

  ignore(listener: CancelListener): void {
    if (this.listener === listener) this.listener = undefined
    else this.others?.remove(listener)
  }

  /**
   * Runs `listener` once: on cancellation, or now if already cancelled. Returns a function that
   * removes it.
   */
  onCancel(listener: () => void): () => void {
    const entry = { cancelled: listener, place: 0 }
    this.listen(entry)
    return () => this.ignore(entry)
  }
}
