import { SharedStopwatch } from '../../../runtime/system-ports.js'
import type { Forwarded, Reply } from '../../../wire/jsonrpc/reply.js'
import type { CallOrigin } from '../../upstreams/health/exclusions.js'
import { isNotConnected, isOwnLimit, type Outcome, type Trouble } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import { traceLines } from '../trace-context.js'
import { Attempt, type AttemptListener } from './attempt.js'
import type { ForwardPolicy } from './forward.js'

const NEVER = Number.POSITIVE_INFINITY
/** Pause between checks of a slow call: initial and longest. */
const FIRST_CHECK_MS = 20
const LONGEST_CHECK_MS = 160
const ends = new SharedStopwatch()

/** A call's attempts under way, at most two, the older first. Reports those that end unanswered. */
export class AttemptsInFlight {
  first: Attempt | undefined
  second: Attempt | undefined
  /** Clock time in milliseconds at which the older one is checked for slowness. */
  checkAtMs = NEVER
  private earliest: Attempt | undefined
  /** Monotonic time at which the last attempt ended so far. */
  private endedMs = 0
  private checkPauseMs = FIRST_CHECK_MS
  /** Set once the partner's attempt is over. */
  forwarded: Forwarded | undefined

  constructor(
    private readonly policy: ForwardPolicy,
    private readonly call: ChargedCall,
  ) {}

  get origin(): CallOrigin {
    return { account: this.call.caller.entitlement.account.id, method: this.policy.row.name }
  }

  /** Records in the reply how long the call waited, and for whom. */
  recordIn(reply: Reply): void {
    reply.upstreamMs = this.earliest === undefined ? 0 : this.endedMs - this.earliest.stopwatchStartMs
    if (this.forwarded !== undefined) reply.forwarded = this.forwarded
  }

  add(attempt: Attempt): void {
    this.earliest ??= attempt
    if (this.first === undefined) this.first = attempt
    else this.second = attempt
  }

  /** Schedules the check of a new attempt; undefined: none needed. */
  checkFrom(atMs: number | undefined): void {
    this.checkPauseMs = FIRST_CHECK_MS
    this.checkAtMs = atMs ?? NEVER
  }

  /** Schedules the next check, after a longer pause. */
  checked(nowMs: number): void {
    this.checkAtMs = nowMs + this.checkPauseMs
    this.checkPauseMs = Math.min(this.checkPauseMs * 2, LONGEST_CHECK_MS)
  }

  /** Removes an attempt and returns its duration. `reason`: why a partner was asked. */
  remove(attempt: Attempt, reason: string | undefined): number {
    if (attempt === this.first) {
      this.first = this.second
      this.second = undefined
    } else if (attempt === this.second) this.second = undefined
    this.endedMs = ends.since(attempt.stopwatchStartMs)
    const { name, isPartner } = attempt.upstream
    const durationMs = Math.max(0, this.policy.nowMs() - attempt.startedAtMs)
    if (isPartner) this.forwarded = { partner: name, reason: reason ?? 'no_upstream', durationMs }
    return durationMs
  }

  /** The earliest end of an attempt's share of the time. */
  get endsAtMs(): number {
    const { first, second } = this
    if (first === undefined) return NEVER
    return second === undefined || first.endsAtMs < second.endsAtMs ? first.endsAtMs : second.endsAtMs
  }

  overdue(nowMs: number): Attempt[] {
    return [this.first, this.second].filter(
      (attempt) => attempt !== undefined && nowMs >= attempt.endsAtMs,
    ) as Attempt[]
  }

  /** Reports a failed attempt to the upstream's health, unless the gateway did not send it. */
  failed({ health }: Upstream, trouble: Trouble): void {
    const reason = trouble.kind === 'timed-out' ? 'timed_out' : trouble.reason
    if (isOwnLimit(reason)) health.endWithoutVerdict()
    else health.failed(reason, isNotConnected(reason) ? undefined : this.origin)
  }

  /** Gives up an attempt whose time is over. A long query is its caller's fault, not the node's. */
  timeOut(attempt: Attempt, reason: string | undefined): void {
    const { isQueued } = attempt
    const waitedMs = this.giveUp(attempt, reason)
    if (!attempt.isSent) return
    const { health } = this.report(attempt, 'timed-out')
    if (isQueued) health.endWithoutVerdict()
    else if (sharesTime(this.policy)) health.failed('timed_out', this.origin)
    else health.overtaken(waitedMs)
  }

  /** Gives up all remaining attempts. `winner` answered; undefined if no caller waits. */
  endAll(winner: Attempt | undefined, reason: string | undefined): void {
    for (let attempt = this.first; attempt !== undefined; attempt = this.first) {
      const { isQueued } = attempt
      const waitedMs = this.giveUp(attempt, reason)
      if (!attempt.isSent) continue
      const isOvertaken = winner !== undefined && attempt.startedAtMs <= winner.startedAtMs
      const { health } = this.report(attempt, isOvertaken ? 'overtaken' : 'cancelled')
      if (isOvertaken && !isQueued) health.overtaken(waitedMs)
      else health.endWithoutVerdict()
    }
  }

  private giveUp(attempt: Attempt, reason: string | undefined): number {
    const waitedMs = this.remove(attempt, reason)
    attempt.giveUp()
    return waitedMs
  }

  /** Reports an attempt that was just removed. */
  report({ upstream, stopwatchStartMs, spanId }: Attempt, outcome: Outcome['kind'] | 'overtaken'): Upstream {
    this.policy.events.attempt(upstream, outcome, this.endedMs - stopwatchStartMs)
    if (spanId !== undefined) this.trace(upstream.name, spanId, stopwatchStartMs, outcome)
    return upstream
  }

  /** Begins an attempt. Its headers propagate the trace, except to a partner. */
  begin(upstream: Upstream, now: number, endsAtMs: number, listener: AttemptListener): Attempt {
    const { caller, stopwatchStartMs } = this.call
    const { trace, entitlement } = caller
    if (trace === undefined) return new Attempt(upstream, now, endsAtMs, listener, entitlement.share, stopwatchStartMs)
    const spanId = trace.tracer?.newSpanId()
    const parentId = spanId ?? trace.parentId
    const lines = upstream.isPartner || parentId === undefined ? undefined : traceLines(trace, parentId)
    return new Attempt(upstream, now, endsAtMs, listener, entitlement.share, stopwatchStartMs, spanId, lines)
  }

  private trace(upstream: string, spanId: string, startMs: number, outcome: string): void {
    const { caller, spanId: callSpanId } = this.call
    const { trace, network, entitlement } = caller
    if (trace?.tracer === undefined || callSpanId === undefined) return
    const { row } = this.policy
    const named = { accountId: entitlement.account.id, method: row.name, network: network.name, upstream }
    const attempt = { spanId, ...named, outcome, startMs, endMs: this.endedMs }
    trace.tracer.attempt(trace, callSpanId, attempt)
  }
}

/**
 * True if each candidate has a share of the call's time. For methods whose long queries are the
 * caller's fault, each may use all of it.
 */
export const sharesTime = ({ row }: ForwardPolicy): boolean => row.timeoutError === 'upstream-timeout'
