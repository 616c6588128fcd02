import { errors } from '../../../../generated/errors.js'
import type { MethodRow } from '../../../../generated/methods.js'
import { itemCountAt } from '../../../contract/json-pointer.js'
import { Deferred, type Waiter, whenResolved } from '../../../runtime/deferred.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { cancelledReply, type Failure, isFailure, type Reply, releaseReply } from '../../../wire/jsonrpc/reply.js'
import { payloadLength } from '../../../wire/jsonrpc/write-reply.js'
import { nextMidnight } from '../../credits/day.js'
import type { CallRecord, Hold, HoldRefusal, Ledger } from '../../credits/ledger.js'
import { BrokenByCaller } from '../../upstreams/answer-stream.js'
import { type Answerer, addHold, type Call, type ChargedCall } from '../stage.js'

/** Errors of `charge`. */
export const chargeErrors = declareErrors(
  'daily-credits-exhausted',
  'key-daily-credits-exhausted',
  'ledger-unavailable',
)
const { fail } = chargeErrors

const KIB = 1024

/**
 * Holds a call's price while it is answered; keeps it only if the answer is one that costs.
 *
 * If the price depends on the call or the answer, holds the maximum and charges the actual price.
 *
 * The reply leaves when the charge is durable, with the balance it was held from. A large answer
 * that breaks off while streaming is refunded, unless its caller caused that; so is one that the
 * end of a drain cuts.
 * A call that holds nothing is answered, too, if the ledger refuses.
 * Price   whole credits, `x-credits` in openrpc.json; the day runs 00:00–24:00 UTC
 * Errors  `daily-credits-exhausted`, `key-daily-credits-exhausted`, `ledger-unavailable`, before
 *         any upstream is asked
 * Source  docs/specification.md, "Methods and prices" and "Credits"
 */
export const charge =
  (ledger: Pick<Ledger, 'hold'>, nowMs: () => number, next: Answerer<ChargedCall>): Answerer<Call> =>
  (call) => {
    const heldCredits = creditsToHold(call.row, call.params)
    const held = ledger.hold(call.caller.entitlement, heldCredits)
    if (typeof held === 'string') return answerUnheld(call, held, heldCredits, nowMs(), next)
    if (!(held instanceof Promise)) return answerHeld(call, held, heldCredits, next)
    // The hold may wait for a lease, and the day be over by then.
    const askedAtMs = nowMs()
    return held.then((hold) =>
      typeof hold === 'string'
        ? answerUnheld(call, hold, heldCredits, askedAtMs, next)
        : answerHeld(call, hold, heldCredits, next),
    )
  }

const answerHeld = (call: Call, hold: Hold, heldCredits: number, next: Answerer<ChargedCall>): Deferred<Reply> => {
  const charging = new Charging(call, hold, heldCredits)
  try {
    // The caller may have left while the hold, or a stage before, was waited for.
    whenResolved(call.cancellation.isCancelled ? cancelledReply() : next(addHold(call, hold)), charging)
  } catch (bug) {
    charging.rejected(bug)
  }
  return charging.reply
}

const answerUnheld = (
  call: Call,
  refusal: HoldRefusal,
  cost: number,
  nowMs: number,
  next: Answerer<ChargedCall>,
): Failure | Deferred<Reply> =>
  cost === 0 ? answerHeld(call, NO_HOLD, 0, next) : exhaustedFailure(refusal, call, cost, nowMs)

/** For a free call that the ledger cannot count. */
const NO_HOLD: Hold = {
  remainingCredits: () => undefined,
  charge: () => {
    const done = new Deferred<void>()
    done.resolve()
    return done
  },
  giveBack: () => {},
  refund: async () => {},
}

/** A call whose price is held, until its reply may leave. */
class Charging implements Waiter<Reply> {
  readonly reply = new Deferred<Reply>()

  constructor(
    private readonly call: Call,
    private readonly hold: Hold,
    /** The held credits; from the charge on, the charged ones. */
    private credits: number,
  ) {}

