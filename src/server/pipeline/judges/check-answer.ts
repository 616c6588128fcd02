import type { MethodContract } from '../../../contract/method-contract.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import type { Outcome } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { NetworkEvents } from '../network-events.js'
import type { ChargedCall } from '../stage.js'
import type { Judge } from './judge.js'
import { paramsDigest, RecentParams, WINDOW_MS } from './recent-params.js'
import { fitOf, hasPlace, type ResultFit } from './result-fit.js'

/** Larger answers are not parsed: 256 KB block the event loop for about a millisecond. */
const MAX_PARSED_BYTES = 262_144
/**
 * With this many violations within the window, and more than this share of the checked answers, an
 * upstream is banned for the method.
 */
const MAX_VIOLATIONS = 5
const MAX_SHARE = 0.2
/** Violations logged for one upstream and method in a window; the metric counts them all. */
const MAX_LOGGED = 10
const BAN_MS = 60_000
const DOUBT = 'contract_violation'

/** Dependencies of sampled checks of a network's answers. */
export interface CheckDeps {
  /** Share of the answers that is checked, 0 to 1. */
  readonly rate: number
  /** The network's own; one of them stays in use, however it answers. */
  readonly upstreams: readonly Upstream[]
  readonly nowMs: () => number
  readonly events: Pick<NetworkEvents, 'violation' | 'gap'>
}

/** A doubted answer, until another upstream has answered the same call. */
interface SchemaViolation {
  readonly upstream: Upstream
  readonly schemaPath: string
  readonly place: string
}

type BrokenFit = Exclude<ResultFit, { kind: 'whole' }>

/**
 * Checks a sample of the answers against the contract's result schema.
 *
 * An answer of the wrong type is doubted, so another upstream is asked. If the second answer fits,
 * the first upstream is blamed: all its answers are checked for a minute, and above the threshold
 * it is banned for the method for a minute. If both are of the wrong type, the contract has a gap:
 * the answer is served, and nobody is blamed. A merely missing member is always such a gap. Both
 * are counted by distinct params, because callers choose what to ask.
 *
 * `exceptPartner`  the partner's answers are judged by their proofs
 * Unchecked  streamed answers. Above 256 KB, only whether the result may be an array is checked
 */
export const checkAnswer = (row: MethodContract, deps: CheckDeps, exceptPartner = false): Judge => {
  const check = new AnswerCheck(row, deps)
  return (call, upstream, outcome) => {
    if (outcome.kind !== 'result' || outcome.payload.rest !== undefined) return undefined
    if (exceptPartner && upstream.isPartner) return undefined
    return check.judge(call, upstream, outcome)
  }
}

type Result = Extract<Outcome, { kind: 'result' }>

/** Check results of one method on one network. */
class AnswerCheck {
  private readonly samples = new Map<Upstream, AnswerSample>()
  private readonly gaps: RecentParams
  private readonly violations = new WeakMap<ChargedCall, SchemaViolation>()
  /** Until then a call with a doubted answer may be under way. */
  private suspectedUntilMs = 0

  constructor(
    private readonly row: MethodContract,
    private readonly deps: CheckDeps,
  ) {
    this.gaps = new RecentParams(deps.nowMs)
  }

  judge(call: ChargedCall, upstream: Upstream, outcome: Result): string | undefined {
    const violation = this.violationOf(call)
    if (violation !== undefined) return this.compare(call, violation, outcome)
    const sample = this.sampleOf(upstream)
    if (!sample.isDue()) return undefined
    const value = parse(outcome.payload)
    const fit = value === undefined ? undefined : fitOf(this.row, value)
    if (fit?.kind === 'broken') return this.suspect(call, upstream, fit)
    if (fit?.kind === 'loose') this.noteGap(call, fit.schemaPath)
    sample.approve()
    return undefined
  }

  private sampleOf(upstream: Upstream): AnswerSample {
    let sample = this.samples.get(upstream)
    if (sample === undefined) {
      sample = new AnswerSample(this.deps.rate, this.deps.nowMs)
      this.samples.set(upstream, sample)
    }
    return sample
  }

  private violationOf(call: ChargedCall): SchemaViolation | undefined {
    if (this.suspectedUntilMs === 0) return undefined
    if (this.deps.nowMs() > this.suspectedUntilMs) this.suspectedUntilMs = 0
    return this.violations.get(call)
  }

  private noteGap(call: ChargedCall, schemaPath: string): void {
    if (this.gaps.add(paramsDigest(call) ?? '')) this.deps.events.gap(this.row.name, schemaPath)
  }

