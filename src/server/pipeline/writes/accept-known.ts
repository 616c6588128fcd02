import type { MethodRow } from '../../../../generated/methods.js'
import { Cancellation } from '../../../runtime/cancellation.js'
import { mapDeferred } from '../../../runtime/deferred.js'
import {
  isFailure,
  type NodeErrorReply,
  type Reply,
  type ResultReply,
  releaseReply,
} from '../../../wire/jsonrpc/reply.js'
import { evmTransactionHash, solanaSignature } from '../../../wire/transactions/transaction-id.js'
import type { OwnWrites } from '../../upstreams/own-writes.js'
import type { NetworkForwarding } from '../forward/forward.js'
import type { Answerer, ChargedCall } from '../stage.js'

type KnownMessages = NonNullable<MethodRow['alreadyKnown']>

/** A node's message may be as long as its answer, but its beginning suffices. */
const MAX_MESSAGE = 1_000

/**
 * The result of an already accepted write; undefined if the params contain no valid transaction.
 */
const resultOf = ({ result, param }: KnownMessages, { params }: ChargedCall): string | undefined =>
  result === 'evm-transaction-hash'
    ? evmTransactionHash(params[param])
    : solanaSignature(params[param], params[param + 1])

/**
 * Treats a node's error that it already knows a transaction as acceptance.
 *
 * A caller that resends a transaction with an unknown outcome gets the original result. So does one
 * whose transaction another node had passed on. It is charged like any result.
 * Source  `x-already-known` in the contract; execution-apis #245
 */
export const acceptKnown = (known: KnownMessages, next: Answerer<ChargedCall>): Answerer<ChargedCall> => {
  const messages = known.messages.map((message) => new RegExp(message, 'iu'))
  const accepted = (reply: Reply, call: ChargedCall): Reply => {
    if (reply.error === undefined || isFailure(reply)) return reply
    const text = reply.error.message.slice(0, MAX_MESSAGE)
    const id = messages.some((message) => message.test(text)) ? resultOf(known, call) : undefined
    if (id === undefined) return reply
    releaseReply(reply)
    return acceptance(reply, id)
  }
  return (call) => mapDeferred(next(call), call, accepted)
}

const acceptance = (reply: NodeErrorReply, id: string): ResultReply => {
  const { servedBy, upstream, failedOver, finalized, costCredits } = reply
  return {
    result: { chunks: [Buffer.from(JSON.stringify(id))], release: () => {} },
    servedBy,
    ...(upstream !== undefined && { upstream }),
    failedOver,
    finalized,
    costCredits,
  }
}

/**
 * Continues a write when its caller disconnects: the transaction may be accepted, and must be paid
 * for, all the same.
 * Bounds  the call's time limit. Nothing is sent for a caller that left before
 */
export const outliveCaller =
  (next: Answerer<ChargedCall>): Answerer<ChargedCall> =>
  (call) =>
    next(call.work.isCancelled ? call : { ...call, work: new Cancellation() })

interface RememberDeps extends Pick<NetworkForwarding, 'onWriteAccepted'> {
  readonly pool: { readonly writes: Pick<OwnWrites, 'accepted'> }
}

/** Remembers which upstream accepted a write, so that the account's next calls see it. */
export const rememberNode = (
  { pool, onWriteAccepted }: RememberDeps,
  next: Answerer<ChargedCall>,
): Answerer<ChargedCall> => {
  const remember = (reply: Reply, { caller }: ChargedCall): Reply => {
    const { account, share } = caller.entitlement
    const { error, upstream } = reply
    if (error === undefined && upstream !== undefined && pool.writes.accepted(upstream, share))
      onWriteAccepted?.(upstream, account.id)
    return reply
  }
  return (call) => mapDeferred(next(call), call, remember)
}
