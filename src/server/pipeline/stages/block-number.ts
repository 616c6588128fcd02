import type { Results } from '../../../../generated/methods.js'
import type { NewestBlockMethod } from '../../../../generated/server.js'
import type { Quantity } from '../../../../generated/types.js'
import { mapDeferred } from '../../../runtime/deferred.js'
import { quantityOf, readQuantity } from '../../../runtime/quantity.js'
import { type Payload, type Reply, resultOf } from '../../../wire/jsonrpc/reply.js'
import type { Head } from '../../networks/head.js'
import type { Judge } from '../judges/judge.js'
import type { Answerer, ChargedCall } from '../stage.js'

/** Dependencies of the stage. `onHit` and `onMiss` report whether the answer was known. */
export interface BlockNumberDeps {
  readonly head: Pick<Head, 'fresh' | 'judge' | 'served' | 'newestServed'>
  readonly nowMs: () => number
  readonly isCached: boolean
  /** The network has one node: its head is believed, forwards and back. */
  readonly isOnlyNode: boolean
  readonly onHit: () => void
  readonly onMiss: () => void
}

/** Longer than the longest block number with its quotes. */
const MAX_NUMBER_BYTES = 24

/**
 * Answers the method for the newest block (`x-answers`) from the polled head while no newer block
 * can exist; otherwise asks.
 *
 * A number lower than callers were told is not passed on: if no node reports a better one, they get
 * the newest number that they were told, until the head has decided that the chain itself rolled
 * back.
 */
export const blockNumber = (
  { head, nowMs, isCached, isOnlyNode, onHit, onMiss }: BlockNumberDeps,
  next: Answerer<ChargedCall>,
): Answerer<ChargedCall> => {
  let known: { readonly number: bigint; readonly payload: Payload } | undefined

  const replyWith = (number: bigint): Reply => {
    if (known?.number !== number)
      known = { number, payload: resultOf(Buffer.from(JSON.stringify(resultFor(number)))).result }
    return { result: known.payload, servedBy: 'cache', costCredits: 0 }
  }
  const pass = (reply: Reply): Reply => {
    if (isOnlyNode || reply.error !== undefined) return reply
    const number = numberIn(reply.result)
    if (number === undefined) return reply
    const verdict = head.judge(number)
    if (verdict === 'plausible') head.served(number)
    const { newestServed } = head
    if (verdict !== 'back' || newestServed === undefined) return reply
    reply.result.release()
    return { ...replyWith(newestServed), failedOver: reply.failedOver }
  }

  return (call) => {
    const fresh = isCached ? head.fresh(nowMs()) : undefined
    if (fresh === undefined || (!isOnlyNode && head.judge(fresh) !== 'plausible')) {
      if (isCached) onMiss()
      return mapDeferred(next(call), undefined, pass)
    }
    onHit()
    if (!isOnlyNode) head.served(fresh)
    return replyWith(fresh)
  }
}

/**
 * Doubts a number that the chain cannot have reached yet, and a lower one than callers were told,
 * unless they know as much as the poll. A plausible number is the node's head from now on.
 */
export const headJudge =
  (head: Pick<Head, 'judge' | 'hasServedNewest'>): Judge =>
  (_call, upstream, outcome) => {
    if (outcome.kind !== 'result') return undefined
    const number = numberIn(outcome.payload)
    if (number === undefined) return undefined
    const verdict = head.judge(number, upstream)
    if (verdict === 'plausible') upstream.health.raiseHead(number)
    else if (verdict === 'ahead' || !head.hasServedNewest) return `head_${verdict}`
    return undefined
  }

const resultFor = (number: bigint): Results[NewestBlockMethod] => quantityOf(number) as Quantity

const numberIn = ({ chunks }: Payload): bigint | undefined => {
  const [bytes] = chunks
  if (bytes === undefined || bytes.length > MAX_NUMBER_BYTES || chunks.length > 1) return undefined
  const text = bytes.toString('latin1')
  return text.startsWith('"') ? readQuantity(text.slice(1, -1)) : undefined
}
