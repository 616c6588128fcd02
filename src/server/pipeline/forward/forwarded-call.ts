import type { CancelListener } from '../../../runtime/cancellation.js'
import { Deferred } from '../../../runtime/deferred.js'
import { type DeadlineListener, DeadlineTimer } from '../../../runtime/timers.js'
import { cancelledReply, type Reply } from '../../../wire/jsonrpc/reply.js'
import type { Outcome, RequestRefused } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { doubtOf } from '../judges/judge.js'
import type { ProofVerdict } from '../network-events.js'
import type { ChargedCall } from '../stage.js'
import { type Attempt, type AttemptListener, replyOf } from './attempt.js'
import { type AttemptResult, AttemptResults, lostWriteFailure, noMemoryFailure } from './attempt-results.js'
import { AttemptsInFlight } from './attempts-in-flight.js'
import { Candidates } from './candidates.js'
import type { ForwardPolicy } from './forward.js'

/** Ban of a partner caught with a wrong proof. */
const WRONG_PROOF_MS = 60_000
const TIMED_OUT = { kind: 'timed-out' } as const

/**
 * Forwards one call: asks an upstream, another if that one fails or does not know, a second in
 * parallel if it is slow, the partner, and finally those that are down.
 *
 * Time     a candidate has a share of the time left, so that a silent one leaves some for others.
 *          If long queries are the caller's fault it has all, and hedging covers silent nodes
 * Answers  the first that no judge doubts, else the first doubted one
 * Bounds   two attempts at a time; each upstream once
 */
export class ForwardedCall implements AttemptListener, DeadlineListener, CancelListener {
  place = 0
  private readonly reply = new Deferred<Reply>()
  private readonly candidates: Candidates
  private readonly inFlight: AttemptsInFlight
  private readonly deadlineTimer: DeadlineTimer
  /** The attempt begun because another was slow. */
  private hedge: Attempt | undefined
  private results: AttemptResults | undefined
  /** The partner's answer, until its proof is checked. */
  private unverified: AttemptResult | undefined
  private isOver = false
  /** The attempt whose answer is passed on while it arrives. */
  private arriving: Attempt | undefined
  constructor(
    private readonly policy: ForwardPolicy,
    private readonly call: ChargedCall,
  ) {
    this.candidates = new Candidates(policy, call)
    this.inFlight = new AttemptsInFlight(policy, call)
    this.deadlineTimer = new DeadlineTimer(policy.nowMs, this)
  }

  /** Asks until an answer is believed or time is up. */
  answer(): Deferred<Reply> {
    this.policy.hedging?.earn()
    this.call.work.listen(this)
    try {
      const now = this.deadlineTimer.now()
      if (!this.isOver) this.askNext(now, now)
    } catch (bug) {
      this.breakOff(bug)
    }
    return this.reply
  }

  ended(attempt: Attempt, outcome: Outcome): void {
    try {
      const { upstream, isSent } = attempt
      const tookMs = this.inFlight.remove(attempt)
      if (isSent) this.inFlight.report(attempt, outcome.kind)
      if (outcome.kind === 'result' || outcome.kind === 'node-error' || outcome.kind === 'too-many-results')
        return this.judge({ attempt, outcome }, tookMs)
      if (outcome.kind === 'request-refused') return this.refused(upstream, outcome)
      if (outcome.kind === 'unreachable' || outcome.kind === 'unusable' || outcome.kind === 'timed-out') {
        if (isSent) this.inFlight.failed(upstream, outcome)
        this.resultsSoFar().recordTrouble(outcome)
        const lost = lostWriteFailure(this.policy, attempt, outcome)
        return lost === undefined ? this.askNext() : this.finish(lost)
      }
      upstream.health.endWithoutVerdict()
      if (outcome.kind === 'answer-too-large') return this.answerWith({ attempt, outcome })
      this.finish(noMemoryFailure(this.policy, attempt, outcome))
    } catch (bug) {
      attempt.discard(outcome)
      this.breakOff(bug)
    }
  }

