import { createHash } from 'node:crypto'
import type { Failure } from '../../jsonrpc/reply.js'
import { isFailure } from '../../jsonrpc/reply.js'
import type { Answer, Validated } from '../stage.js'

const KEPT_MS = 60_000
const MAX_KEPT = 10_000

/**
 * Answers a refusal that would come out the same again from memory, free of charge.
 *
 * viem repeats every -32005 three times and cast eight times; no caller should pay again for one answer.
 * Kept    for a minute, by key, network and params; the oldest give way above 10,000
 * Source  docs/specification.md, "Credits"
 */
export const negativeCache = (nowMs: () => number, next: Answer<Validated>): Answer<Validated> => {
  const kept = new Map<string, { failure: Failure; untilMs: number }>()
  return async (call) => {
    const known = kept.size === 0 ? undefined : kept.get(nameOf(call))
    if (known !== undefined && known.untilMs > nowMs()) return { ...known.failure, costCredits: 0 }
    const reply = await next(call)
    if (isFailure(reply) && reply.name === 'too-many-results' && reply.costCredits > 0) {
      const name = nameOf(call)
      kept.delete(name)
      kept.set(name, { failure: { ...reply, servedBy: 'cache', balance: undefined }, untilMs: nowMs() + KEPT_MS })
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    }
    return reply
  }
}

const nameOf = (call: Validated): string =>
  `${call.caller.entitlement.key.id} ${createHash('sha256').update(call.paramsBytes).digest('base64')}`
