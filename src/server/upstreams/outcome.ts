import type { Payload } from '../../wire/jsonrpc/reply.js'

/** What one attempt at one upstream came to. */
export type Outcome =
  /** `isGap`: two upstreams agree in an answer that the contract does not foresee. */
  | { readonly kind: 'result'; readonly payload: Payload; isGap?: true }
  /** The node's own JSON-RPC error; `bytes` is its error object as it wrote it. */
  | { readonly kind: 'node-error'; readonly code: number; readonly message: string; readonly bytes: Buffer }
  /**
   * More elements than the method may have. `first` and `last` are elements of the result: the
   * first, and the one too many.
   */
  | { readonly kind: 'too-many-results'; readonly first: unknown; readonly last: unknown }
  /** No answer: refused, reset, 429, 5xx. Another upstream may know. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** An answer that is none: not JSON, a wrong id. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /**
   * HTTP 4xx for what was sent: a caller chose the bytes, and any node of this kind would say the
   * same.
   */
  | { readonly kind: 'request-refused'; readonly reason: string }
  /** An answer over the limit: the node worked, and another one would answer at the same length. */
  | { readonly kind: 'answer-too-large' }
  /** No room in memory for the answer; the upstream is not to blame. */
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'timed-out' }
  /** No caller waits for the answer any more. */
  | { readonly kind: 'cancelled' }

/** What an upstream can have said to a call; the other outcomes are about the attempt. */
export type Answered = Extract<Outcome, { kind: 'result' | 'node-error' | 'too-many-results' | 'answer-too-large' }>

/** A node would not read what was sent. */
export type RequestRefused = Extract<Outcome, { kind: 'request-refused' }>

/** Kinds of outcome after which another upstream may still know the answer. */
export type Trouble = Extract<Outcome, { kind: 'unreachable' | 'unusable' | 'timed-out' }>

/**
 * HTTP statuses that are about the node, its address or our account there, and not about the body
 * that was posted; as every 5xx is.
 *
 * Source  RFC 9110, section 15.5; RFC 6585: 429
 */
const NODE_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407, 408, 410, 421, 425, 426, 429])

/**
 * What an HTTP status outside 2xx without a JSON-RPC error in its body says. 429 and 5xx: this
 * upstream cannot just now.
 */
export const outcomeOfStatus = (status: number): Outcome => {
  const reason = `http_${status}`
  if (status === 429 || status >= 500) return { kind: 'unreachable', reason }
  const isAboutCall = status >= 400 && !NODE_STATUSES.has(status)
  return { kind: isAboutCall ? 'request-refused' : 'unusable', reason }
}

/** The refusal of a body that is too long for the node; one with a wider limit may take it. */
export const REQUEST_TOO_LARGE = 'http_413'

/**
 * Reasons of a failure that came before anything was sent, so that no caller can have caused it.
 */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'econnrefused',
  'enotfound',
  'eai_again',
  'ehostunreach',
  'enetunreach',
  'connect_timeout',
])

/** Whether a failure came before anything of the call was sent. */
export const isNotConnected = (reason: string): boolean => NOT_CONNECTED.has(reason)

/**
 * Reasons of a failure that are the gateway's own: its line of waiting calls was full, or it closes
 * its connections.
 */
const OWN_LIMITS: ReadonlySet<string> = new Set(['upstream_line_full', 'transport_closed'])

/** Whether it was the gateway that did not send the call, so that nothing is known of the node. */
export const isOwnLimit = (reason: string): boolean => OWN_LIMITS.has(reason)

/**
 * Why an upstream did not answer, in words from a closed list: records and metrics are kept by it.
 */
export type TroubleReason = 'upstream_timeout' | 'rate_limited' | 'http_error' | 'unreachable' | 'bad_upstream_answer'

/**
 * Sorts a trouble into the closed list; the transport's own words (`econnrefused`) stay in the
 * health of the upstream.
 */
export const troubleReason = (trouble: Trouble): TroubleReason => {
  if (trouble.kind === 'timed-out') return 'upstream_timeout'
  if (trouble.kind === 'unusable') return 'bad_upstream_answer'
  if (trouble.reason === 'http_429') return 'rate_limited'
  return trouble.reason.startsWith('http_') ? 'http_error' : 'unreachable'
}

/**
 * Why a transport failed: the error's code (`ECONNREFUSED`) in lower case, which names no address.
 */
export const reasonOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code.toLowerCase() : 'connection_failed'
}