  /** Handles a timer: the call's end, the end of an attempt's share, or a check of a slow one. */
  deadlineReached(): void {
    try {
      const now = this.deadlineTimer.now()
      if (now >= this.call.deadlineMs) return this.timeOut()
      for (const late of this.inFlight.overdue(now)) this.expire(late)
      const waiting = this.inFlight.first
      if (waiting === undefined && this.unverified === undefined) return this.askNext()
      if (waiting !== undefined && now >= this.inFlight.checkAtMs) this.checkSlow(waiting, now)
      if (!this.isOver) this.arm()
    } catch (bug) {
      this.breakOff(bug)
    }
  }

  /** Asks the next candidate. Without one, and with no attempt in flight, the call ends. */
  private askNext(now = this.deadlineTimer.now(), clockMs?: number): void {
    // `now` is the call's own time, which never goes back; `clockMs` the wall clock, if just read.
    if (now >= this.call.deadlineMs) return this.timeOut()
    const isAlone = this.inFlight.first === undefined
    const upstream =
      this.candidates.takeOwn(clockMs) ?? (isAlone ? this.candidates.takeLastResort(this.results) : undefined)
    if (upstream !== undefined) this.launch(upstream, now)
    else if (isAlone) this.finishWithBest()
  }

  private launch(upstream: Upstream, now: number): Attempt {
    const { policy, inFlight, call } = this
    const others = policy.row.effect === 'write' ? 0 : this.candidates.count
    const shareMs = (call.deadlineMs - now) / (policy.sharesTime ? others + 1 : 1)
    const attempt = inFlight.begin(upstream, now, now + shareMs, this)
    if (inFlight.first === undefined)
      inFlight.scheduleCheck(others > 0 && !upstream.isPartner ? now + this.candidates.hedgeDelayMs(now) : undefined)
    inFlight.add(attempt)
    if (upstream.isPartner && this.results !== undefined) inFlight.failoverReason = this.results.reason
    this.arm()
    const isOnChain = upstream.isPartner || policy.pool.checkChain(upstream)
    if (isOnChain === true) attempt.send(policy.bodyOf(call), policy.limitsOf(call))
    else attempt.sendIfOnChain(isOnChain, policy.bodyOf(call), policy.limitsOf(call)).catch((bug) => this.breakOff(bug))
    return attempt
  }

  private arm(): void {
    this.deadlineTimer.set(Math.min(this.call.deadlineMs, this.inFlight.checkAtMs, this.inFlight.endsAtMs))
  }

  /** An answer is slow: asks a second upstream, if allowed. */
  private checkSlow(waiting: Attempt, now: number): void {
    const { inFlight, candidates } = this
    inFlight.scheduleNextCheck(now)
    const other = inFlight.second === undefined ? candidates.beside(waiting, now) : undefined
    if (other !== undefined) this.hedge = this.launch(other, now)
    else if (inFlight.areDown && candidates.isPartnerReady(now)) {
      // Circuits opened while the nodes were asked: the partner need not wait for a share's end.
      inFlight.timeOutAll()
      this.resultsSoFar().recordTrouble(TIMED_OUT)
      this.askNext()
    }
  }

  /** Believes an answer, or asks another upstream. */
  private judge(result: AttemptResult, tookMs: number): void {
    const { attempt, outcome } = result
    const { upstream } = attempt
    const { judges, latencies, verifyPartner } = this.policy
    const { id } = this.call.caller.entitlement.account
    const doubt = doubtOf(judges, this.call, upstream, outcome)
    if (doubt === 'rate_limited') upstream.health.failed(doubt, this.inFlight.origin)
    else upstream.health.answered(tookMs, attempt.startedAtMs + tookMs, id)
    if (doubt !== undefined) {
      this.resultsSoFar().recordDoubt(result, doubt, this.inFlight.origin)
      return this.askNext()
    }
    if (!upstream.isPartner) latencies?.add(id, tookMs, attempt.startedAtMs)
    else if (outcome.kind === 'result' && verifyPartner !== undefined)
      return void this.verify(result, verifyPartner(this.call, outcome.payload)).catch((bug) => this.breakOff(bug))
    this.answerWith(result)
  }

