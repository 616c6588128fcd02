import type { MethodRow, SubscriptionKind } from '../../../generated/methods.js'
import { valueAt } from '../../wire/json/json-pointer.js'
import type { Payload, Reply } from '../../wire/jsonrpc/reply.js'

const KIB = 1024

/**
 * The most a call can cost: the credits held before a node is asked.
 *
 * By `x-credits-by` in openrpc.json: a price by params is exact; a price by the result is at most
 * the method's price.
 */
export const creditsToHold = ({ priceCredits, priceBy }: MethodRow, params: readonly unknown[]): number => {
  if (priceBy?.of === undefined) return priceCredits
  const items = valueAt(params, priceBy.of)
  const count = Array.isArray(items) ? items.length : items === undefined || items === null ? 0 : 1
  return Math.min(priceCredits, priceBy.base + priceBy.each! * count)
}

/** The indexes of params that are `true`: all that a price of events depends on. */
export const trueParamsOf = (params: readonly unknown[]): readonly number[] =>
  params.flatMap((param, index) => (param === true ? [index] : []))

/** The price of an event. */
export const eventPriceCredits = (
  { priceCredits, priceIf }: SubscriptionKind,
  trueParams: readonly number[],
): number => (priceIf !== undefined && trueParams.includes(priceIf.param) ? priceIf.credits : priceCredits)

/**
 * The price of an answer, at most the held credits. An answer still arriving when it is charged
 * costs all of them.
 */
export const creditsToCharge = ({ priceBy }: MethodRow, reply: Reply, heldCredits: number): number => {
  if (priceBy?.perResultKiB === undefined) return heldCredits
  if (reply.error !== undefined) return Math.min(heldCredits, priceBy.base)
  if (reply.result.rest !== undefined) return heldCredits
  return Math.min(heldCredits, priceBy.base + priceBy.perResultKiB * Math.ceil(bytesOf(reply.result) / KIB))
}

const bytesOf = ({ text, chunks }: Payload): number =>
  text === undefined ? chunks.reduce((sum, chunk) => sum + chunk.length, 0) : text.length
