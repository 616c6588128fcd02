import type { Span } from '../../../wire/json/answer-scanner.js'

/** Receives the notifications of one subscription. */
export interface NotificationListener {
  /** `bytes` from `result.start` to `result.end` are the event's JSON. */
  notified(bytes: Buffer, result: Span): void
  /** The socket broke. No notification follows. */
  broken(): void
}

/** A subscription at a node. */
export interface NodeSubscription {
  readonly kind: 'open'
  /** Ends it; the listener receives nothing more. */
  close(): void
}
