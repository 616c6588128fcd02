import { SharedStopwatch } from '../../../runtime/system-ports.js'
import { type FailedOver, isFailure, type Reply } from '../../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { CallOrigin } from '../../upstreams/health/exclusions.js'
import { isNotConnected, isOwnLimit, type Outcome, releaseOutcome, type Trouble } from '../../upstreams/outcome.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import { traceLines } from '../trace-context.js'
import { AnswerReader } from './answer-reader.js'
import type { AnswerLimits, ForwardPolicy } from './forward.js'
import { sharesTime } from './forward-reply.js'

const NEVER = Number.POSITIVE_INFINITY
/** Pause between checks of a slow call: initial and longest. */
const FIRST_CHECK_MS = 20
const LONGEST_CHECK_MS = 160
const starts = new SharedStopwatch()
const ends = new SharedStopwatch()

/** Receives the outcome of an attempt, once, unless the attempt was given up before. */
export interface AttemptListener {
  ended(attempt: Attempt, outcome: Outcome): void
}

/**
 * One request to one upstream: sends the body and reports the outcome to its listener.
 *
 * Errors  refused connections, broken HTTP and nonsense are Outcomes; the listener enforces the
 *         time limit (`giveUp`)
 */
export class Attempt {
  /** The upstream's newest final block, as known before it was asked. */
  readonly finalized: bigint | undefined
  private reader: AnswerReader | undefined
  readonly stopwatchStartMs: number
  private isOver = false

  constructor(
    readonly upstream: Upstream,
    readonly startedAtMs: number,
    /** End of its share of the call's time. */
    readonly endsAtMs: number,
    private readonly listener: AttemptListener,
    private readonly share: AccountShare | undefined,
    /** Start time of the call from the monotonic clock. */
    callStartMs = 0,
    /** Its trace span; undefined if the trace is not recorded. */
    readonly spanId?: string | undefined,
    /** Header lines that propagate the caller's trace. */
    private readonly traceLines?: string | undefined,
  ) {
    this.stopwatchStartMs = starts.readAtLeast(callStartMs)
    this.finalized = upstream.health.finalized
  }

  /** True if it was sent, so that its end must be reported to the upstream's health. */
  get isSent(): boolean {
    return this.reader !== undefined
  }

  /** True if the node may have got some of it. */
  get mayBeTaken(): boolean {
    return this.isSent && this.reader?.exchange?.waitsFor === undefined
  }

  /** True while it waits for a connection that other calls have. */
  get isQueued(): boolean {
    return this.reader?.exchange?.waitsFor === 'turn'
  }

  /** Sends the call, counted in the upstream's health. `rest` is the body behind the id. */
  send(rest: RequestRest, limits: AnswerLimits): void {
    this.upstream.health.begin()
    this.sendUncounted(rest, limits)
  }

  /** Sends a call without counting it in the upstream's health. */
  sendUncounted(rest: RequestRest, limits: AnswerLimits): void {
    const reader = new AnswerReader(limits, this, this.share)
    this.reader = reader
    const { transport } = this.upstream
    reader.exchange = transport.exchange(reader.bodyOf(rest), reader, limits.canBatch, this.share, this.traceLines)
  }

  /** Sends it once the upstream's chain is verified. */
  async sendWhenReady(isReady: Promise<boolean>, rest: RequestRest, limits: AnswerLimits): Promise<void> {
    const isRight = await isReady
    if (this.isOver) return
    if (isRight) this.send(rest, limits)
    else this.end({ kind: 'unreachable', reason: 'chain_not_known' })
  }

  /** Ends it from outside, even while its answer arrives; the listener gets no further event. */
  giveUp(): void {
    this.isOver = true
    this.reader?.stop({ kind: 'cancelled' })
  }

  /** Releases an answer that no caller gets, including any part still arriving. */
  discard(outcome: Outcome): void {
    releaseOutcome(outcome)
    this.giveUp()
  }

  end(outcome: Outcome): void {
    // It was given up at the moment it ended.
    if (this.isOver) return releaseOutcome(outcome)
    this.isOver = true
    this.listener.ended(this, outcome)
  }
}

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
  failedOver: FailedOver | undefined
  /** True once it gave up an attempt that a node may have worked on. */
  private hasLeftWork = false

  constructor(
    private readonly policy: ForwardPolicy,
    private readonly call: ChargedCall,
  ) {}

  get origin(): CallOrigin {
    return { account: this.call.caller.entitlement.account.id, method: this.policy.row.name }
  }

  /** Records in the reply how long the call waited, for whom, and whether it may cost anything. */
  recordIn(reply: Reply): void {
    reply.upstreamMs = this.earliest === undefined ? 0 : this.endedMs - this.earliest.stopwatchStartMs
    if (this.failedOver !== undefined) reply.failedOver = this.failedOver
    if (isFailure(reply) && reply.servedBy === 'nobody' && !this.hasLeftWork) reply.isFree = true
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
    const { first, second } = this
    if (attempt === first) this.first = second
    if (attempt === first || attempt === second) this.second = undefined
    this.endedMs = ends.readAtLeast(attempt.stopwatchStartMs)
    const { name, isPartner } = attempt.upstream
    const durationMs = Math.max(0, this.policy.nowMs() - attempt.startedAtMs)
    if (isPartner) this.failedOver = { partner: name, reason: reason ?? 'no_upstream', durationMs }
    return durationMs
  }

  /** The earliest end of an attempt's share of the time. */
  get endsAtMs(): number {
    const { first, second } = this
    if (first === undefined) return NEVER
    return second === undefined || first.endsAtMs < second.endsAtMs ? first.endsAtMs : second.endsAtMs
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
  timeOut(attempt: Attempt, reason: string | undefined): void {
    const { isQueued, upstream } = attempt
    const waitedMs = this.giveUp(attempt, reason)
    if (!attempt.isSent) return
    this.report(attempt, 'timed-out')
    if (isQueued || this.policy.row.effect === 'write') upstream.health.endWithoutVerdict()
    else if (sharesTime(this.policy)) upstream.health.failed('timed_out', this.origin)
    else upstream.health.overtaken(waitedMs)
  }

  /** Gives up all remaining attempts. `winner` answered; undefined if no caller waits. */
  endAll(winner: Attempt | undefined, reason: string | undefined): void {
    for (let attempt = this.first; attempt !== undefined; attempt = this.first) {
      const { isQueued, upstream } = attempt
      const waitedMs = this.giveUp(attempt, reason)
      if (!attempt.isSent) continue
      const isOvertaken = winner !== undefined && attempt.startedAtMs <= winner.startedAtMs
      this.report(attempt, isOvertaken ? 'overtaken' : 'cancelled')
      if (isOvertaken && !isQueued) upstream.health.overtaken(waitedMs)
      else upstream.health.endWithoutVerdict()
    }
  }

  private giveUp(attempt: Attempt, reason: string | undefined): number {
    const waitedMs = this.remove(attempt, reason)
    // Giving up empties the queue that it waits in.
    this.hasLeftWork ||= attempt.mayBeTaken
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
