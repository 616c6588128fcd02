/** A stream without subscribers lives on for this time, for one that comes back. */
const LINGER_MS = 10_000
/** A caller who ends what it subscribes to may leave thousands of streams at the nodes. */
const MAX_LINGERING = 1_000

/**
 * The streams of a network without subscribers, known by what ends them.
 *
 * Bounds  ten seconds, and a thousand streams: a further one ends the oldest
 */
export class LingeringStreams {
  private readonly timers = new Map<() => void, NodeJS.Timeout>()

  add(end: () => void): void {
    this.timers.set(end, setTimeout(() => this.end(end), LINGER_MS).unref())
    if (this.timers.size > MAX_LINGERING) this.end(this.timers.keys().next().value!)
  }

  /** It has a subscriber again, or has ended. */
  remove(end: () => void): void {
    clearTimeout(this.timers.get(end))
    this.timers.delete(end)
  }

  private end(end: () => void): void {
    this.remove(end)
    end()
  }
}
