import type { MethodRow } from '../../../generated/methods.js'
import { valueAt } from '../../wire/json/json-pointer.js'
import type { Payload, Reply } from '../../wire/jsonrpc/reply.js'

/** A rule by which calls of one method cost more or less: `x-credits-by` in openrpc.json. */
export type PriceRule = NonNullable<MethodRow['priceBy']>

const KIB = 1024

/** The most that a call can cost: by its params exactly that, by its result the method's price. What is held before a node is asked. */
export const mostCredits = ({ priceCredits }: MethodRow, rule: PriceRule, params: readonly unknown[]): number => {
  if (rule.of === undefined) return priceCredits
  const items = valueAt(params, rule.of)
  const count = Array.isArray(items) ? items.length : items === undefined || items === null ? 0 : 1
  return Math.min(priceCredits, rule.base + rule.each! * count)
}

/** What an answer costs, at most what was held; an answer that is still on its way when it is charged costs all of that. */
export const creditsOf = (rule: PriceRule, reply: Reply, heldCredits: number): number => {
  if (rule.perResultKiB === undefined) return heldCredits
  if (reply.error !== undefined) return Math.min(heldCredits, rule.base)
  if (reply.result.rest !== undefined) return heldCredits
  return Math.min(heldCredits, rule.base + rule.perResultKiB * Math.ceil(bytesOf(reply.result) / KIB))
}

const bytesOf = ({ text, chunks }: Payload): number =>
  text === undefined ? chunks.reduce((sum, chunk) => sum + chunk.length, 0) : text.length
