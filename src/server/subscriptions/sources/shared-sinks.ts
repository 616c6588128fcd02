import type { WorkTurns } from '../../../runtime/turns/work-turns.js'
import type { EventSink, EventStream, StreamEnd, StreamEvent, StreamOwner } from '../event-stream.js'
import { EveryFew } from '../every-few.js'

export interface SharedSinksDeps {
  readonly turns: WorkTurns
  readonly nowMs: () => number
}

interface OwnedSinks {
  readonly owner: StreamOwner
  readonly sinks: Set<EventSink>
}

/** The subscribers that share one stream. Their accounts are given its events in turns. */
export class SharedSinks {
  private readonly byOwner = new Map<string, OwnedSinks>()

  /**
   * `onUnused` is called when the last subscriber has gone, `onLeft` when an account has no
   * subscriber any more.
   */
  constructor(
    private readonly onUnused: () => void,
    private readonly deps: SharedSinksDeps,
    private readonly onLeft: (ownerId: string) => void = () => {},
  ) {}

  get isEmpty(): boolean {
    return this.byOwner.size === 0
  }

  /** The accounts that have subscribers. */
  get owners(): Iterable<StreamOwner> {
    return [...this.byOwner.values()].map(({ owner }) => owner)
  }

  has({ id }: StreamOwner): boolean {
    return this.byOwner.has(id)
  }

  add(sink: EventSink, owner: StreamOwner): EventStream {
    const { id } = owner
    const owned = this.byOwner.get(id) ?? { owner, sinks: new Set() }
    this.byOwner.set(id, owned)
    const { sinks } = owned
    sinks.add(sink)
    return {
      close: () => {
        if (!sinks.delete(sink) || sinks.size > 0 || this.byOwner.get(id) !== owned) return
        this.byOwner.delete(id)
        this.onLeft(id)
        if (this.isEmpty) this.onUnused()
      },
    }
  }

  event(result: string): void {
    const { turns, nowMs } = this.deps
    const event = { result, isFree: false, seenAtMs: nowMs() }
    for (const [id, { sinks }] of this.byOwner) {
      if (turns.keepsUp(id)) turns.add(id, deliver(event, sinks), () => breakAll(sinks))
      else breakAll(sinks)
    }
  }

  /**
   * Ends all subscriptions, behind the events before: the last event was sent, or, with a reason,
   * the stream broke.
   */
  end(why?: StreamEnd): void {
    const ended = [...this.byOwner]
    this.byOwner.clear()
    for (const [id, { sinks }] of ended) {
      this.onLeft(id)
      this.deps.turns.addStep(id, () => {
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
