/** Who is told that nobody waits any more. */
export interface CancelListener {
  cancelled(): void
}

/**
 * Tells the work done for one request that nobody waits for it any more (the client went away, the answer came from elsewhere).
 *
 * An AbortSignal of our own: one object and no listener list per request, because every call on the request path needs one.
 */
export class Cancellation {
  isCancelled = false
  /** Nearly always the only listener; a set takes longer to make than all else here. */
  private listener: CancelListener | undefined
  private others: Set<CancelListener> | undefined

  cancel(): void {
    if (this.isCancelled) return
    this.isCancelled = true
    const { listener } = this
    this.listener = undefined
    listener?.cancelled()
    if (this.others === undefined) return
    for (const other of this.others) other.cancelled()
    this.others = undefined
  }

  /** Tells `listener` once, at the latest now if it was cancelled already. */
  listen(listener: CancelListener): void {
    if (this.isCancelled) listener.cancelled()
    else if (this.listener === undefined) this.listener = listener
    else {
      this.others ??= new Set()
      this.others.add(listener)
    }
  }

  /** Tells `listener` no more. */
  ignore(listener: CancelListener): void {
    if (this.listener === listener) this.listener = undefined
    else this.others?.delete(listener)
  }

  /** Runs `listener` once, at the latest now if it was cancelled already. Returns how to stop listening. */
  onCancel(listener: () => void): () => void {
    const entry = { cancelled: listener }
    this.listen(entry)
    return () => this.ignore(entry)
  }
}
