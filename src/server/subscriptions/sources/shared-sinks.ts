import type { WorkTurns } from '../../../runtime/turns/work-turns.js'
import type { EventSink, EventStream, StreamEnd, StreamEvent } from '../event-stream.js'
import { EveryFew } from '../every-few.js'
import type { LingeringStreams } from './lingering-streams.js'

export interface SharedSinksDeps {
  readonly turns: WorkTurns
  readonly nowMs: () => number
  readonly lingering: LingeringStreams
}

/** The subscribers that share one stream. Their accounts are given its events in turns. */
export class SharedSinks {
  private readonly byOwner = new Map<string, Set<EventSink>>()

  /**
   * `onUnused` is called, at the latest a while after the last subscriber has gone, if none came.
   */
  constructor(
    private readonly onUnused: () => void,
    private readonly deps: SharedSinksDeps,
  ) {}

  get isEmpty(): boolean {
    return this.byOwner.size === 0
  }

  /** The accounts that have subscribers. */
  get owners(): Iterable<string> {
    return this.byOwner.keys()
  }

  /** Adds a subscriber. `owner` is the account that pays. */
  add(sink: EventSink, owner: string): EventStream {
    this.deps.lingering.remove(this.onUnused)
    const sinks = this.byOwner.get(owner) ?? new Set()
    this.byOwner.set(owner, sinks.add(sink))
    return {
      close: () => {
        if (!sinks.delete(sink) || sinks.size > 0 || this.byOwner.get(owner) !== sinks) return
        this.byOwner.delete(owner)
        if (this.isEmpty) this.deps.lingering.add(this.onUnused)
      },
    }
  }

  event(result: string): void {
    const { turns, nowMs } = this.deps
    const event = { result, isFree: false, seenAtMs: nowMs() }
    for (const [owner, sinks] of this.byOwner) {
      if (turns.keepsUp(owner)) turns.add(owner, deliver(event, sinks), () => breakAll(sinks))
      else breakAll(sinks)
    }
  }

  /**
   * Ends all subscriptions, behind the events before: the last event was sent, or, with a reason,
   * the stream broke.
   */
  end(why?: StreamEnd): void {
    this.deps.lingering.remove(this.onUnused)
    const ended = [...this.byOwner]
    this.byOwner.clear()
    for (const [owner, sinks] of ended) {
      this.deps.turns.addStep(owner, () => {
        for (const sink of [...sinks]) {
          if (why === undefined) sink.finished()
          else sink.broken(why)
        }
      })
    }
  }
}

const breakAll = (sinks: ReadonlySet<EventSink>): void => {
  for (const sink of [...sinks]) sink.broken('stream_broken')
}

function* deliver(event: StreamEvent, sinks: ReadonlySet<EventSink>): Generator<undefined, void> {
  const turns = new EveryFew()
  for (const sink of sinks) {
    sink.event(event)
    if (turns.countOne()) yield
  }
}
