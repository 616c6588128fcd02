import { SharedStopwatch } from '../../../runtime/system-ports.js'
import { type FailedOver, isFailure, type Reply } from '../../../wire/jsonrpc/reply.js'
import type { CallOrigin } from '../../upstreams/health/exclusions.js'
import { isNotConnected, isOwnLimit, type Outcome, type Trouble } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import { traceLines } from '../trace-context.js'
import type { NodesAsked } from '../upstream-time.js'
import { Attempt, type AttemptListener } from './attempt.js'
import type { ForwardPolicy } from './forward.js'

const NEVER = Number.POSITIVE_INFINITY
/** Pause between checks of a slow call: initial and longest. */
const FIRST_CHECK_MS = 20
const LONGEST_CHECK_MS = 160
const ends = new SharedStopwatch()

/** A call's attempts under way, at most two, the older first. Reports those that end unanswered. */
export class AttemptsInFlight implements NodesAsked {
  first: Attempt | undefined
  second: Attempt | undefined
  /** Clock time in milliseconds at which the older one is checked for slowness. */
  checkAtMs = NEVER
  /** Monotonic time at which the last attempt ended so far. */
  private endedMs = 0
  private checkPauseMs = FIRST_CHECK_MS
  /** Why the partner was asked, once it was. */
  failoverReason = 'no_upstream'
  /** Set once the partner's attempt is over. */
  failedOver: FailedOver | undefined
  /** True once a node answered, or may have worked until its attempt was given up. */
  private mayCostSoFar = false
  /** The nodes asked for the part of the call before; see UpstreamTime. */
  readonly before: NodesAsked | undefined

  constructor(
    private readonly policy: ForwardPolicy,
    private readonly call: ChargedCall,
  ) {
    this.before = call.upstreamTime.asks(this)
  }

  get mayCost(): boolean {
    return this.mayCostSoFar || mayCost(this.first) || mayCost(this.second)
  }

  get origin(): CallOrigin {
    return { account: this.call.caller.entitlement.account.id, method: this.policy.row.name }
  }

  /** Records in the reply whether a partner was asked, and whether the call may cost anything. */
  recordIn(reply: Reply): void {
    if (this.failedOver !== undefined) reply.failedOver = this.failedOver
    if (!isFailure(reply) || reply.servedBy !== 'nobody') this.mayCostSoFar = true
    else if (!this.mayCostSoFar) reply.isFree = true
  }

  add(attempt: Attempt): void {
    this.call.upstreamTime.begin(attempt.stopwatchStartMs)
    if (this.first === undefined) this.first = attempt
    else this.second = attempt
  }

  /** Schedules the check of a new attempt; undefined: it needs none. */
  scheduleCheck(atMs: number | undefined): void {
    this.checkPauseMs = FIRST_CHECK_MS
    this.checkAtMs = atMs ?? NEVER
  }

  /** Schedules the next check, after a pause twice as long as the one before, up to a bound. */
  scheduleNextCheck(nowMs: number): void {
    this.checkAtMs = nowMs + this.checkPauseMs
    this.checkPauseMs = Math.min(this.checkPauseMs * 2, LONGEST_CHECK_MS)
  }

  /** Removes an attempt and returns its duration. */
  remove(attempt: Attempt): number {
    const { first, second } = this
    if (attempt === first) this.first = second
    if (attempt === first || attempt === second) this.second = undefined
    this.endedMs = ends.readAtLeast(attempt.stopwatchStartMs)
    this.call.upstreamTime.end(this.endedMs)
    const { name, isPartner } = attempt.upstream
    const durationMs = Math.max(0, this.policy.nowMs() - attempt.startedAtMs)
    if (isPartner) this.failedOver = { partner: name, reason: this.failoverReason, durationMs }
    return durationMs
  }

  /** The earliest end of an attempt's share of the time. */
  get endsAtMs(): number {
    const { first, second } = this
    if (first === undefined) return NEVER
    return second === undefined || first.endsAtMs < second.endsAtMs ? first.endsAtMs : second.endsAtMs
  }

