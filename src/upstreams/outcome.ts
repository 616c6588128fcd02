import type { Payload } from '../protocol/reply.js'

/** What one attempt at one upstream came to. */
export type Outcome =
  /** `isGap`: two upstreams agree in an answer that the contract does not foresee. */
  | { readonly kind: 'result'; readonly payload: Payload; isGap?: true }
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

/** Kinds of outcome after which somebody else may still know the answer. */
export type Trouble = Extract<Outcome, { kind: 'unreachable' | 'unusable' | 'timed-out' }>

/** Whether an attempt failed, so that another upstream should be asked. */
export const isTrouble = (outcome: Outcome): outcome is Trouble =>
  outcome.kind === 'unreachable' || outcome.kind === 'unusable' || outcome.kind === 'timed-out'

/** Why an upstream did not answer, in words from a closed list: records and metrics are kept by it. */
export type TroubleReason = 'upstream_timeout' | 'rate_limited' | 'http_error' | 'unreachable' | 'bad_upstream_answer'

/** Sorts a trouble into the closed list; the transport's own words (`econnrefused`) stay in the health of the upstream. */
export const troubleReason = (trouble: Trouble): TroubleReason => {
  if (trouble.kind === 'timed-out') return 'upstream_timeout'
  if (trouble.kind === 'unusable') return 'bad_upstream_answer'
  if (trouble.reason === 'http_429') return 'rate_limited'
  return trouble.reason.startsWith('http_') ? 'http_error' : 'unreachable'
}
