/** A stream without subscribers lives on for this time, for one that comes back. */
const LINGER_MS = 10_000
/** A caller who ends what it subscribes to may leave thousands of streams at the nodes. */
const MAX_LINGERING = 1_000
const MAX_LINGERING_OF_ACCOUNT = 16

interface LingeringStream {
  readonly owner: string
  readonly timer: NodeJS.Timeout
}

/**
 * The streams of a network without subscribers, known by what ends them. Each is of the account
 * that had its last subscriber.
 *
 * Bounds  ten seconds, 16 streams of an account, and a thousand in all: a further one ends the
 *         oldest
 */
export class LingeringStreams {
  private readonly streams = new Map<() => void, LingeringStream>()
  private readonly byOwner = new Map<string, Set<() => void>>()

  add(end: () => void, owner: string): void {
    this.streams.set(end, { owner, timer: setTimeout(() => this.end(end), LINGER_MS).unref() })
    const own = this.byOwner.get(owner) ?? new Set()
    this.byOwner.set(owner, own.add(end))
    if (own.size > MAX_LINGERING_OF_ACCOUNT) this.endOldest(own)
    if (this.streams.size > MAX_LINGERING) this.endOldest(this.streams)
  }

  /** It has a subscriber again, or has ended. */
  remove(end: () => void): void {
    const stream = this.streams.get(end)
    if (stream === undefined) return
    clearTimeout(stream.timer)
    this.streams.delete(end)
    const own = this.byOwner.get(stream.owner)!
    own.delete(end)
    if (own.size === 0) this.byOwner.delete(stream.owner)
  }

  /** The first was added first. */
  private endOldest(streams: ReadonlyMap<() => void, unknown> | ReadonlySet<() => void>): void {
    const [oldest] = streams.keys()
    this.end(oldest!)
  }

  private end(end: () => void): void {
    this.remove(end)
    end()
  }
}
