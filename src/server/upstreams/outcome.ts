import type { Payload } from '../../wire/jsonrpc/reply.js'

/**
 * A node's own JSON-RPC error. `message` is the beginning of a long one. The error object,
 * unchanged, is `bytes`, or a `payload` if it is large.
 */
export interface NodeError {
  readonly kind: 'node-error'
  readonly code: number
  readonly message: string
  readonly bytes: Buffer | undefined
  readonly payload?: Payload | undefined
}

/** Result of one attempt at one upstream. */
export type Outcome =
  /** `isGap`: two upstreams agree on an answer that the contract does not foresee. */
  | { readonly kind: 'result'; readonly payload: Payload; isGap?: true }
  | NodeError
  /** More elements than the method may return: the first element, and the one over the limit. */
  | { readonly kind: 'too-many-results'; readonly first: unknown; readonly last: unknown }
  /** No answer: refused, reset, 429, 5xx. Another upstream may answer. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** An invalid answer: not JSON, or a wrong id. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** HTTP 4xx about the body, which a caller chose: any node of this kind would refuse it. */
  | { readonly kind: 'request-refused'; readonly reason: string }
  /** The answer is over the size limit. The node works; another would answer at the same length. */
  | { readonly kind: 'answer-too-large' }
  /** No memory for the answer; the upstream is not to blame. */
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'timed-out' }
  /** No caller waits for the answer any more. */
  | { readonly kind: 'cancelled' }

/** Gives back what an outcome that no caller gets holds of the memory budget. */
export const releaseOutcome = (outcome: Outcome): void => {
  if (outcome.kind === 'result' || outcome.kind === 'node-error') outcome.payload?.release()
}

/** Outcomes that are an upstream's answer to the call; the others are about the attempt. */
export type Answered = Extract<Outcome, { kind: 'result' | 'node-error' | 'too-many-results' | 'answer-too-large' }>

/** A node refused the request body. */
export type RequestRefused = Extract<Outcome, { kind: 'request-refused' }>

/** Outcomes after which another upstream may still know the answer. */
export type Trouble = Extract<Outcome, { kind: 'unreachable' | 'unusable' | 'timed-out' }>

/**
 * HTTP 4xx statuses about the node, its address or our account there, not about the posted body.
 * Every 5xx is, too.
 * Source  RFC 9110, section 15.5; RFC 6585: 429
 */
const NODE_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407, 408, 410, 421, 425, 426, 429])

/**
 * Outcome of an HTTP status outside 2xx without a JSON-RPC error in the body. 429 and 5xx: this
 * upstream is temporarily unable.
 */
export const outcomeOfStatus = (status: number): Outcome => {
  const reason = `http_${status}`
  if (status === 429 || status >= 500) return { kind: 'unreachable', reason }
  const isAboutCall = status >= 400 && !NODE_STATUSES.has(status)
  return { kind: isAboutCall ? 'request-refused' : 'unusable', reason }
}

/** Our key at this node is refused, so the node took nothing: RFC 9110, section 15.5.2. */
export const UNAUTHORIZED = 'http_401'

/** The body is too long for this node; one with a higher limit may accept it. */
export const REQUEST_TOO_LARGE = 'http_413'

/** Reasons of failures before anything was sent, so no caller can have caused them. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'econnrefused',
  'enotfound',
  'eai_again',
  'ehostunreach',
  'enetunreach',
])

/** The beginning of other reasons of a connection that never opened, such as those of TLS. */
const CONNECTING = 'connect_'

/** True if the failure came before any byte of the call was sent. */
export const isNotConnected = (reason: string): boolean => NOT_CONNECTED.has(reason) || reason.startsWith(CONNECTING)

/** The time was over before a connection was free. */
export const QUEUE_SLOW = 'upstream_queue_slow'

/**
 * Failures on the gateway's side: its queue was full or too slow, or it is closing its connections.
 */
const OWN_LIMITS: ReadonlySet<string> = new Set(['upstream_queue_full', QUEUE_SLOW, 'transport_closed'])

/** True if the gateway did not send the call, so nothing is known about the node. */
export const isOwnLimit = (reason: string): boolean => OWN_LIMITS.has(reason)

/**
 * Why an upstream did not answer: a closed list, which the records of the partner's calls have.
 */
export type TroubleReason = 'upstream_timeout' | 'rate_limited' | 'http_error' | 'unreachable' | 'bad_upstream_answer'

/**
 * Maps a trouble to the closed list. The upstream's health keeps the transport's own reason
 * (`econnrefused`).
 */
export const troubleReason = (trouble: Trouble): TroubleReason => {
  if (trouble.kind === 'timed-out') return 'upstream_timeout'
  if (trouble.kind === 'unusable') return 'bad_upstream_answer'
  if (trouble.reason === 'http_429') return 'rate_limited'
  return trouble.reason.startsWith('http_') ? 'http_error' : 'unreachable'
}

/**
 * Why a transport failed: the error's code (`ECONNREFUSED`) in lower case. Contains no address.
 * `isUnsent`: no connection was opened.
 */
export const reasonOf = (error: Error): string => {
  const { code, isUnsent } = error as { code?: unknown; isUnsent?: boolean }
  const reason = typeof code === 'string' ? code.toLowerCase() : 'connection_failed'
  return isUnsent !== true || isNotConnected(reason) ? reason : `${CONNECTING}${reason}`
}
