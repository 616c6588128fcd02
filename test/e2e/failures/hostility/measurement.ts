import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CpuTurns } from './gateway-turns.js'
import type { Kind } from './kind.js'
import type { Scene } from './scene.js'
import type { Slice } from './victim-process.js'

/**
 * Seconds of attack for each kind, in two windows. The quiet window before each is half as long.
 */
const HOSTILE_SECONDS = Number(process.env.TOLLGATE_HOSTILE_SECONDS ?? 2)
const WINDOWS = 2
/** From the start of an attack until it counts. */
const RAMP_MS = 150

/** An attack outlasts its window by this long while calls of that window have no answer. */
const LATE_MS = 2_000

/** The measurement of one kind. */
export interface Outcome {
  readonly kind: Kind
  readonly quiet: Slice
  readonly hostile: Slice
  /** Calls of the victim that failed, in all windows. */
  readonly failures: readonly string[]
  /** The attacker's answers by label. */
  readonly counts: Readonly<Record<string, number>>
  /** Highest resident memory of any process of the gateway. */
  readonly peakMiB: number
  /** The gateway's longest turns, quiet and under attack. */
  readonly turns: { readonly quiet: CpuTurns; readonly hostile: CpuTurns }
  /** Time from the end of an attack until the victim is served as before. */
  readonly calmMs: number
}

/** A quantile of values; infinite for an empty list. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.POSITIVE_INFINITY

/**
 * Joins the half of the slices in which calls straight to the node were fastest.
 *
 * In the other half the machine was busy with other work. The gateway has no part in those calls,
 * so the choice does not hide what the gateway does.
 */
const calmHalf = (slices: readonly Slice[]): Slice => {
  const sorted = slices
    .filter(({ tookMs, directMs }) => tookMs.length > 0 && directMs.length > 0)
    .sort((a, b) => Math.max(...a.directMs) - Math.max(...b.directMs))
  const half = sorted.slice(0, Math.ceil(sorted.length / 2))
  return {
    tookMs: half.flatMap(({ tookMs }) => tookMs),
    onCoreMs: half.flatMap(({ onCoreMs }) => onCoreMs),
    directMs: half.flatMap(({ directMs }) => directMs),
  }
}

const NO_TURNS: CpuTurns = { p999: 0, longest: 0 }

/** Resets the highest resident memory of a process (proc_pid_clear_refs(5)). */
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
const peakMiB = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    // The process has ended; the test notices that elsewhere.
    return 0
  }
}

/** Measures one kind in quiet and hostile windows by turns, so that both meet the same machine. */
export const measureKind = async (scene: Scene, kind: Kind): Promise<Outcome> => {
  const { attacker, victim } = scene
  const { target, isNew } = await scene.targetOf(kind)
  if (isNew) await attacker.ask('prepare', { kind: kind.name, target })
  const [quiet, hostile]: [Slice[], Slice[]] = [[], []]
  const failures: string[] = []
  const counts: Record<string, number> = {}
  const measure = async (ms: number, into: Slice[]) => {
    const seen = await victim.ask('measure', ms)
    into.push(...seen.slices)
    failures.push(...seen.failures)
  }
  const windowMs = ((kind.windowSeconds ?? HOSTILE_SECONDS / WINDOWS) * 1_000) | 0
  let calmMs = await victim.ask('calmDown', undefined as never)
  const pids = scene.gatewayPids()
  for (const pid of pids) forgetPeak(pid)
  const longest = (one: CpuTurns, other: CpuTurns): CpuTurns => ({
    p999: Math.max(one.p999, other.p999),
    longest: Math.max(one.longest, other.longest),
  })
  const turns = { quiet: NO_TURNS, hostile: NO_TURNS }
  for (let window = 0; window < (kind.windowSeconds === undefined ? WINDOWS : 1); window++) {
    await scene.takeTurns()
    await measure(HOSTILE_SECONDS * 250, quiet)
    turns.quiet = longest(turns.quiet, await scene.takeTurns())
    await attacker.ask('start', { kind: kind.name, target })
    await sleep(RAMP_MS)
    const measured = measure(windowMs, hostile)
    // A starved victim would otherwise make each window last until its calls time out.
    await Promise.race([measured, sleep(windowMs + LATE_MS)])
    const counted = await attacker.ask('stop', undefined as never)
    for (const [label, count] of Object.entries(counted)) counts[label] = (counts[label] ?? 0) + count
    await measured
    turns.hostile = longest(turns.hostile, await scene.takeTurns())
    calmMs = Math.max(window === 0 ? 0 : calmMs, await victim.ask('calmDown', undefined as never))
  }
  const latencies = { quiet: calmHalf(quiet), hostile: calmHalf(hostile) }
  return { kind, ...latencies, failures, counts, peakMiB: Math.max(...pids.map(peakMiB)), turns, calmMs }
}

/** Counts the attacker's answers whose label matches. */
export const countOf = ({ counts }: Outcome, pattern: RegExp): number =>
  Object.entries(counts).reduce((sum, [label, count]) => sum + (pattern.test(label) ? count : 0), 0)

/** Labels that belong neither to the attack nor to a bound. */
export const strangeLabels = ({ kind, counts }: Outcome): string[] =>
  Object.keys(counts).filter((label) => !kind.does.test(label) && kind.refusedBy?.test(label) !== true)

/** Formats a line of the table. */
export const lineOf = (mode: string, outcome: Outcome, limitMs: number): string => {
  const { kind, quiet, hostile, failures, counts, turns, calmMs } = outcome
  const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(1).padStart(8)
  const ratio = (quantile(hostile.onCoreMs, 0.99) / quantile(quiet.onCoreMs, 0.99)).toFixed(1).padStart(8)
  const answers = Object.entries(counts).map(([label, count]) => `${label} × ${count}`)
  return [
    mode.padEnd(13),
    kind.name.slice(0, 60).padEnd(62),
    ms(quiet.tookMs, 0.5),
    ms(quiet.tookMs, 0.99),
    ms(hostile.tookMs, 0.5),
    ms(hostile.tookMs, 0.99),
    ms(quiet.onCoreMs, 0.99),
    ms(hostile.onCoreMs, 0.99),
    ms(hostile.directMs, 0.99),
    ratio,
    `${Math.round(limitMs)}`.padStart(7),
    ...[turns.quiet.longest, turns.hostile.p999, turns.hostile.longest].map((turn) => turn.toFixed(1).padStart(7)),
    `${failures.length}`.padStart(7),
    `${Math.round(outcome.peakMiB)}`.padStart(6),
    `${Math.round(calmMs)}`.padStart(6),
    `  ${answers.join(', ')}`,
  ].join('')
}

const TIMES = ['q p50', 'q p99', 'h p50', 'h p99', 'q core', 'h core', 'direct', 'ratio'].map((name) =>
  name.padStart(8),
)
const OTHERS = ['limit', 'q turn', 'h .999', 'h turn', 'fails'].map((name) => name.padStart(7))
/**
 * Heading of the table; times in milliseconds. `core` is a p99 without the waits for a core, which
 * the ratio is of. A turn is the CPU time of the longest turn of the event loop of any of the
 * gateway's processes.
 */
export const HEADING = [
  'mode'.padEnd(13),
  'kind'.padEnd(62),
  ...TIMES,
  ...OTHERS,
  ...['MiB', 'calm'].map((name) => name.padStart(6)),
  '  answers',
].join('')
