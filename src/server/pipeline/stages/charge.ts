import { errors } from '../../../../generated/errors.js'
import { Deferred, isReady, type Subscriber, subscribe } from '../../../runtime/deferred.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { type Failure, isFailure, type Reply } from '../../../wire/jsonrpc/reply.js'
import { nextMidnight } from '../../credits/day.js'
import type { CallRecord, Hold, HoldRefusal, Ledger } from '../../credits/ledger.js'
import { HeldUpByReader } from '../../upstreams/answer-stream.js'
import { creditsOf, mostCredits, type PriceRule } from '../call-price.js'
import { type Answer, type Charged, charged, type Validated } from '../stage.js'

/** What `charge` refuses with. */
export const chargeErrors = declareErrors(
  'daily-credits-exhausted',
  'key-daily-credits-exhausted',
  'ledger-unavailable',
)
const { fail } = chargeErrors

/**
 * Holds a call's price while it is answered; keeps it only if the answer is one that costs.
 *
 * The reply leaves when the charge is durable, and carries the balance that it was held from. A large answer that breaks off on its way is refunded.
 * Price   whole credits, `x-credits` in openrpc.json; the day runs 00:00–24:00 UTC
 * Errors  `daily-credits-exhausted`, `key-daily-credits-exhausted`, `ledger-unavailable`, before any upstream is asked
 * Source  docs/specification.md, "Methods and prices" and "Credits"
 */
export const charge =
  (ledger: Pick<Ledger, 'hold'>, nowMs: () => number, next: Answer<Charged>): Answer<Validated> =>
  (call) => {
    const held = ledger.hold(call.caller.entitlement, call.row.priceCredits)
    if (typeof held === 'string') return refusal(held, call, nowMs())
    if (!(held instanceof Promise)) return answerHeld(call, held, next)
    return held.then((hold) => (typeof hold === 'string' ? refusal(hold, call, nowMs()) : answerHeld(call, hold, next)))
  }

/** The same where the price is not the same for every call: holds the most that the call can cost, and charges what it did cost. */
export const chargeByUse =
  (rule: PriceRule, ledger: Pick<Ledger, 'hold'>, nowMs: () => number, next: Answer<Charged>): Answer<Validated> =>
  (call) => {
    const most = mostCredits(call.row, rule, call.params)
    const answer = (hold: Hold | HoldRefusal): Reply | Deferred<Reply> =>
      typeof hold === 'string'
        ? refusal(hold, call, nowMs(), most)
        : answerCharging(call, hold, new ChargingByUse(call, hold, rule, most), next)
    const held = ledger.hold(call.caller.entitlement, most)
    return held instanceof Promise ? held.then(answer) : answer(held)
  }

const answerHeld = (call: Validated, hold: Hold, next: Answer<Charged>): Deferred<Reply> =>
  answerCharging(call, hold, new Charging(call, hold), next)

const answerCharging = (call: Validated, hold: Hold, charging: Charging, next: Answer<Charged>): Deferred<Reply> => {
  try {
    const reply = next(charged(call, hold))
    if (isReady(reply)) subscribe(reply, charging)
    else charging.settled(reply)
  } catch (bug) {
    charging.rejected(bug)
  }
  return charging.reply
}

/** A call whose price is held, until its reply may leave. */
class Charging implements Subscriber<Reply> {
  readonly reply = new Deferred<Reply>()

  constructor(
    private readonly call: Validated,
    private readonly hold: Hold,
  ) {}

  /** What a reply that costs is charged. */
  protected creditsOf(_reply: Reply): number {
    return this.call.row.priceCredits
  }

  settled(reply: Reply): void {
    const { hold } = this
    reply.balance = hold
    const record = recordOf(this.call, reply)
    try {
      if (costs(reply)) return subscribe(hold.charge(record, this.creditsOf(reply)), new Durable(this, reply, record))
      hold.giveBack(record)
    } catch (bug) {
      return this.reply.reject(bug)
    }
    this.reply.settle(reply)
  }

  rejected(bug: unknown): void {
    this.hold.giveBack(recordOf(this.call, undefined))
    this.reply.reject(bug)
  }

  charged(reply: Reply, record: CallRecord): void {
    const { hold, call } = this
    reply.costCredits = this.creditsOf(reply)
    if (reply.error === undefined && reply.result.rest !== undefined) {
      reply.result.rest = refundedWhenBroken(reply.result.rest, async () => {
        // A caller that hangs up got what it asked for, as far as the gateway could send it.
        // Nor did the node fail a caller that kept it waiting.
        if (!call.cancellation.isCancelled) await hold.refund({ ...record, isError: true })
      })
    }
    this.reply.settle(reply)
  }

  /** Not durable: the caller must not have the answer for nothing. */
  notCharged(reply: Reply): void {
    if (reply.error === undefined) reply.result.release()
    this.reply.settle(fail('ledger-unavailable'))
  }
}

/** A call whose price depends on what it is, or on what comes back; `most` is held. */
class ChargingByUse extends Charging {
  constructor(
    call: Validated,
    hold: Hold,
    private readonly rule: PriceRule,
    private readonly most: number,
  ) {
    super(call, hold)
  }

  protected override creditsOf(reply: Reply): number {
    return creditsOf(this.rule, reply, this.most)
  }
}

/** Waits for the charge of an answer. */
class Durable implements Subscriber<void> {
  constructor(
    private readonly charging: Charging,
    private readonly reply: Reply,
    private readonly record: CallRecord,
  ) {}

  settled(): void {
    this.charging.charged(this.reply, this.record)
  }

  rejected(): void {
    this.charging.notCharged(this.reply)
  }
}

/** An answer of a node, the cache or the partner costs; so do the refusals that took a node's work. */
/** A result that the gateway made itself costs nothing. */
const costs = (reply: Reply): boolean => (isFailure(reply) ? errors[reply.name].isCharged : reply.servedBy !== 'nobody')

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
    if (!(error instanceof HeldUpByReader)) await refund().catch(() => {})
    throw error
  }
}

const exhausted = {
  'daily-credits-exhausted': chargeErrors.cache('daily-credits-exhausted'),
  'key-daily-credits-exhausted': chargeErrors.cache('key-daily-credits-exhausted'),
}

const refusal = (name: HoldRefusal, call: Validated, nowMs: number, cost = call.row.priceCredits): Failure => {
  if (name === 'ledger-unavailable') return fail(name)
  const { entitlement } = call.caller
  const dailyCredits = name === 'daily-credits-exhausted' ? entitlement.dailyCredits : (entitlement.key.dailyLimit ?? 0)
  return exhausted[name].fail({ data: { dailyCredits, cost, resetsAt: nextMidnight(nowMs) } })
}
