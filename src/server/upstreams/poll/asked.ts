import type { Cancellation } from '../../../runtime/cancellation.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { CallOrigin } from '../health/exclusions.js'
import { isNotConnected, isOwnLimit } from '../outcome.js'
import type { Upstream } from '../upstream.js'

/**
 * Outcome of one of the gateway's own requests. Reasons are log words (`timed_out`, `not_json`) and
 * contain no address.
 */
export type Asked = { readonly kind: 'result'; readonly value: unknown } | NotAnswered

/** Like `Asked`, with the result's JSON as the node wrote it. */
export type AskedBytes = { readonly kind: 'result'; readonly bytes: Buffer } | NotAnswered

type NotAnswered =
  | { readonly kind: 'node-error'; readonly code: number; readonly message: string }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string }
  /** No memory for the answer, or no call left for the account; says nothing about the upstream. */
  | { readonly kind: 'overloaded' }

/**
 * Bounds of a request. `maxBytes` defaults to the size of a block without transaction bodies.
 * `share` is that of the account whose call causes it; left out, it goes before callers' calls.
 */
export interface AskBounds {
  readonly maxBytes?: number
  readonly cancellation?: Cancellation
  readonly share?: AccountShare
}

/**
 * Asks one upstream without regard to its health, and without recording the outcome there. Never
 * rejects, and never takes longer than `timeoutMs`.
 */
export type AskUpstream = (...question: AskArguments) => Promise<Asked>

/** Asks one upstream like `AskUpstream`; resolves to the bytes of the result. */
export type AskBytes = (...question: AskArguments) => Promise<AskedBytes>

type AskArguments = [
  upstream: Upstream,
  method: string,
  params: readonly unknown[],
  timeoutMs: number,
  bounds?: AskBounds,
]

/**
 * Records a request that a call depends on in the upstream's health, unless the gateway did not
 * send it. `origin` is the call, if it is one caller's.
 */
export const noteAsked = (
  { health }: Upstream,
  asked: Asked | AskedBytes,
  durationMs: number,
  origin?: CallOrigin,
): void => {
  if (asked.kind === 'result' || asked.kind === 'node-error') health.answered(durationMs, undefined, origin?.account)
  else if (asked.kind === 'overloaded' || isOwnLimit(asked.reason)) health.endWithoutVerdict()
  else health.failed(asked.reason, isNotConnected(asked.reason) ? undefined : origin)
}
