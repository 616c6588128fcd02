import type { Cancellation } from '../../runtime/cancellation.js'
import type { AccountShare } from '../accounts/account-share.js'

/** The limits of a wait for an answer: deadline in clock milliseconds, and cancellation. */
export interface WaitLimit {
  readonly deadlineMs: number
  readonly cancellation: Cancellation
}

/**
 * The limits of a question that a call waits for. It uses the share of the call's account, so that
 * one account's questions do not go before all callers' calls.
 */
export interface AskLimit extends WaitLimit {
  readonly share: AccountShare
  /** The account's id, and the method of its call. */
  readonly origin: { readonly account: string; readonly method: string }
}

/**
 * Asks one of the network's nodes. Resolves to the parsed result, or undefined if no node answered;
 * never rejects.
 *
 * `limit`  left out if no call waits: then every node gets its full time
 */
export type Ask = (method: string, params: readonly unknown[], limit?: AskLimit) => Promise<unknown>

/**
 * Asks all of the network's nodes, and passes the newest block of each to `claim`. Resolves when
 * enough have answered.
 *
 * `callers`  the accounts whose calls wait. The question to a node is a call of the first that has
 *            room there for it and the call; without one, the node is not asked
 */
export type AskHeads = (
  callers: ReadonlySet<AccountShare>,
  claim: (node: object, number: bigint) => void,
) => Promise<void>
