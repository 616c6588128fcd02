/**
 * Tells the work done for one request that nobody waits for it any more (the client went away, the answer came from elsewhere).
 *
 * An AbortSignal of our own: one object and no listener list per request, because every call on the request path needs one.
 */
export class Cancellation {
  isCancelled = false
  private readonly listeners = new Set<() => void>()

  cancel(): void {
    if (this.isCancelled) return
    this.isCancelled = true
    for (const listener of this.listeners) listener()
    this.listeners.clear()
  }

  /** Runs `listener` once, at the latest now if it was cancelled already. Returns how to stop listening. */
  onCancel(listener: () => void): () => void {
    if (this.isCancelled) {
      listener()
      return () => {}
    }
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}
