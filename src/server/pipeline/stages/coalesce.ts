import type { MethodRow } from '../../../../generated/methods.js'
import { type CancelListener, Cancellation } from '../../../runtime/cancellation.js'
import { type MaybeDeferred, mapDeferred } from '../../../runtime/deferred.js'
import { SharedStopwatch } from '../../../runtime/system-ports.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { cancelledReply, type Failure, isFailure, type Reply } from '../../../wire/jsonrpc/reply.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import type { OwnWrites } from '../../upstreams/own-writes.js'
import { timeoutFailure } from '../forward/forward-errors.js'
import { CallIndex, type IndexedCall, paramsHash, sharedText } from '../params/cache-key.js'
import { sharesOf } from '../shared-payload.js'
import { type Answerer, type ChargedCall, shareWork } from '../stage.js'
import { isThrottled } from './throttle.js'

/** Errors of `coalesce`, besides the method's time-out error. */
export const coalesceErrors = declareErrors('overloaded')
const times = new SharedStopwatch()

/** Dependencies of coalescing the calls of one method on one network. */
export interface CoalesceDeps {
  readonly row: MethodRow
  readonly nowMs: () => number
  readonly budget: ByteBudget
  readonly writes: Pick<OwnWrites, 'mayBeMissing'>
  /** Called for every call that got the answer of another one. */
  readonly onCoalesced: () => void
}

/**
 * Sends identical calls to the next stage once: the first call leads, the others wait for its
 * answer.
 *
 * If a caller disconnects, even the leader, the others still get the answer; after the last one
 * their forwarded call is cancelled. Each waits no longer than its own time limit. If the leader's
 * time ran out, or it had no room in memory or in a provider's rate, one of the others asks again
 * for all. A streamed answer is the leader's alone: the others ask for themselves. No call waits
 * for an answer that may lack its account's last write.
 * Errors  the leader's; the method's time-out error for a waiter whose time is over
 */
export const coalesce = (deps: CoalesceDeps, next: Answerer<ChargedCall>): Answerer<ChargedCall> => {
  const coalescing = new Coalescing(deps, next)
  return (call) => {
    const hash = paramsHash(call)
    return hash === undefined ? next(call) : coalescing.join(call, hash, false)
  }
}

/** The shared calls of one method on one network, and their waiters. */
class Coalescing {
  private readonly flights = new CallIndex<Flight>()
  // Functions shared by all calls: the flight carries their state.
  private readonly complete = (reply: Reply, flight: Flight): Reply => {
    flight.complete()
    // Until a stream ends, its reader can cancel it.
    if (reply.error !== undefined || reply.result.rest === undefined) flight.detachLeader()
    return flight.waiters === undefined || flight.waiters.size === 0 ? reply : this.answerWaiters(flight, reply)
  }
  private readonly fail = (bug: unknown, flight: Flight): never => {
    flight.complete()
    for (const waiter of flight.waiters ?? []) waiter.answer(Promise.reject(bug))
    throw bug
  }

  constructor(
    private readonly deps: CoalesceDeps,
    private readonly next: Answerer<ChargedCall>,
  ) {}

  /** Follows a flight with the same params, or leads a new one. */
  join(call: ChargedCall, hash: number, isSecondTry: boolean): MaybeDeferred<Reply> {
    const first = this.flights.find(call, hash)
    let flight = first
    while (flight !== undefined && !this.canFollow(call, flight)) flight = flight.nextSame
    return flight === undefined ? this.start(call, hash, isSecondTry, first) : this.follow(call, flight)
  }

  private canFollow(call: ChargedCall, flight: Flight): boolean {
    const leader = flight.call
    const [own, other] = [call.caller.entitlement.share, leader.caller.entitlement.share]
    return !isHeldUp(flight, call) && !this.deps.writes.mayBeMissing(own, other, leader.stopwatchStartMs)
  }

  private start(
    call: ChargedCall,
    hash: number,
    isSecondTry: boolean,
    first: Flight | undefined,
  ): MaybeDeferred<Reply> {
    const flight = new Flight(this.flights, call, hash, isSecondTry, first)
    let reply: MaybeDeferred<Reply>
    try {
      reply = this.next(shareWork(call, flight))
    } catch (bug) {
      return this.fail(bug, flight)
    }
    return mapDeferred(reply, flight, this.complete, this.fail)
  }

