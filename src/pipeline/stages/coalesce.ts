import type { MethodRow } from '../../../generated/methods.js'
import { declareErrors } from '../../jsonrpc/declared-errors.js'
import { cancelledReply, type Failure, isFailure, type Reply } from '../../jsonrpc/reply.js'
import { afterwards, type MaybeDeferred } from '../../runtime/deferred.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import { paramsHash } from '../params/cache-key.js'
import { type Answer, type Charged, type Coalesced, coalesced } from '../stage.js'
import { timeoutFailure } from '../timeout-failure.js'
import { Flight, Flights, type Follower } from './flight.js'
import { SharedPayloads } from './shared-payload.js'

/** What `coalesce` itself answers with; besides, the time-out error of the method. */
export const coalesceErrors = declareErrors('overloaded')

/** What coalescing needs; the same for all calls of one method on one network. */
export interface CoalesceSetting {
  readonly row: MethodRow
  readonly nowMs: () => number
  readonly budget: ByteBudget
  /** Hears of every call that got the answer of another one. */
  readonly onCoalesced: () => void
}

/**
 * Asks once what is asked several times at the same time: the first call leads, the others wait for its answer.
 *
 * If a caller disconnects, the others still get the answer, even if it was the leader; when none is left, the attempt is cancelled. Each waits no
 * longer than its own time limit. A leader that ran out of its time, or found no room in memory, leaves the others a question to be
 * asked again, by one for all. An answer handed on while it arrives is the leader's alone: the others ask for themselves.
 * Errors  those of the leader; the contract's time-out error of the method for a follower whose time is over
 */
export const coalesce = (setting: CoalesceSetting, next: Answer<Coalesced>): Answer<Charged> => {
  const coalescing = new Coalescing(setting, next)
  return (call) => {
    const print = paramsHash(call)
    return print === undefined ? coalescing.alone(call) : coalescing.board(call, print, false)
  }
}

/** In the place of coalescing where two calls are never one question: each asks for itself. */
export const alone =
  (next: Answer<Coalesced>): Answer<Charged> =>
  (call) =>
    next(coalesced(call, call.cancellation))

/** The questions of one method on one network that are under way, and what becomes of the callers that wait for them. */
class Coalescing {
  private readonly flights = new Flights()
  // The same functions for all calls: what they need besides is the flight.
  private readonly landed = (reply: Reply, flight: Flight): Reply => this.land(reply, flight)
  private readonly crashed = (bug: unknown, flight: Flight): never => this.crash(bug, flight)

  constructor(
    private readonly setting: CoalesceSetting,
    private readonly next: Answer<Coalesced>,
  ) {}

  /** Asks for one caller, whose leaving ends the question. */
  alone(call: Charged): Reply | MaybeDeferred<Reply> {
    return this.next(coalesced(call, call.cancellation))
  }

  /** Waits for the flight with the same params, or leads the next one. */
  board(call: Charged, print: number, isSecondTry: boolean): Reply | MaybeDeferred<Reply> {
    const flight = this.flights.find(call, print)
    return flight === undefined || isHeldUp(flight, call)
      ? this.lead(call, print, isSecondTry)
      : this.follow(call, flight)
  }

  private lead(call: Charged, print: number, isSecondTry: boolean): Reply | MaybeDeferred<Reply> {
    const deadlineMs = call.startedAtMs + this.setting.row.timeoutMs
    const flight = new Flight(this.flights, call, print, deadlineMs, isSecondTry)
    let reply: Reply | MaybeDeferred<Reply>
    try {
      reply = this.next(coalesced(call, flight))
    } catch (bug) {
      return this.crash(bug, flight)
    }
    return afterwards(reply, flight, this.landed, this.crashed)
  }

  private crash(bug: unknown, flight: Flight): never {
    flight.land()
    for (const follower of flight.followers ?? []) follower.settle(Promise.reject(bug))
    throw bug
  }