  resolved(reply: Reply): void {
    const { call, hold } = this
    reply.balance = hold
    const record = recordOf(call, reply)
    try {
      if (costs(reply)) {
        this.credits = creditsToCharge(call.row, reply, this.credits)
        return whenResolved(hold.charge(record, this.credits), new ChargeWaiter(this, reply, record))
      }
      hold.giveBack(record)
    } catch (bug) {
      return this.reply.reject(bug)
    }
    this.reply.resolve(reply)
  }

  rejected(bug: unknown): void {
    this.hold.giveBack(recordOf(this.call, undefined))
    this.reply.reject(bug)
  }

  charged(reply: Reply, record: CallRecord): void {
    const { hold, call } = this
    reply.costCredits = this.credits
    if (reply.error === undefined && reply.result.rest !== undefined) {
      reply.result.rest = refundedWhenBroken(reply.result.rest, async () => {
        // A caller that hangs up got all that could be sent. If it kept the node waiting, the node
        // did not fail it either.
        const { isCancelled, isByServer } = call.cancellation
        if (!isCancelled || isByServer) await hold.refund({ ...record, isError: true })
      })
    }
    this.reply.resolve(reply)
  }

  /** The charge is not durable: the caller must not get the answer for free. */
  notCharged(reply: Reply): void {
    releaseReply(reply)
    reply.openedSubscription?.end()
    // The partner was asked all the same, and that is recorded.
    this.reply.resolve({ ...fail('ledger-unavailable'), failedOver: reply.failedOver })
  }
}

class ChargeWaiter implements Waiter<void> {
  constructor(
    private readonly charging: Charging,
    private readonly reply: Reply,
    private readonly record: CallRecord,
  ) {}

  resolved(): void {
    this.charging.charged(this.reply, this.record)
  }

  rejected(): void {
    this.charging.notCharged(this.reply)
  }
}

/**
 * The most a call can cost: the credits held before a node is asked.
 *
 * By `x-credits-by` in openrpc.json: a price by params is exact; a price by the result is at most
 * the method's price.
 */
export const creditsToHold = ({ priceCredits, priceBy }: MethodRow, params: readonly unknown[]): number => {
  if (priceBy?.of === undefined) return priceCredits
  return Math.min(priceCredits, priceBy.base + priceBy.each! * itemCountAt(params, priceBy.of))
}

/**
 * The price of an answer, at most the held credits. An answer still arriving when it is charged
 * costs all of them.
 */
export const creditsToCharge = ({ priceBy }: MethodRow, reply: Reply, heldCredits: number): number => {
  if (priceBy?.perResultKiB === undefined) return heldCredits
  if (reply.error !== undefined) return Math.min(heldCredits, priceBy.base)
  if (reply.result.rest !== undefined) return heldCredits
  return Math.min(heldCredits, priceBy.base + priceBy.perResultKiB * Math.ceil(payloadLength(reply.result) / KIB))
}

/**
 * Answers of nodes, the cache and the partner cost, as do errors that took a node's work. Results
 * made by the gateway are free.
 */
const costs = (reply: Reply): boolean =>
  isFailure(reply) ? errors[reply.name].isCharged && reply.isFree !== true : reply.servedBy !== 'nobody'

const recordOf = (call: Call, reply: Reply | undefined): CallRecord => ({
  network: call.caller.network.name,
  method: call.row.name,
  isError: reply === undefined || reply.error !== undefined,
  servedBy: reply?.servedBy ?? 'nobody',
})

async function* refundedWhenBroken(rest: AsyncIterable<Buffer>, refund: () => Promise<void>): AsyncIterable<Buffer> {
  try {
    yield* rest
  } catch (error) {
    if (!(error instanceof BrokenByCaller)) await refund().catch(() => {})
    throw error
  }
}

const exhausted = {
  'daily-credits-exhausted': chargeErrors.cache('daily-credits-exhausted'),
  'key-daily-credits-exhausted': chargeErrors.cache('key-daily-credits-exhausted'),
}

const exhaustedFailure = (name: HoldRefusal, call: Call, cost: number, nowMs: number): Failure => {
  if (name === 'ledger-unavailable') return fail(name)
  const { entitlement } = call.caller
  const dailyCredits = name === 'daily-credits-exhausted' ? entitlement.dailyCredits : (entitlement.key.dailyLimit ?? 0)
  return exhausted[name].fail({ data: { dailyCredits, cost, resetsAt: nextMidnight(nowMs) } })
}
