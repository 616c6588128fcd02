import type { EventSink, EventStream, StreamEnd } from '../event-stream.js'

/** A stream without subscribers lives on for this time, for one that comes back. */
const LINGER_MS = 10_000

/** The subscribers that share one stream. */
export class SharedSinks {
  private readonly sinks = new Set<EventSink>()
  private linger: NodeJS.Timeout | undefined

  /** `onUnused` is called when the last subscriber has been gone for a while. */
  constructor(
    private readonly onUnused: () => void,
    private readonly nowMs: () => number,
  ) {}

  get isEmpty(): boolean {
    return this.sinks.size === 0
  }

  add(sink: EventSink): EventStream {
    clearTimeout(this.linger)
    this.sinks.add(sink)
    return {
      close: () => {
        if (!this.sinks.delete(sink) || !this.isEmpty) return
        this.linger = setTimeout(this.onUnused, LINGER_MS).unref()
      },
    }
  }

  event(result: string): void {
    const event = { result, isFree: false, seenAtMs: this.nowMs() }
    for (const sink of this.sinks) sink.event(event)
  }

  /** Ends all subscriptions: the last event was sent, or, with a reason, the stream broke. */
  end(why?: StreamEnd): void {
    clearTimeout(this.linger)
    const sinks = [...this.sinks]
    this.sinks.clear()
    for (const sink of sinks) {
      if (why === undefined) sink.finished()
      else sink.broken(why)
    }
  }
}
