import { errors } from '../../generated/errors.js'
import { nextMidnight } from '../credits/day.js'
import type { CallRecord, Hold, HoldRefusal, Ledger } from '../credits/ledger.js'
import { Refusals } from '../protocol/refusals.js'
import { type Failure, fail, isFailure, type Reply } from '../protocol/reply.js'
import { type Answer, type Charged, charged, type Validated } from './stage.js'

/**
 * Holds a call's price while it is answered; keeps it only if the answer is one that costs.
 *
 * The reply leaves when the charge is durable. A large answer that breaks off on its way is refunded.
 * Price   whole credits, `x-credits` in openrpc.json; the day runs 00:00–24:00 UTC
 * Errors  `daily-credits-exhausted`, `key-daily-credits-exhausted`, `ledger-unavailable`, before any upstream is asked
 * Source  gateway-spec.md, "Limits": credit cost per method
 */
export const charge =
  (ledger: Ledger, nowMs: () => number, next: Answer<Charged>): Answer<Validated> =>
  (call) => {
    const held = ledger.hold(call.caller.entitlement, call.row.priceCredits)
    if (typeof held === 'string') return refusal(held, call, nowMs())
    if (!(held instanceof Promise)) return answerHeld(call, held, next)
    return held.then((hold) => (typeof hold === 'string' ? refusal(hold, call, nowMs()) : answerHeld(call, hold, next)))
  }

const answerHeld = async (call: Validated, hold: Hold, next: Answer<Charged>): Promise<Reply> => {
  let reply: Reply
  try {
    reply = await next(charged(call, hold))
  } catch (bug) {
    hold.giveBack(recordOf(call, undefined))
    throw bug
  }
  const record = recordOf(call, reply)
  if (!costs(reply)) {
    hold.giveBack(record)
    return reply
  }
  try {
    await hold.charge(record)
  } catch {
    // Not durable: the caller must not have the answer for nothing.
    if (reply.error === undefined) reply.result.release()
    return fail('ledger-unavailable')
  }
  reply.costCredits = call.row.priceCredits
  if (reply.error === undefined && reply.result.rest !== undefined) {
    reply.result.rest = refundedWhenBroken(reply.result.rest, async () => {
      // A caller who hangs up has had what was asked for, as far as the gateway could bring it.
      if (!call.cancellation.isCancelled) await hold.refund({ ...record, isError: true })
    })
  }
  return reply
}

/** An answer of a node, the cache or the partner costs; so do the refusals that took a node's work. */
const costs = (reply: Reply): boolean => !isFailure(reply) || errors[reply.name].isCharged

const recordOf = (call: Validated, reply: Reply | undefined): CallRecord => ({
  network: call.caller.network.name,
  method: call.row.name,
  isError: reply === undefined || reply.error !== undefined,
  servedBy: reply?.servedBy ?? 'nobody',
})

async function* refundedWhenBroken(rest: AsyncIterable<Buffer>, refund: () => Promise<void>): AsyncIterable<Buffer> {
  try {
    yield* rest
  } catch (error) {
    await refund().catch(() => {})
    throw error
  }
}

const exhausted = {
  'daily-credits-exhausted': new Refusals('daily-credits-exhausted'),
  'key-daily-credits-exhausted': new Refusals('key-daily-credits-exhausted'),
}

const refusal = (name: HoldRefusal, call: Validated, nowMs: number): Failure => {
  if (name === 'ledger-unavailable') return fail(name)
  const { entitlement } = call.caller
  const dailyCredits = name === 'daily-credits-exhausted' ? entitlement.dailyCredits : entitlement.key.dailyLimit
  return exhausted[name].fail({ data: { dailyCredits, cost: call.row.priceCredits, resetsAt: nextMidnight(nowMs) } })
}
