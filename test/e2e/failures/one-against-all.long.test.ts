import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { kinds } from './hostility/kinds.js'
import {
  countOf,
  HEADING,
  lineOf,
  measureKind,
  type Outcome,
  quantile,
  strangeLabels,
} from './hostility/measurement.js'
import { type Scene, startScene } from './hostility/scene.js'

/**
 * One account is hostile, in one way after the other, and another is served as if it were alone. Measured by the other's own clock, in a
 * process that shares nothing with attacker, node and gateway; as a ratio of windows that follow one another.
 *
 * TOLLGATE_HOSTILE_SECONDS  of each kind, 2.6 when left out
 * TOLLGATE_HOSTILE_KINDS    tries only kinds whose name has this text
 */
const RATIO_AT_MOST = 3
/**
 * A p99 below this is good, whatever it was before. With five processes on two cores that others use as well, the scheduler alone makes the
 * slowest call in a hundred wait for several slices of a few milliseconds; and no caller notices 25 ms beside what a node takes.
 */
const FLOOR_MS = 25
/** A process: 150 MiB at rest, 128 of bodies, 128 of answers, 64 of cache; and half as much again of what is garbage. */
const MIB_AT_MOST = 768
/** The machine's noise makes a measurement worse, never better: what failed is measured again, while there is time. */
const MEASUREMENTS = 3
/** Above it is no noise of the machine. */
const NO_NOISE_MS = 1_000
const MODE_BUDGET_MS = 225_000
const ONE_KIND_MS = 180_000

const only = process.env.TOLLGATE_HOSTILE_KINDS ?? ''
const tried = kinds.filter(({ name }) => name.includes(only))
const lines: string[] = []
/** Where the table grows while the test runs. */
const TABLE = 'artefacts/one-against-all.txt'
const note = (line: string) => {
  lines.push(line)
  appendFileSync(TABLE, `${line}\n`)
}
beforeAll(() => {
  mkdirSync('artefacts', { recursive: true })
  writeFileSync(TABLE, '')
  note(HEADING)
})

test('two dozen kinds and more, each once', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(24)
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})

describe.each([
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const)('on %s, another account is served as if alone beside', (mode, options) => {
  let scene: Scene
  let beganMs: number
  /** The p99 of each kind's quiet windows so far: the calls of one kind's are few, and their p99 is low or high by chance. */
  const quietMs: number[] = []
  beforeAll(async () => {
    scene = await startScene(options)
    beganMs = performance.now()
  }, 60_000)
  afterAll(async () => {
    await scene?.stop()
    if (mode === 'two workers') console.log(lines.join('\n'))
  }, 60_000)

  /** Judged beside calls straight to the node in the same windows, too: what makes those slow is the machine. */
  const limitOf = ({ quiet, hostile }: Outcome) => {
    quietMs.push(quantile(quiet.tookMs, 0.99))
    const ordinary = [quietMs.at(-1)!, quantile(quietMs, 0.5), quantile(hostile.directMs, 0.99)]
    return Math.max(RATIO_AT_MOST * Math.max(...ordinary), FLOOR_MS)
  }
  const measure = async (kind: (typeof tried)[number]) => {
    const outcome = await measureKind(scene, kind)
    const limit = limitOf(outcome)
    const p99 = quantile(outcome.hostile.tookMs, 0.99)
    note(lineOf(mode, outcome, limit))
    const isNoise = p99 > limit && p99 < NO_NOISE_MS && outcome.failures.length === 0
    return { outcome, limit, p99, isNoise }
  }

  test.each(tried.map((kind) => [kind.name, kind] as const))(
    '%s',
    async (_, kind) => {
      let last = await measure(kind)
      const all = [last.outcome]
      while (last.isNoise && all.length < MEASUREMENTS && performance.now() - beganMs < MODE_BUDGET_MS) {
        last = await measure(kind)
        all.push(last.outcome)
      }
      for (const each of all) {
        // An attack that nobody answers attacks nothing.
        expect(strangeLabels(each)).toEqual([])
        const { does, refusedBy = does } = kind
        expect(countOf(each, new RegExp(`${does.source}|${refusedBy.source}`))).toBeGreaterThanOrEqual(kind.atLeast)
        expect(each.failures.slice(0, 3)).toEqual([])
        expect(each.peakMiB).toBeLessThan(MIB_AT_MOST)
      }
      expect(last.p99).toBeLessThanOrEqual(last.limit)
    },
    ONE_KIND_MS,
  )

  afterEach(async () => {
    const printed = scene.printed
    if (await scene.recover()) throw new Error(`the gateway ended: ${printed.slice(-500)}`)
  }, 60_000)
})
