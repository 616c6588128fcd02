import { type CallOrigin, Circuit, FailureStreak, MethodBans, Rest } from './exclusions.js'
import type { HealthDeps, HealthReason, HealthState, MeasuredState } from './health-change.js'
import { CallRing, type RecentCalls, Slowness } from './speed.js'

/** Smaller is sooner. `justFailed` is added: a failed call is asked again, an old answer is not. */
const RANKS = { up: 0, slow: 1, justFailed: 2, behind: 4 }

/**
 * The measurements of one upstream by calls and polls, and the resulting state.
 *
 * Circuit  Opens (`down`) after three widespread failures in a row, or a failed poll after a
 *          failure. A prompt poll after a failed one closes it, another one after a rest: polls say
 *          nothing about a node that fails only calls. Until a call is answered, one failure
 *          reopens it. Calls close it after a while, or at once if there is no poll
 * Calls    `begin`, then one of `answered`, `failed`, `overtaken`, `endWithoutVerdict`
 */
export class Health {
  /** Newest block (slot on Solana) and newest final block, from the last poll or answer. */
  head: bigint | undefined
  finalized: bigint | undefined
  /** When the last poll that read the head began; undefined: none has. */
  headAskedMs: number | undefined
  /** True if its chain is the network's, or cannot be determined. */
  isChainKnown = false
  hasWrongChain = false
  isCordoned = false
  measuredState: MeasuredState = 'up'
  private changedMs = 0
  inFlight = 0
  calls = 0
  lastFailure: string | undefined
  private why: HealthReason = 'answers'
  private hasAnswered = false
  private readonly failures = new FailureStreak()
  private hasFailedPoll = false
  private readonly rest = new Rest()
  private readonly circuit = new Circuit<HealthReason>()
  private readonly slowness = new Slowness()
  private behindReason: HealthReason | undefined
  private readonly recentCalls = new CallRing()
  /** Methods that it is not asked for a while. Not a failure. */
  readonly bans: MethodBans
  readonly isPolled: boolean

  constructor(private readonly deps: HealthDeps) {
    this.isPolled = deps.isPolled
    this.bans = new MethodBans(deps.nowMs)
  }

  get state(): HealthState {
    return this.isCordoned ? 'cordoned' : this.measuredState
  }

  get reason(): HealthReason {
    return this.isCordoned ? 'operator' : this.why
  }

  get isUsable(): boolean {
    return this.measuredState !== 'down' && !this.isCordoned
  }

  /** Records a newer block that it showed between polls. A node that is not polled has no head. */
  raiseHead(number: bigint): void {
    if (this.head !== undefined && number > this.head) this.head = number
  }

  /** True if it has been down for `forMs` without a break. */
  isDownFor(forMs: number): boolean {
    return this.measuredState === 'down' && this.deps.nowMs() - this.changedMs >= forMs
  }

  /** True if it failed when last asked; with a poll, the last poll counts. */
  get isFailing(): boolean {
    return this.isPolled ? this.hasFailedPoll : this.failures.count > 0
  }

  begin(): void {
    this.inFlight += 1
    this.calls += 1
  }

  /** Ends a call with a result or the node's own error. `account`: of the caller, if any. */
  answered(durationMs: number, nowMs = this.deps.nowMs(), account?: string): void {
    this.inFlight -= 1
    if (account !== undefined) this.failures.served(account, nowMs)
    this.recentCalls.add(durationMs, nowMs, false)
    this.slowness.overtakenInARow = 0
    if (this.failures.count !== 0) this.recover()
    this.reportFirstAnswer()
  }

  /** Unreachable, unusable or timed out. `origin` is undefined if no caller can have caused it. */
  failed(reason: string, origin?: CallOrigin): void {
    this.inFlight -= 1
    this.recentCalls.add(0, this.deps.nowMs(), true)
    this.lastFailure = reason
    this.failures.add(origin, this.deps.nowMs())
    this.rest.begin(this.deps.nowMs(), this.failures.soleAccount)
    if (this.failures.isEnough) this.open('failures')
  }

  /** Abandoned without an answer: another upstream was faster, or its share of the time ran out. */
  overtaken(waitedMs: number): void {
    this.inFlight -= 1
    // Its answer would have taken even longer.
    this.recentCalls.add(waitedMs, this.deps.nowMs(), false)
    this.slowness.overtaken(this.deps.nowMs())
    this.update()
  }

  /** Cancelled by the caller, or no memory for the answer: says nothing about the upstream. */
  endWithoutVerdict(): void {
    this.inFlight -= 1
  }

  /** `isPrompt`: the answer was as fast as expected. */
  pollAnswered(isPrompt: boolean): void {
    const circuit = this.circuitState(this.deps.nowMs())
    if (circuit === 'open' && !(this.hasFailedPoll && isPrompt)) return
    if (circuit !== 'closed') {
      this.circuit.closeOnProbation()
      this.forgetPace()
      // Probation: only a caller's call proves that callers' calls are answered.
      this.failures.leaveOne()
      this.rest.end()
    }
    this.hasFailedPoll = false
    this.slowness.overtakenInARow = 0
    if (isPrompt && this.slowness.isHanging) this.slowness.end()
    this.update()
    this.reportFirstAnswer()
  }

