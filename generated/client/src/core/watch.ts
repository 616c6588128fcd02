// @generated from openrpc.json by scripts/generate — do not edit

import type { EventSocket } from './event-socket.js'
import { EventQueue, KeptSubscription, type SubscriptionFacts } from './kept-subscription.js'
import type { ResumeLost } from './resume-points.js'
import { onAbort } from './wire.js'

/** Options of a watch. */
export interface WatchOptions {
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
}

const DEFAULT_MOST_WAITING = 10_000

/** The events of a subscription, which begins with the first read and ends with the loop. */
export async function* watch<Event>(
  socket: EventSocket,
  facts: SubscriptionFacts,
  params: readonly unknown[],
  { signal, mostWaiting = DEFAULT_MOST_WAITING, onGap }: WatchOptions = {},
): AsyncGenerator<Event, void, undefined> {
  if (signal?.aborted) return
  const queue = new EventQueue<unknown>(mostWaiting)
  const subscription = new KeptSubscription(socket, facts, params, queue, onGap)
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