  /** True if the circuit of each upstream that was asked has opened. */
  get areDown(): boolean {
    return [this.first, this.second].every((one) => one === undefined || one.upstream.health.state === 'down')
  }

  overdue(nowMs: number): Attempt[] {
    return [this.first, this.second].filter((one): one is Attempt => one !== undefined && nowMs >= one.endsAtMs)
  }

  /** Reports a failed attempt to the upstream's health, unless the gateway did not send it. */
  failed({ health }: Upstream, trouble: Trouble): void {
    const reason = trouble.kind === 'timed-out' ? 'timed_out' : trouble.reason
    if (isOwnLimit(reason)) health.endWithoutVerdict()
    else health.failed(reason, isNotConnected(reason) ? undefined : this.origin)
  }

  /** Gives up an attempt whose time is over. Long queries and writes are their caller's doing. */
  timeOut(attempt: Attempt): void {
    const { isQueued, upstream } = attempt
    const waitedMs = this.giveUp(attempt)
    if (!attempt.isSent) return
    this.report(attempt, 'timed-out')
    if (isQueued || this.policy.row.effect === 'write') upstream.health.endWithoutVerdict()
    else if (this.policy.sharesTime) upstream.health.failed('timed_out', this.origin)
    else upstream.health.overtaken(waitedMs)
  }

  timeOutAll(): void {
    for (let late = this.first; late !== undefined; late = this.first) this.timeOut(late)
  }

  /** Gives up all remaining attempts. `winner` answered; undefined if no caller waits. */
  endAll(winner: Attempt | undefined): void {
    for (let attempt = this.first; attempt !== undefined; attempt = this.first) {
      const { isQueued, upstream } = attempt
      const waitedMs = this.giveUp(attempt)
      if (!attempt.isSent) continue
      const isOvertaken = winner !== undefined && attempt.startedAtMs <= winner.startedAtMs
      this.report(attempt, isOvertaken ? 'overtaken' : 'cancelled')
      if (isOvertaken && !isQueued) upstream.health.overtaken(waitedMs)
      else upstream.health.endWithoutVerdict()
    }
  }

  private giveUp(attempt: Attempt): number {
    const waitedMs = this.remove(attempt)
    // Giving up empties the queue that it waits in.
    this.mayCostSoFar ||= mayCost(attempt)
    attempt.giveUp()
    return waitedMs
  }

  /** Reports an attempt that was just removed. */
  report({ upstream, stopwatchStartMs, spanId }: Attempt, outcome: Outcome['kind'] | 'overtaken'): void {
    this.policy.events.attempt(upstream, outcome, this.endedMs - stopwatchStartMs)
    if (spanId !== undefined) this.trace(upstream.name, spanId, stopwatchStartMs, outcome)
  }

  /** Begins an attempt. Its headers propagate the trace, except to a partner. */
  begin(upstream: Upstream, now: number, endsAtMs: number, listener: AttemptListener): Attempt {
    const { trace, entitlement } = this.call.caller
    const spanId = trace?.tracer?.newSpanId()
    const parentId = spanId ?? trace?.parentId
    const isTraced = trace !== undefined && parentId !== undefined && !upstream.isPartner
    const lines = isTraced ? traceLines(trace, parentId) : undefined
    return new Attempt(upstream, now, endsAtMs, listener, entitlement.share, this.call.stopwatchStartMs, spanId, lines)
  }

  private trace(upstream: string, spanId: string, startMs: number, outcome: string): void {
    const { caller, spanId: callSpanId } = this.call
    const { trace, network, entitlement } = caller
    if (trace?.tracer === undefined || callSpanId === undefined) return
    const named = { accountId: entitlement.account.id, method: this.policy.row.name, network: network.name, upstream }
    const attempt = { spanId, ...named, outcome, startMs, endMs: this.endedMs }
    trace.tracer.attempt(trace, callSpanId, attempt)
  }
}

/**
 * True if a node may work on it, and the call thus may cost. One that was down, and did not answer,
 * does nothing that anybody knows of.
 */
const mayCost = (attempt: Attempt | undefined): boolean => attempt?.mayBeTaken === true && !attempt.wasDown
