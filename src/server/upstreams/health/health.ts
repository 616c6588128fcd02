import { type CallSource, Circuit, FailureStreak } from './circuit.js'
import type { HealthDeps, HealthReason, HealthState, MeasuredState } from './health-change.js'
import { MethodBans } from './method-bans.js'
import { CallRing, type RecentCalls } from './recent-calls.js'
import { Slowness } from './slowness.js'

/** After a single failure the others are asked first for so long. */
const REST_MS = 500
const OVERTAKEN_TO_SLOW = 3
/** An unpolled upstream that was overtaken is believed again after this time. */
const SLOW_MS = 1_000
const RECENT_MS = 60_000

/**
 * What calls and polls show of one upstream, and the state that follows from it.
 *
 * Circuit  three failures in a row of several accounts or methods, or a failed poll after a
 *          failure, open it: `down`. A call that is answered closes it, and so does a poll:
 *          promptly answered at once when the one before it failed, else after a rest, as it says
 *          nothing new of a node that only calls fail at. Until a call was answered too, one
 *          failure opens it again, for longer
 * Calls    `begin`, then exactly one of `answered`, `failed`, `overtaken`, `left`
 */
export class Health {
  /**
   * What the poll, or an answer, last said of its newest block (slot on Solana), and of its newest
   * final one.
   */
  head: bigint | undefined
  finalized: bigint | undefined
  /** Whether its chain was found to be the network's, or cannot be found out. */
  isChainKnown = false
  hasWrongChain = false
  isCordoned = false
  /** What calls and polls show, whether or not the operator cordoned it. */
  measuredState: MeasuredState = 'up'
  inFlight = 0
  /** Attempts begun since the start. */
  calls = 0
  /** What the last failure was. */
  lastFailure: string | undefined

  private why: HealthReason = 'answers'
  private readonly failures = new FailureStreak()
  private hasFailedPoll = false
  private overtakenInARow = 0
  private restsUntilMs = 0
  private readonly breaker = new Circuit<HealthReason>()
  private readonly slowness = new Slowness()
  private behindReason: HealthReason | undefined
  private readonly ring = new CallRing()
  private takenOut: MethodBans | undefined

  constructor(private readonly deps: HealthDeps) {}

  get state(): HealthState {
    return this.isCordoned ? 'cordoned' : this.measuredState
  }

  get reason(): HealthReason {
    return this.isCordoned ? 'operator' : this.why
  }

  /** Whether it may be asked at all: neither down nor cordoned. */
  get isUsable(): boolean {
    return this.measuredState !== 'down' && !this.isCordoned
  }

  /** Whether it failed when it was last asked; by the poll where there is one. */
  get isFailing(): boolean {
    return this.deps.isPolled ? this.hasFailedPoll : this.failures.count > 0
  }

  begin(): void {
    this.inFlight += 1
    this.calls += 1
  }

  /** A result, or the node's own error. */
  answered(durationMs: number, nowMs = this.deps.nowMs()): void {
    this.inFlight -= 1
    this.ring.add(durationMs, nowMs, false)
    this.overtakenInARow = 0
    if (this.failures.count !== 0) this.recover()
  }

  /**
   * Unreachable, unusable or timed out. `source`: whose call met that; left out where no caller can
   * have caused it.
   */
  failed(reason: string, source?: CallSource): void {
    this.inFlight -= 1
    this.ring.add(0, this.deps.nowMs(), true)
    this.lastFailure = reason
    this.failures.add(source)
    this.restsUntilMs = this.deps.nowMs() + REST_MS
    if (this.failures.isEnough) this.open('failures')
  }

  /** Given up without an answer: another upstream was faster, or its share of the time is over. */
  overtaken(waitedMs: number): void {
    this.inFlight -= 1
    // Its answer would have taken longer still.
    this.ring.add(waitedMs, this.deps.nowMs(), false)
    this.overtakenInARow += 1
    if (this.overtakenInARow >= OVERTAKEN_TO_SLOW) this.slowDown('overtaken', SLOW_MS)
  }

  /** Cancelled by the caller, or no room for the answer: says nothing about the upstream. */
  left(): void {
    this.inFlight -= 1
  }

  /** The poll was answered; `isPrompt`: as fast as can be expected. */
  pollAnswered(isPrompt: boolean): void {
    const circuit = this.circuit(this.deps.nowMs())
    if (circuit === 'open' && !(this.hasFailedPoll && isPrompt)) return
    if (circuit !== 'closed') {
      this.breaker.halfClose()
      this.forgetPace()
      // On probation: only a caller's call shows that callers' calls are answered.
      this.failures.leaveOne()
      this.restsUntilMs = 0
    }
    this.hasFailedPoll = false
    this.overtakenInARow = 0
    if (isPrompt && this.slowness.isHanging) this.slowness.end()
    this.settle()
  }

  pollFailed(reason: string): void {
    const isSecondSign =
      this.hasFailedPoll || this.failures.count > 0 || this.overtakenInARow > 0 || this.slowness.reason === 'hanging'
    this.hasFailedPoll = true
    this.lastFailure = reason
    this.restsUntilMs = this.deps.nowMs() + REST_MS
    if (isSecondSign) this.open('poll_failed')
  }

