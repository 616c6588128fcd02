import { SOLANA_SUBSCRIBE, SUBSCRIPTION_NAME } from '../../contract/subscriptions/declared.js'
import type { Member } from '../../wire/jsonrpc/body.js'
import type { Reply } from '../../wire/jsonrpc/reply.js'
import { type Written, writeBatch } from '../../wire/jsonrpc/write-reply.js'

/** The refusals that end a WebSocket, if they come again and again. */
export const isRefusedSubscription = (reply: Reply, member: Member): boolean => {
  if (reply.error === undefined || member.kind !== 'call') return false
  const { name } = reply
  const { method } = member.envelope
  // @solana/web3.js 1 repeats the call after any error.
  if (SOLANA_SUBSCRIBE.test(method)) return name !== 'throttled-solana' && name !== 'too-many-subscriptions'
  if (name === 'unknown-subscription-kind') return true
  return (name === 'method-not-found' || name === 'method-unavailable') && SUBSCRIPTION_NAME.test(method)
}

/**
 * A batch's answer without its refused subscriptions, for a WebSocket that repeats them. Undefined
 * if it has none of them, or nothing else.
 *
 * `refused`  indexes in `replies`
 */
export const withoutRefused = (
  refused: readonly number[],
  idTexts: readonly string[],
  replies: readonly Reply[],
): Written | undefined => {
  if (refused.length === 0 || refused.length === replies.length) return undefined
  const isRefused = new Set(refused)
  const isKept = (_: unknown, index: number) => !isRefused.has(index)
  return writeBatch(idTexts.filter(isKept), replies.filter(isKept), replies)
}
