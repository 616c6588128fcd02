import { SharedStopwatch } from '../../../runtime/system-ports.js'
import type { Forwarded, Reply } from '../../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { CallSource } from '../../upstreams/health/circuit.js'
import { isNotConnected, isOwnLimit, type Outcome, type Trouble } from '../../upstreams/outcome.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import { traceLines } from '../trace-context.js'
import { type AnswerListener, AnswerReader } from './answer-reader.js'
import type { AnswerLimits, ForwardPolicy } from './forward-policy.js'

const NEVER = Number.POSITIVE_INFINITY
/** How often a slow call is looked at again, at first and at most. */
const FIRST_LOOK_MS = 20
const LONGEST_LOOK_MS = 160
const starts = new SharedStopwatch()
const ends = new SharedStopwatch()

/** Receives the outcome of an attempt; once, unless the attempt was given up before. */
export interface AttemptListener {
  ended(attempt: Attempt, outcome: Outcome): void
}

/**
 * One upstream asked once: sends the body and reports the outcome to its listener.
 *
 * Errors  refused connections, broken HTTP and nonsense are Outcomes; the time limit is the
 *         listener's (`giveUp`)
 */
export class Attempt implements AnswerListener {
  /** The upstream's newest final block, as known before it was asked. */
  readonly finalized: bigint | undefined
  private reader: AnswerReader | undefined
  /** By the stopwatch. */
  readonly stopwatchStartMs: number
  private isOver = false

  constructor(
    readonly upstream: Upstream,
    readonly startedAtMs: number,
    /** When its share of the call's time is over. */
    readonly endsAtMs: number,
    private readonly listener: AttemptListener,
    /** Whose call it is. */
    private readonly account: AccountShare | undefined,
    /** When the call began, by the stopwatch. */
    callStartMs = 0,
    /** Its own span; undefined where the call's trace is not recorded. */
    readonly spanId?: string | undefined,
    /** Header lines that carry the caller's trace on. */
    private readonly traceLines?: string | undefined,
  ) {
    this.stopwatchStartMs = starts.since(callStartMs)
    this.finalized = upstream.health.finalized
  }

  /** Whether it was sent, so that the upstream's health has to hear how it ended. */
  get isSent(): boolean {
    return this.reader !== undefined
  }

  /**
   * Sends the call, for the upstream's health to count: `rest` is its body behind the id, which is
   * this attempt's own.
   */
  send(rest: RequestRest, limits: AnswerLimits): void {
    this.upstream.health.begin()
    this.exchange(rest, limits)
  }

  /** The same for a question that health does not count. */
  exchange(rest: RequestRest, limits: AnswerLimits): void {
    const reader = new AnswerReader(limits, this, this.account)
    this.reader = reader
    const { transport } = this.upstream
    reader.exchange = transport.exchange(reader.bodyOf(rest), reader, limits.isCheap, this.account, this.traceLines)
  }

  /** Sends it once the upstream's chain is known to be the right one. */
  async sendWhenReady(isReady: Promise<boolean>, rest: RequestRest, limits: AnswerLimits): Promise<void> {
    const isRight = await isReady
    if (this.isOver) return
    if (isRight) this.send(rest, limits)
    else this.inspected({ kind: 'unreachable', reason: 'chain_not_known' })
  }

  /** Ends it from outside, or an answer that is still arriving; the listener hears nothing more. */
  giveUp(): void {
    this.isOver = true
    this.reader?.stop({ kind: 'cancelled' })
  }

  /**
   * Releases an answer that no caller will get: its place in the byte budget, and what is still
   * arriving of it.
   */
  discard(outcome: Outcome): void {
    if (outcome.kind === 'result') outcome.payload.release()
    this.giveUp()
  }

  /** The answer is known. */
  inspected(outcome: Outcome): void {
    if (this.isOver) {
      // Given up in the very moment it ended.
      if (outcome.kind === 'result') outcome.payload.release()
      return
    }
    this.isOver = true
    this.listener.ended(this, outcome)
  }
}

/**
 * The attempts at one call that are under way, at most two, the older first; and what is reported
 * of those that end unanswered.
 */
export class AttemptsInFlight {
  first: Attempt | undefined
  second: Attempt | undefined
  /** When the older one is to be looked at, because it is slow; the clock's milliseconds. */
  lookAtMs = NEVER
  /** The first of all. */
  private earliest: Attempt | undefined
  /** When the last so far ended, by the stopwatch. */
  private endedMs = 0
  private lookPauseMs = FIRST_LOOK_MS
  /** Set once the partner's attempt is over. */
  forwarded: Forwarded | undefined

  constructor(
    private readonly policy: ForwardPolicy,
    private readonly call: ChargedCall,
  ) {}

  /** Whose call it is. */
  get source(): CallSource {
    return { account: this.call.caller.entitlement.account.id, method: this.policy.row.name }
  }

  /** Says in the call's reply what it waited for. */
  note(reply: Reply): void {
    reply.upstreamMs = this.earliest === undefined ? 0 : this.endedMs - this.earliest.stopwatchStartMs
    if (this.forwarded !== undefined) reply.forwarded = this.forwarded
  }

  add(attempt: Attempt): void {
    this.earliest ??= attempt
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

  /**
   * Takes an attempt off; how long it took. `reason`: why the partner was asked, if it is the
   * partner's.
   */
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

  /**
   * Reports the outcome of an attempt without an answer to the upstream's health, unless the
   * gateway did not send it.
   */
  failed({ health }: Upstream, trouble: Trouble): void {
    const reason = trouble.kind === 'timed-out' ? 'timed_out' : trouble.reason
    if (isOwnLimit(reason)) health.left()
    else health.failed(reason, isNotConnected(reason) ? undefined : this.source)
  }

  /**
   * Gives up an attempt whose time is over. A query that runs long is its caller's doing, and not
   * held against a node like silence.
   */
  runOut(attempt: Attempt, reason: string | undefined): void {
    const waitedMs = this.giveUp(attempt, reason)
    if (!attempt.isSent) return
    const { health } = this.report(attempt, 'timed-out')
    if (sharesTime(this.policy)) health.failed('timed_out', this.source)
    else health.overtaken(waitedMs)
  }

  /**
   * Gives up all that is left. `winner`: whose answer made that so; undefined when no caller waits
   * any more.
   */
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
    this.policy.events.attempt(upstream, outcome, this.endedMs - stopwatchStartMs)
    if (spanId !== undefined) this.trace(upstream.name, spanId, stopwatchStartMs, outcome)
    return upstream
  }

  /**
   * Begins an attempt, and says in its headers which trace it belongs to; a partner is told nothing
   * of it.
   */
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
    const { trace, network } = caller
    if (trace?.tracer === undefined || callSpanId === undefined) return
    const { row } = this.policy
    const attempt = { spanId, method: row.name, network: network.name, upstream, outcome, startMs, endMs: this.endedMs }
    trace.tracer.attempt(trace, callSpanId, attempt)
  }
}

/**
 * Whether each candidate has a share of the call's time; where a long query is the caller's own
 * doing, all have all of it.
 */
export const sharesTime = ({ row }: ForwardPolicy): boolean => row.timeoutError === 'upstream-timeout'