  private suspect(call: ChargedCall, upstream: Upstream, { schemaPath, place }: BrokenFit): string | undefined {
    const { row, deps } = this
    const digest = paramsDigest(call)
    // Two upstreams agreed about this call before.
    if (this.gaps.has(digest ?? '')) return undefined
    if (!hasStandIn(deps.upstreams, upstream, row)) {
      this.noteGap(call, schemaPath)
      this.accuse(call, { upstream, schemaPath, place })
      return undefined
    }
    this.violations.set(call, { upstream, schemaPath, place })
    this.suspectedUntilMs = deps.nowMs() + row.timeoutMs
    return DOUBT
  }

  private compare(call: ChargedCall, violation: SchemaViolation, outcome: Result): string | undefined {
    const value = parse(outcome.payload)
    if (value === undefined) return undefined
    const fit = fitOf(this.row, value)
    // Null or an empty list fits any schema, and proves nothing about the doubted place.
    if (fit.kind !== 'broken' && !hasPlace(value, violation.place)) return DOUBT
    this.violations.delete(call)
    if (fit.kind === 'broken') {
      this.noteGap(call, violation.schemaPath)
      outcome.isGap = true
    } else this.accuse(call, violation)
    return undefined
  }

  private accuse(call: ChargedCall, { upstream, schemaPath }: SchemaViolation): void {
    const { row, deps } = this
    const sample = this.sampleOf(upstream)
    const standing = sample.accuse(paramsDigest(call))
    if (standing === 'known') return
    deps.events.violation(upstream, row.name, standing === 'unlogged' ? undefined : schemaPath)
    if (!sample.isTooBad || !hasStandIn(deps.upstreams, upstream, row)) return
    upstream.health.bans.add(row.name, DOUBT, { forMs: BAN_MS })
    sample.restart()
  }
}

/** The sampling of one upstream's answers to one method, and its results. */
class AnswerSample {
  /** Grows by the rate with each answer; at 1 an answer is checked. The first always is. */
  private due: number
  private checked = 0
  private violations = 0
  private windowEndsMs = 0
  /** Until then every answer is checked: after a violation, or after the end of a ban. */
  private fullUntilMs = 0
  private readonly accused: RecentParams

  constructor(
    private readonly rate: number,
    private readonly nowMs: () => number,
  ) {
    this.due = 1 - rate
    this.accused = new RecentParams(nowMs)
  }

  /** True if the answer that just arrived is to be checked. */
  isDue(): boolean {
    this.due += this.rate
    if (this.due >= 1) {
      this.due -= 1
      return true
    }
    return this.fullUntilMs > 0 && this.nowMs() < this.fullUntilMs
  }

  /** Records a checked answer that is not blamed on the upstream. */
  approve(): void {
    this.renew(this.nowMs())
    this.checked += 1
  }

  /**
   * Records a violation, and starts a period in which all answers are checked. The same params
   * count once. `known`: not counted; `unlogged`: counted, but logged often enough.
   */
  accuse(digest: string | undefined): 'known' | 'new' | 'unlogged' {
    const nowMs = this.nowMs()
    this.renew(nowMs)
    this.fullUntilMs = nowMs + WINDOW_MS
    if (digest !== undefined && !this.accused.add(digest)) return 'known'
    this.checked += 1
    this.violations += 1
    return this.violations <= MAX_LOGGED ? 'new' : 'unlogged'
  }

  get isTooBad(): boolean {
    return this.violations >= MAX_VIOLATIONS && this.violations > this.checked * MAX_SHARE
  }

  /** Restarts the window with the ban, and checks all answers until a window after its end. */
  restart(): void {
    this.windowEndsMs = 0
    this.fullUntilMs = this.nowMs() + BAN_MS + WINDOW_MS
  }

  private renew(nowMs: number): void {
    if (nowMs < this.windowEndsMs) return
    this.checked = 0
    this.violations = 0
    this.windowEndsMs = nowMs + WINDOW_MS
    this.accused.clear()
  }
}

/** The answer's value. For a large one only its type, or undefined if that is unknown. */
const parse = ({ chunks }: Payload): unknown => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length > MAX_PARSED_BYTES) return chunks[0]?.[0] === 0x5b ? [] : undefined
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)
  return JSON.parse(bytes.toString('utf8')) as unknown
}

/**
 * Without a second upstream nothing can be compared, and answers outside the schema are better than
 * none.
 */
const hasStandIn = (upstreams: readonly Upstream[], upstream: Upstream, row: MethodContract): boolean =>
  upstreams.some((other) => other !== upstream && other.health.isUsable && !other.health.bans.has(row.name))
