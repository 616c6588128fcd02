import type { MethodRow } from '../../generated/methods.js'
import { validateResult } from '../../generated/validators.js'
import type { Payload } from '../protocol/reply.js'
import type { Outcome } from '../upstreams/outcome.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { Timed } from './stage.js'

/** Larger answers are not parsed: 256 KB take about a millisecond of everybody's time. */
const MAX_PARSED_BYTES = 262_144
const WINDOW_MS = 60_000
/** With so many violations within the window, and more than this share of what was checked, an upstream is taken out for the method. */
const MAX_VIOLATIONS = 5
const MAX_SHARE = 0.2
const TAKEN_OUT_MS = 60_000
/** Violations logged for one upstream and method in a window; the metric counts them all. */
const MAX_LOGGED = 10

/** What sampled checks of a network's answers need. */
export interface CheckSetting {
  /** Share of the answers that is checked, 0 to 1. */
  readonly rate: number
  /** The network's own; one of them stays in use, however it answers. */
  readonly upstreams: readonly Upstream[]
  readonly nowMs: () => number
  /** Hears of every violation. `schemaPath`: JSON pointer into the contract; undefined when it was told often enough. */
  readonly onViolation: (upstream: Upstream, method: string, schemaPath: string | undefined) => void
}

/** What the checks of one upstream's answers came to. */
interface Sample {
  /** Grows by the rate with each answer; one is checked when it reaches 1, the first one always. */
  due: number
  checked: number
  violations: number
  windowEndsMs: number
  /** Until then every answer is checked: there was a violation, or the upstream has just been let in again. */
  fullUntilMs: number
}

/**
 * Checks a sample of the answers against the contract's result schema; the judge doubts an answer that breaks it.
 *
 * After a violation every answer of that upstream is checked for a minute; past the threshold it is taken out for the method, for a
 * minute, and then checked fully again.
 * `exceptPartner`  its answers are judged by their proofs
 * Unseen  answers that are handed on while they arrive; of those above 256 KB only whether they may be an array
 */
export const checkAnswer = (row: MethodRow, setting: CheckSetting, exceptPartner = false) => {
  const samples = new Map<Upstream, Sample>()
  const validate = validateResult[row.name]

  const isDue = (sample: Sample): boolean => {
    sample.due += setting.rate
    if (sample.due >= 1) {
      sample.due -= 1
      return true
    }
    return sample.fullUntilMs > 0 && setting.nowMs() < sample.fullUntilMs
  }

  return (_call: Timed, upstream: Upstream, outcome: Outcome): string | undefined => {
    if (outcome.kind !== 'result' || outcome.payload.rest !== undefined) return undefined
    if (exceptPartner && upstream.isPartner) return undefined
    let sample = samples.get(upstream)
    if (sample === undefined) {
      sample = { due: 1 - setting.rate, checked: 0, violations: 0, windowEndsMs: 0, fullUntilMs: 0 }
      samples.set(upstream, sample)
    }
    if (!isDue(sample)) return undefined
    const value = parse(outcome.payload)
    const isGood = value === undefined || validate(value)
    count(sample, isGood, setting.nowMs())
    if (isGood) return undefined
    const isLogged = sample.violations <= MAX_LOGGED
    setting.onViolation(upstream, row.name, isLogged ? validate.errors?.at(-1)?.schemaPath : undefined)
    if (isTooBad(sample) && hasStandIn(setting.upstreams, upstream, row))
      takeOut(sample, upstream, row, setting.nowMs())
    return 'contract_violation'
  }
}

/** The answer's value; of a large one only its kind, and undefined if that cannot be told. */
const parse = ({ chunks }: Payload): unknown => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length > MAX_PARSED_BYTES) return chunks[0]?.[0] === 0x5b ? [] : undefined
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)
  return JSON.parse(bytes.toString('utf8')) as unknown
}

const count = (sample: Sample, isGood: boolean, nowMs: number): void => {
  if (nowMs >= sample.windowEndsMs) {
    sample.checked = 0
    sample.violations = 0
    sample.windowEndsMs = nowMs + WINDOW_MS
  }
  sample.checked += 1
  if (isGood) return
  sample.violations += 1
  sample.fullUntilMs = nowMs + WINDOW_MS
}

const isTooBad = ({ violations, checked }: Sample): boolean =>
  violations >= MAX_VIOLATIONS && violations > checked * MAX_SHARE

/** Without somebody else to ask, answers that the contract did not foresee are better than none. */
const hasStandIn = (upstreams: readonly Upstream[], upstream: Upstream, row: MethodRow): boolean =>
  upstreams.some((other) => other !== upstream && other.health.state !== 'down' && !other.health.isTakenOut(row.name))

const takeOut = (sample: Sample, upstream: Upstream, row: MethodRow, nowMs: number): void => {
  upstream.health.takeOut(row.name, 'contract_violation', TAKEN_OUT_MS)
  sample.windowEndsMs = 0
  sample.fullUntilMs = nowMs + TAKEN_OUT_MS + WINDOW_MS
}