  pollFailed(reason: string): void {
    this.lastFailure = reason
    this.rest.begin(this.deps.nowMs())
    if (this.hasFailedPoll || this.failures.count > 0 || this.slowness.isSuspect) this.open('poll_failed')
    this.hasFailedPoll = true
  }

  /** Marks it as slow for at least `forMs`. */
  slowDown(reason: HealthReason, forMs: number): void {
    this.slowness.begin(reason, this.deps.nowMs() + forMs)
    this.update()
  }

  /** Ends an expired slowness; true if there was one. Only a poll, if any, ends a hang. */
  forgiveSlowness(nowMs: number): boolean {
    if (!this.slowness.isOver(nowMs) || (this.isPolled && this.slowness.isHanging)) return false
    this.slowness.end()
    this.recentCalls.clear()
    this.update()
    return true
  }

  setBehind(reason: 'lag' | 'unhealthy' | undefined): void {
    this.behindReason = reason
    this.update()
  }

  /** Applies or ends the operator's cordon, which overrides the measured state. */
  cordon(isCordoned: boolean): void {
    if (isCordoned === this.isCordoned) return
    const from = this.state
    this.isCordoned = isCordoned
    this.deps.onChange({ from, to: this.state, reason: 'operator', detail: undefined })
  }

  /** Records whether it is on the network's chain. On another chain it is never used. */
  recordChain(isRight: boolean): void {
    this.isChainKnown = isRight
    this.hasWrongChain = !isRight
    this.update()
  }

  /**
   * Rank in the order in which upstreams are asked: smaller is sooner; undefined: not now.
   * `account`: of the call, whose own failures count, too; undefined: the gateway's own.
   */
  rank(nowMs: number, account?: string): number | undefined {
    if (this.isCordoned) return undefined
    if (this.measuredState === 'up') return this.rest.isOn(nowMs, account) ? RANKS.justFailed : RANKS.up
    if (this.measuredState === 'down') return this.canBeTried(nowMs) ? RANKS.up : undefined
    if (!this.isPolled) this.forgiveSlowness(nowMs)
    return RANKS[this.measuredState] + (this.rest.isOn(nowMs, account) ? RANKS.justFailed : 0)
  }

  circuitState(nowMs: number): 'closed' | 'open' | 'half-open' {
    return this.circuit.state(nowMs)
  }

  recent(nowMs: number, forMs: number): RecentCalls {
    return this.recentCalls.since(nowMs - forMs)
  }

  /** Without a poll only callers' calls can detect a recovery; they try one at a time. */
  private canBeTried(nowMs: number): boolean {
    return !this.isPolled && !this.hasWrongChain && this.circuit.state(nowMs) !== 'open' && this.inFlight === 0
  }

  private recover(): void {
    const isOpen = this.circuit.openReason !== undefined
    if (isOpen && this.isPolled && !this.circuit.isAnswering(this.deps.nowMs())) return
    this.failures.clear()
    this.hasFailedPoll = false
    this.rest.end()
    if (isOpen) this.forgetPace()
    this.circuit.close()
    this.update()
  }

  private reportFirstAnswer(): void {
    if (this.hasAnswered || this.measuredState === 'down') return
    this.hasAnswered = true
    this.deps.onFirstAnswer?.()
  }

  /** Measurements from before the outage do not apply to the upstream that returns. */
  private forgetPace(): void {
    this.recentCalls.clear()
    if (!this.slowness.isHanging) this.slowness.end()
  }

  private open(reason: 'failures' | 'poll_failed'): void {
    this.circuit.open(reason, reason === 'failures', this.deps.nowMs())
    this.failures.fill()
    // After an outage another process may answer. One that only hangs is still the same.
    if (this.lastFailure !== 'timed_out') this.isChainKnown = false
    this.update()
  }

  /** Derives the state, and reports a change. */
  private update(): void {
    const from = this.measuredState
    if (this.hasWrongChain) this.become('down', 'wrong_chain')
    else if (this.circuit.openReason !== undefined) this.become('down', this.circuit.openReason)
    else if (this.behindReason !== undefined) this.become('behind', this.behindReason)
    else if (this.slowness.reason !== undefined) this.become('slow', this.slowness.reason)
    else this.become('up', 'answers')
    const detail = this.measuredState === 'down' && !this.hasWrongChain ? this.lastFailure : undefined
    if (this.measuredState !== from && !this.isCordoned)
      this.deps.onChange({ from, to: this.measuredState, reason: this.why, detail })
  }

  private become(state: MeasuredState, reason: HealthReason): void {
    if (state !== this.measuredState) this.changedMs = this.deps.nowMs()
    this.measuredState = state
    this.why = reason
  }
}