  /** The call is at fault. If it was too long, asks another upstream with a higher limit. */
  private refused(upstream: Upstream, outcome: RequestRefused): void {
    upstream.health.endWithoutVerdict()
    this.resultsSoFar().recordRefusal(outcome)
    const isAlone = this.inFlight.first === undefined
    const other = this.candidates.afterRefusal(upstream, outcome, isAlone)
    if (other !== undefined) this.launch(other, this.deadlineTimer.now())
    else if (isAlone) this.finishWithBest()
  }

  /** Holds a partner's result until its proof is checked; a wrong one counts as no answer. */
  private async verify(result: AttemptResult, verifying: Promise<ProofVerdict>): Promise<void> {
    this.unverified = result
    const { attempt, outcome } = result
    const verdict = await this.call.upstreamTime.during(verifying)
    // The time was up, or the caller left.
    if (this.isOver) return
    this.unverified = undefined
    if (verdict !== 'wrong') return this.answerWith(result, verdict === 'proven')
    attempt.discard(outcome)
    attempt.upstream.health.bans.add(this.policy.row.name, 'wrong_proof', { forMs: WRONG_PROOF_MS })
    this.resultsSoFar().recordTrouble({ kind: 'unusable', reason: 'wrong_proof' })
    this.askNext()
  }

  private expire(attempt: Attempt): void {
    this.inFlight.timeOut(attempt)
    this.resultsSoFar().recordTrouble(TIMED_OUT)
  }

  private timeOut(): void {
    const lost = lostWriteFailure(this.policy, this.inFlight.first, TIMED_OUT)
    this.inFlight.timeOutAll()
    if (this.unverified !== undefined) return this.answerWith(this.unverified)
    if (lost !== undefined) return this.finish(lost)
    this.resultsSoFar().recordTrouble(TIMED_OUT)
    this.finishWithBest()
  }

  private finishWithBest(): void {
    const best = this.resultsSoFar().bestReply(this.policy, this.candidates)
    return 'attempt' in best ? this.answerWith(best) : this.finish(best)
  }

  private answerWith(result: AttemptResult, isVerified = false): void {
    const { attempt, outcome } = result
    if (this.hedge !== undefined) this.policy.events.hedge(this.hedge === attempt ? 'won' : 'lost')
    if (outcome.kind === 'result' && outcome.payload.rest !== undefined) this.arriving = attempt
    this.finish(replyOf(this.policy.row, outcome, attempt, isVerified), attempt)
  }

  private finish(reply: Reply, winner?: Attempt): void {
    this.conclude(winner)
    this.inFlight.recordIn(reply)
    this.reply.resolve(reply)
  }

  /** Ends all attempts. A streamed answer still listens to the caller's cancellation. */
  private conclude(winner: Attempt | undefined): void {
    this.isOver = true
    this.deadlineTimer.clear()
    this.inFlight.endAll(winner)
    this.results?.discard()
    if (this.arriving === undefined) this.call.work.ignore(this)
  }

  cancelled(): void {
    if (this.isOver) return this.arriving?.giveUp()
    this.unverified?.attempt.discard(this.unverified.outcome)
    this.finish(cancelledReply())
  }

  /** Rejects the answer after a bug, which no caller could catch here. */
  private breakOff(bug: unknown): void {
    this.conclude(undefined)
    this.reply.reject(bug)
  }

  private resultsSoFar(): AttemptResults {
    this.results ??= new AttemptResults()
    return this.results
  }
}
