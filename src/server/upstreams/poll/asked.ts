import type { Cancellation } from '../../../runtime/deferred.js'
import type { Upstream } from '../upstream.js'

/**
 * What became of a small question of the gateway's own: a parsed result, the node's error, an
 * answer that is none, or none at all. Reasons are words of a log (`timed_out`, `not_json`) and
 * hold no address.
 */
export type Asked =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'node-error'; readonly code: number; readonly message: string }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string }
  /** No room in memory for the answer; says nothing about the upstream. */
  | { readonly kind: 'overloaded' }

/**
 * What else bounds a question: the largest answer, when it is another than a block without its
 * transactions' bodies; what ends it early.
 */
export interface AskBounds {
  readonly maxBytes?: number
  readonly cancellation?: Cancellation
}

/**
 * Asks one upstream, whatever its health, in which the question is not counted. Never rejects, and
 * never takes longer than `timeoutMs`.
 */
export type AskUpstream = (
  upstream: Upstream,
  method: string,
  params: readonly unknown[],
  timeoutMs: number,
  bounds?: AskBounds,
) => Promise<Asked>

/** Records the outcome of a question that a call depends on in the upstream's health. */
export const noteAsked = ({ health }: Upstream, asked: Asked, durationMs: number): void => {
  if (asked.kind === 'result' || asked.kind === 'node-error') health.answered(durationMs)
  else if (asked.kind === 'overloaded') health.left()
  else health.failed(asked.reason)
}
