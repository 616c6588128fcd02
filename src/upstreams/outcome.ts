import type { Payload } from '../protocol/reply.js'

/** What one attempt at one upstream came to. */
export type Outcome =
  | { readonly kind: 'result'; readonly payload: Payload }
  /** The node's own JSON-RPC error; `bytes` is its error object as it wrote it. */
  | { readonly kind: 'node-error'; readonly code: number; readonly message: string; readonly bytes: Buffer }
  /** More elements than the method may have. `first` and `last` are elements of the result: the first, and the one too many. */
  | { readonly kind: 'too-many-results'; readonly first: unknown; readonly last: unknown }
  /** No answer: refused, reset, 429, 5xx. Somebody else may know. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** An answer that is none: not JSON, a wrong id, too large. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** No room in memory for the answer; the upstream is not to blame. */
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'timed-out' }
  /** Nobody waits any more. */
  | { readonly kind: 'cancelled' }
