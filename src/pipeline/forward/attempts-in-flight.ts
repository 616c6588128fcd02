import type { Forwarded, Reply } from '../../jsonrpc/reply.js'
import { stopwatchMs } from '../../runtime/system-ports.js'
import type { CallSource } from '../../upstreams/health/failure-streak.js'
import { isNotConnected, isOwnLimit, type Outcome, type Trouble } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { Timed } from '../stage.js'
import { traceLines } from '../trace-context.js'
import { Attempt, type AttemptListener } from './attempt.js'
import type { ForwardPolicy } from './forward-policy.js'

const NEVER = Number.POSITIVE_INFINITY
/** How often a slow call is looked at again, at first and at most. */
const FIRST_LOOK_MS = 20
const LONGEST_LOOK_MS = 160

/** The attempts at one call that are under way, at most two, the older first; and what is reported of those that end unanswered. */
export class AttemptsInFlight {
  first: Attempt | undefined
  second: Attempt | undefined
  /** When the older one is to be looked at, because it is slow; the clock's milliseconds. */
  lookAtMs = NEVER
  /** When the first of all began and the last so far ended, by the stopwatch. */
  private startedMs = 0
  private endedMs = 0
  private lookPauseMs = FIRST_LOOK_MS
  /** Set once the partner's attempt is over. */
  forwarded: Forwarded | undefined

  constructor(
    private readonly plan: ForwardPolicy,
    private readonly call: Timed,
  ) {}

  /** Whose call it is. */
  get source(): CallSource {
    return { account: this.call.caller.entitlement.account.id, method: this.plan.row.name }
  }

  /** Says in the call's reply what it waited for. */
  note(reply: Reply): void {
    reply.upstreamMs = this.endedMs - this.startedMs
    if (this.forwarded !== undefined) reply.forwarded = this.forwarded
  }

  add(attempt: Attempt): void {
    if (this.startedMs === 0) this.startedMs = attempt.stopwatchStartMs
    if (this.first === undefined) this.first = attempt
    else this.second = attempt
  }

  /** An attempt has begun; undefined: it need not be looked at. */
  lookFrom(atMs: number | undefined): void {
    this.lookPauseMs = FIRST_LOOK_MS
    this.lookAtMs = atMs ?? NEVER
  }

  /** It was looked at: the next time is after a longer pause. */
  looked(nowMs: number): void {
    this.lookAtMs = nowMs + this.lookPauseMs
    this.lookPauseMs = Math.min(this.lookPauseMs * 2, LONGEST_LOOK_MS)
  }

  /** Takes an attempt off; how long it took. `reason`: why the partner was asked, if it is the partner's. */
  remove(attempt: Attempt, reason: string | undefined): number {
    if (attempt === this.first) {
      this.first = this.second
      this.second = undefined
    } else if (attempt === this.second) this.second = undefined
    this.endedMs = stopwatchMs()
    const { name, isPartner } = attempt.upstream
    const durationMs = Math.max(0, this.plan.nowMs() - attempt.startedAtMs)
    if (isPartner) this.forwarded = { partner: name, reason: reason ?? 'no_upstream', durationMs }
    return durationMs
  }

  /** When the next one's share of the time is over. */
  get endsAtMs(): number {
    const { first, second } = this
    if (first === undefined) return NEVER
    return second === undefined || first.endsAtMs < second.endsAtMs ? first.endsAtMs : second.endsAtMs
  }

  /** One whose share of the time is over. */
  late(nowMs: number): Attempt | undefined {
    if (this.first !== undefined && nowMs >= this.first.endsAtMs) return this.first
    return this.second !== undefined && nowMs >= this.second.endsAtMs ? this.second : undefined
  }

  /** Reports the outcome of an attempt without an answer to the upstream's health, unless the gateway did not send it. */
  failed({ health }: Upstream, trouble: Trouble): void {
    const reason = trouble.kind === 'timed-out' ? 'timed_out' : trouble.reason
    if (isOwnLimit(reason)) health.left()
    else health.failed(reason, isNotConnected(reason) ? undefined : this.source)
  }

  /** Gives up an attempt whose time is over. A query that runs long is its caller's doing, and not held against a node like silence. */
  runOut(attempt: Attempt, reason: string | undefined): void {
    const waitedMs = this.giveUp(attempt, reason)
    if (!attempt.isSent) return
    const { health } = this.report(attempt, 'timed-out')
    if (sharesTime(this.plan)) health.failed('timed_out', this.source)
    else health.overtaken(waitedMs)
  }

  /** Gives up all that is left. `winner`: whose answer made that so; undefined when no caller waits any more. */
  leave(winner: Attempt | undefined, reason: string | undefined): void {
    for (let attempt = this.first; attempt !== undefined; attempt = this.first) {
      const waitedMs = this.giveUp(attempt, reason)
      if (!attempt.isSent) continue
      const isOvertaken = winner !== undefined && attempt.startedAtMs <= winner.startedAtMs
      const { health } = this.report(attempt, isOvertaken ? 'overtaken' : 'cancelled')
      if (isOvertaken) health.overtaken(waitedMs)
      else health.left()
    }
  }

  private giveUp(attempt: Attempt, reason: string | undefined): number {
    const waitedMs = this.remove(attempt, reason)
    attempt.giveUp()
    return waitedMs
  }

  /** Reports an attempt that was taken off just now. */
  report({ upstream, stopwatchStartMs, spanId }: Attempt, outcome: Outcome['kind'] | 'overtaken'): Upstream {
    this.plan.events.attempt(upstream, outcome, this.endedMs - stopwatchStartMs)
    if (spanId !== undefined) this.trace(upstream.name, spanId, stopwatchStartMs, outcome)
    return upstream
  }

  /** Begins an attempt, and says in its headers which trace it belongs to; a partner is told nothing of it. */
  begin(upstream: Upstream, now: number, endsAtMs: number, listener: AttemptListener): Attempt {
    const { trace, entitlement } = this.call.caller
    if (trace === undefined) return new Attempt(upstream, now, endsAtMs, listener, entitlement.share)
    const spanId = trace.tracer?.newSpanId()
    const parentId = spanId ?? trace.parentId
    const lines = upstream.isPartner || parentId === undefined ? undefined : traceLines(trace, parentId)
    return new Attempt(upstream, now, endsAtMs, listener, entitlement.share, spanId, lines)
  }

  private trace(upstream: string, spanId: string, startMs: number, outcome: string): void {
    const { caller, spanId: callSpanId } = this.call
    const { trace, network } = caller
    if (trace?.tracer === undefined || callSpanId === undefined) return
    const method = this.plan.row.name
    const { endedMs } = this
    trace.tracer.attempt(trace, callSpanId, {
      spanId,
      method,
      network: network.name,
      upstream,
      outcome,
      startMs,
      endMs: endedMs,
    })
  }
}

/** Whether each candidate has a share of the call's time; where a long query is the caller's own doing, all have all of it. */
export const sharesTime = ({ row }: ForwardPolicy): boolean => row.timeoutError === 'upstream-timeout'