  private follow(call: ChargedCall, flight: Flight): Promise<Reply> {
    const { row, nowMs } = this.deps
    const { upstreamTime } = flight.call
    const before = upstreamTime.until(times.readAtLeast(0))
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const waiter: FlightWaiter = {
        call,
        answer: (reply) => {
          clearTimeout(timer)
          ignoreCancel()
          call.upstreamTime.add(upstreamTime.until(times.readAtLeast(0)) - before)
          resolve(reply)
        },
      }
      const giveUp = (reply: Reply): void => {
        flight.waiters!.delete(waiter)
        waiter.answer(reply)
        flight.unsubscribe()
      }
      let ignoreCancel = (): void => {}
      flight.waiters ??= new Set()
      flight.waiters.add(waiter)
      // Most waiters began after their leader, so its time limit ends the wait before theirs.
      if (call.deadlineMs < flight.call.deadlineMs)
        timer = setTimeout(
          () => giveUp({ ...timeoutFailure(row), isFree: !upstreamTime.mayCost }),
          Math.max(0, call.deadlineMs - nowMs()),
        )
      ignoreCancel = call.cancellation.onCancel(() => giveUp(cancelledReply()))
    })
  }

  /** Gives the waiters the leader's reply, or makes them ask again; returns the leader's own. */
  private answerWaiters(flight: Flight, reply: Reply): Reply {
    const waiters = [...flight.waiters!]
    flight.waiters = undefined
    if (reply.error === undefined && reply.result.rest !== undefined) {
      for (const waiter of waiters) waiter.answer(this.next(waiter.call))
      // No caller reads the stream of a leader that left.
      flight.unsubscribe()
      return reply
    }
    const { row, budget, onCoalesced } = this.deps
    if (isFailure(reply) && (reply.name === row.timeoutError || (isOverShare(reply) && !flight.isSecondTry))) {
      this.askAgain(flight, waiters, reply)
      return reply
    }
    const share = sharesOf(reply, budget, waiters.length + (flight.isLeaderGone ? 0 : 1))
    for (const waiter of waiters) {
      onCoalesced()
      waiter.answer(share(waiter.call) ?? coalesceErrors.fail('overloaded'))
    }
    return flight.isLeaderGone ? cancelledReply() : (share(flight.call) ?? coalesceErrors.fail('overloaded'))
  }

  /** The waiter with the most time leads, so that no call has to ask a third time. */
  private askAgain(flight: Flight, waiters: FlightWaiter[], reply: Failure): void {
    const isSecondTry = isOverShare(reply)
    const now = this.deps.nowMs()
    // If the leader ran out of time, a call with no later deadline did, too, whatever the clock
    // says.
    const enoughMs = isSecondTry ? now : Math.max(now, flight.call.deadlineMs)
    waiters.sort((a, b) => b.call.deadlineMs - a.call.deadlineMs)
    for (const waiter of waiters) {
      const hasTime = waiter.call.deadlineMs > enoughMs
      waiter.answer(hasTime ? this.join(waiter.call, flight.hash, isSecondTry) : { ...reply })
    }
  }
}

/** True if there was no room for the leader; an account's share may be why. */
const isOverShare = (reply: Failure): boolean => reply.name === 'overloaded' || isThrottled(reply)

/** True if the leader waits for its own account's share; other accounts need not wait for that. */
const isHeldUp = (flight: Flight, { caller }: ChargedCall): boolean => {
  const { share } = flight.call.caller.entitlement
  return share !== caller.entitlement.share && (share.waitingCalls > 0 || flight.isSecondTry)
}

export interface FlightWaiter {
  readonly call: ChargedCall
  /** Ends the wait, including timer and cancellation listener. */
  answer(reply: MaybeDeferred<Reply>): void
}

/**
 * A forwarded call that identical calls share. As a Cancellation it fires when no caller waits any
 * more.
 */
export class Flight extends Cancellation implements CancelListener, IndexedCall<Flight> {
  waiters: Set<FlightWaiter> | undefined
  place = 0
  behind: Flight | undefined
  nextSame: Flight | undefined
  isLeaderGone = false
  private isComplete = false
  private knownText: string | undefined

  constructor(
    private readonly flights: CallIndex<Flight>,
    readonly call: ChargedCall,
    /** The hash of its params. */
    readonly hash: number,
    /** True if this repeats a call that found no room. */
    readonly isSecondTry: boolean,
    /** The first flight with the same params, which the call does not follow. */
    first?: Flight,
  ) {
    super()
    flights.add(this, first)
    call.cancellation.listen(this)
  }

  get text(): string {
    this.knownText ??= sharedText(this.call)
    return this.knownText
  }

  /** Later calls start a new flight. */
  complete(): void {
    if (this.isComplete) return
    this.isComplete = true
    this.flights.remove(this)
  }

  /** The answer is whole: the leader's disconnection no longer cancels anything. */
  detachLeader(): void {
    this.call.cancellation.ignore(this)
  }

  cancelled(): void {
    this.isLeaderGone = true
    this.unsubscribe()
  }

  /** A caller left: cancels the call if it was the last one. */
  unsubscribe(): void {
    if (!this.isLeaderGone || (this.waiters !== undefined && this.waiters.size > 0)) return
    this.complete()
    this.cancel()
  }
}
