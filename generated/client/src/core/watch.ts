// @generated from openrpc.json by scripts/generate — do not edit

import { EventQueue } from './event-queue.js'
import type { EventSocket, SubscriptionMethods } from './event-socket.js'
import { KeptSubscription } from './kept-subscription.js'
import type { BigIntegers } from './result-text.js'

/** Facts of a kind of subscription. */
export interface SubscriptionFacts extends SubscriptionMethods {
  /** The params before the caller's: the name of the kind, if the method has several. */
  readonly before: readonly string[]
  /** How many params a caller may give. */
  readonly paramCount: number
  /** What a resume point is made of; without it, the kind cannot be resumed. */
  readonly resumesFrom?: 'log' | 'head'
  /** The params of the kind whose events tell up to which block all logs came. */
  readonly heads?: readonly string[]
  /** The last event ends the subscription. */
  readonly isOnce?: true
  readonly bigints?: BigIntegers
}

/** Options of a watch. */
export interface WatchOptions {
  /** Ends the watch, without an error. */
  readonly signal?: AbortSignal | undefined
  /**
   * How many events may wait to be read; one more ends the watch with an error. By default 10,000.
   */
  readonly mostWaiting?: number | undefined
}

const DEFAULT_MOST_WAITING = 10_000

/** The events of a subscription, which begins with the first read and ends with the loop. */
export async function* watch<Event>(
  socket: EventSocket,
  facts: SubscriptionFacts,
  params: readonly unknown[],
  { signal, mostWaiting = DEFAULT_MOST_WAITING }: WatchOptions = {},
): AsyncGenerator<Event, void, undefined> {
  if (signal?.aborted) return
  const queue = new EventQueue<unknown>(mostWaiting)
  const subscription = new KeptSubscription(socket, facts, params, queue)
  const abort = () => {
    queue.cancel()
    subscription.stop()
  }
  signal?.addEventListener('abort', abort)
  void subscription.run()
  try {
    for (let next = await queue.next(); next !== undefined; next = await queue.next()) yield next.event as Event
  } finally {
    signal?.removeEventListener('abort', abort)
    abort()
  }
}