  /** Marks it as slower than it should be, for at least `forMs`. */
  slowDown(reason: HealthReason, forMs: number): void {
    this.slowness.begin(reason, this.deps.nowMs() + forMs)
    this.settle()
  }

  /**
   * Ends a slowness whose time is over; true when there was one. While there is a poll, it is the
   * poll that ends a silence.
   */
  forgiveSlowness(nowMs: number): boolean {
    if (!this.slowness.isOver(nowMs) || (this.deps.isPolled && this.slowness.isHanging)) return false
    this.slowness.end()
    this.ring.clear()
    this.settle()
    return true
  }

  /** Says whether it is behind the network's head, and how that was noticed. */
  fallBehind(reason: 'lag' | 'unhealthy' | undefined): void {
    if (this.behindReason === reason) return
    this.behindReason = reason
    this.settle()
  }

  /**
   * Keeps all calls away from it, or lets them come again: the operator's word, whatever calls and
   * polls show.
   */
  cordon(isCordoned: boolean): void {
    if (isCordoned === this.isCordoned) return
    const from = this.state
    this.isCordoned = isCordoned
    this.deps.onChange({ from, to: this.state, reason: 'operator', detail: undefined })
  }

  /** Says which chain it is on: the network's, or another, with which it is never used. */
  findChain(isRight: boolean): void {
    this.isChainKnown = isRight
    this.hasWrongChain = !isRight
    this.settle()
  }

  /**
   * Keeps one method's calls away from it for a while; `forMs` left out: see MethodBans. That is no
   * failure.
   */
  takeOut(method: string, reason: string, forMs?: number): void {
    this.takenOut ??= new MethodBans()
    this.takenOut.add(method, reason, this.deps.nowMs(), forMs)
  }

  isTakenOut(method: string, reason?: string): boolean {
    return this.takenOut?.has(method, this.deps.nowMs(), reason) ?? false
  }

  /** Methods that it is not asked for just now, with the reason. */
  takenOutMethods(): Record<string, string> {
    return this.takenOut?.reasons(this.deps.nowMs()) ?? {}
  }

  /**
   * Where it stands in the order in which upstreams are asked; smaller is sooner, undefined: not
   * now.
   */
  rank(nowMs: number): number | undefined {
    if (this.isCordoned) return undefined
    if (this.measuredState === 'up') return this.restsUntilMs > nowMs ? 3 : 0
    if (this.measuredState === 'down') return this.canBeTried(nowMs) ? 0 : undefined
    if (!this.deps.isPolled) this.forgiveSlowness(nowMs)
    const after = this.restsUntilMs > nowMs ? 3 : 0
    return after + (this.state === 'behind' ? 2 : this.state === 'slow' ? 1 : 0)
  }

  /** `open`: not asked. `half-open`: one call, or the poll, may try it. */
  circuit(nowMs: number): 'closed' | 'open' | 'half-open' {
    return this.breaker.state(nowMs)
  }

  /** What the calls of the last `forMs` took and came to. */
  recent(nowMs: number, forMs = RECENT_MS): RecentCalls {
    return this.ring.since(nowMs - forMs)
  }

  /** Without a poll it takes a caller's call to find out whether it is back; one at a time. */
  private canBeTried(nowMs: number): boolean {
    return !this.deps.isPolled && !this.hasWrongChain && this.breaker.state(nowMs) !== 'open' && this.inFlight === 0
  }

  private recover(): void {
    this.failures.clear()
    this.hasFailedPoll = false
    this.restsUntilMs = 0
    if (this.breaker.openReason !== undefined) this.forgetPace()
    this.breaker.close()
    this.settle()
  }

  /**
   * What it took, and how often it failed, before it was down does not hold for what comes back.
   */
  private forgetPace(): void {
    this.ring.clear()
    if (!this.slowness.isHanging) this.slowness.end()
  }

  private open(reason: 'failures' | 'poll_failed'): void {
    this.breaker.open(reason, reason === 'failures', this.deps.nowMs())
    this.failures.fill()
    // A process that stopped answering may come back as another one; one that only hangs is still
    // the same.
    if (this.lastFailure !== 'timed_out') this.isChainKnown = false
    this.settle()
  }

  /** Works out the state, and reports a change. */
  private settle(): void {
    const from = this.measuredState
    if (this.hasWrongChain) this.become('down', 'wrong_chain')
    else if (this.breaker.openReason !== undefined) this.become('down', this.breaker.openReason)
    else if (this.behindReason !== undefined) this.become('behind', this.behindReason)
    else if (this.slowness.reason !== undefined) this.become('slow', this.slowness.reason)
    else this.become('up', 'answers')
    const detail = this.measuredState === 'down' && !this.hasWrongChain ? this.lastFailure : undefined
    if (this.measuredState !== from && !this.isCordoned)
      this.deps.onChange({ from, to: this.measuredState, reason: this.why, detail })
  }

  private become(state: MeasuredState, reason: HealthReason): void {
    this.measuredState = state
    this.why = reason
  }
}
