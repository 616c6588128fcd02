import type { EventSocket } from './event-socket.js'
import { KeptSubscription, type SubscriptionFacts } from './kept-subscription.js'
import type { ResumeLost, StoredEvent } from './resume-points.js'
import { TransportError } from './rpc-error.js'
import { onAbort } from './wire.js'

/** Options of a watch; `Place` is an event that it may begin after, if its kind can be resumed. */
export interface WatchOptions<Place extends StoredEvent = never> {
  /** Ends the watch, without an error. */
  readonly signal?: AbortSignal | undefined
  /**
   * The maximum number of events that wait to be read. One more ends the watch with an error. By
   * default 10,000.
   */
  readonly mostWaiting?: number | undefined
  /**
   * Called where events may be missing between the last one and the next: after a cut of a kind
   * that cannot be resumed. Without it, the watch ends there with ResumeLost.
   */
  readonly onGap?: ((lost: ResumeLost) => void) | undefined
  /**
   * The stored event after which the watch begins, as it goes on after a cut: the newest head, or
   * the newest log that still stands. After a head, a watch of logs gives those of later blocks.
   */
  readonly after?: Place | undefined
}

/** Events that wait for one reader. Too many of them end the queue, so that memory is bounded. */
export class EventQueue<Event> {
  readonly #mostWaiting: number
  #waiting: ({ readonly event: Event } | { readonly call: () => void })[] = []
  #ending: { readonly error?: unknown } | undefined
  #wake = () => {}

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  push(event: Event): void {
    if (this.#ending !== undefined) return
    if (this.#waiting.length < this.#mostWaiting) this.#waiting.push({ event })
    else this.fail(new TransportError(`${this.#mostWaiting} events wait to be read`, 'overflow'))
    this.#wake()
  }

  /** Calls a function behind what was pushed before; of several in a row only the first. */
  mark(call: () => void): void {
    const last = this.#waiting.at(-1)
    if (this.#ending !== undefined || (last !== undefined && 'call' in last)) return
    this.#waiting.push({ call })
    this.#wake()
  }

  /** The reader gets what waits, then the end. */
  finish(): void {
    this.#ending ??= {}
    this.#wake()
  }

  /** The reader gets what waits, then the error. */
  fail(error: unknown): void {
    this.#ending ??= { error }
    this.#wake()
  }

  /** The reader gets the end at once. */
  cancel(): void {
    this.#waiting = []
    this.#ending = {}
    this.#wake()
  }

  /** True if no further event is taken. */
  get isEnded(): boolean {
    return this.#ending !== undefined
  }

  /** Resolves to the next event, or to undefined at the end; rejects with the error. */
  async next(): Promise<{ readonly event: Event } | undefined> {
    for (;;) {
      const first = this.#waiting.shift()
      if (first !== undefined && 'event' in first) return first
      if (first !== undefined) first.call()
      else if (this.#ending === undefined)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      else if ('error' in this.#ending) throw this.#ending.error
      else return undefined
    }
  }
}

const DEFAULT_MOST_WAITING = 10_000

/** The events of a subscription, which begins with the first read and ends with the loop. */
export async function* watch<Event>(
  socket: EventSocket,
  facts: SubscriptionFacts,
  params: readonly unknown[],
  { signal, mostWaiting = DEFAULT_MOST_WAITING, onGap, after }: WatchOptions<StoredEvent> = {},
): AsyncGenerator<Event, void, undefined> {
  if (signal?.aborted) return
  const queue = new EventQueue<unknown>(mostWaiting)
  const subscription = new KeptSubscription(socket, facts, params, queue, onGap, after)
  const abort = () => {
    queue.cancel()
    subscription.stop()
  }
  const ignore = onAbort(signal, abort)
  void subscription.run()
  try {
    for (let next = await queue.next(); next !== undefined; next = await queue.next()) yield next.event as Event
  } finally {
    ignore()
    abort()
  }
}