  private land(reply: Reply, flight: Flight): Reply {
    flight.land()
    // Until a stream ends, its reader's leaving ends it.
    if (reply.error !== undefined || reply.result.rest === undefined) flight.rest()
    return flight.followers === undefined || flight.followers.size === 0 ? reply : this.answerFollowers(flight, reply)
  }

  private follow(call: Charged, flight: Flight): Promise<Reply> {
    const { row, nowMs } = this.setting
    return new Promise((resolve) => {
      const deadlineMs = call.startedAtMs + row.timeoutMs
      let timer: NodeJS.Timeout | undefined
      const follower: Follower = {
        call,
        deadlineMs,
        settle: (reply) => {
          clearTimeout(timer)
          ignoreCancel()
          resolve(reply)
        },
      }
      const giveUp = (reply: Reply): void => {
        flight.followers!.delete(follower)
        follower.settle(reply)
        flight.leave()
      }
      let ignoreCancel = (): void => {}
      flight.followers ??= new Set()
      flight.followers.add(follower)
      // Most followers began after their leader, so its time limit ends the wait before theirs.
      if (deadlineMs < flight.deadlineMs)
        timer = setTimeout(() => giveUp(timeoutFailure(row)), Math.max(0, deadlineMs - nowMs()))
      ignoreCancel = call.cancellation.onCancel(() => giveUp(cancelledReply()))
    })
  }

  /** Gives the followers what the leader got, or has them ask again; returns the leader's own reply. */
  private answerFollowers(flight: Flight, reply: Reply): Reply {
    const followers = [...flight.followers!]
    flight.followers = undefined
    if (reply.error === undefined && reply.result.rest !== undefined) {
      for (const follower of followers) follower.settle(this.alone(follower.call))
      // No caller reads the stream of a leader that left.
      flight.leave()
      return reply
    }
    if (isFailure(reply) && this.isWorthAsking(reply, flight)) {
      this.askAgain(flight, followers, reply)
      return reply
    }
    const share = sharesOf(reply, this.setting.budget, followers.length + (flight.isLeaderGone ? 0 : 1))
    for (const follower of followers) {
      this.setting.onCoalesced()
      follower.settle(share(follower.call))
    }
    return flight.isLeaderGone ? cancelledReply() : share(flight.call)
  }

  private isWorthAsking({ name }: Failure, flight: Flight): boolean {
    return name === this.setting.row.timeoutError || (name === 'overloaded' && !flight.isSecondTry)
  }

  /** The one with the most time leads, so that no call has to ask a third time. */
  private askAgain(flight: Flight, followers: Follower[], reply: Failure): void {
    const isSecondTry = reply.name === 'overloaded'
    const now = this.setting.nowMs()
    // A call that had no more time than a leader that ran out of it has none left, whatever the clock says.
    const enoughMs = isSecondTry ? now : Math.max(now, flight.deadlineMs)
    followers.sort((a, b) => b.deadlineMs - a.deadlineMs)
    for (const follower of followers) {
      const hasTime = follower.deadlineMs > enoughMs
      follower.settle(hasTime ? this.board(follower.call, flight.number, isSecondTry) : { ...reply })
    }
  }
}

/** Whether what holds the leader up is the share of its own account, which other accounts need not wait for. */
const isHeldUp = (flight: Flight, { caller }: Charged): boolean => {
  const { share } = flight.call.caller.entitlement
  return share !== caller.entitlement.share && (share.waitingCalls > 0 || flight.isSecondTry)
}

/** Gives each caller a reply made of one; a caller whose account holds too much already has none of it. */
const sharesOf = (reply: Reply, budget: ByteBudget, count: number): ((call: Charged) => Reply) => {
  if (reply.error !== undefined) return () => ({ ...reply })
  const payloads = new SharedPayloads(reply.result, budget, count)
  return ({ caller }) => {
    const result = payloads.of(caller.entitlement.share)
    return result === undefined ? coalesceErrors.fail('overloaded') : { ...reply, result }
  }
}
