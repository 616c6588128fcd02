import fc from 'fast-check'
import { methods } from '../../generated/methods.js'
import { type CheckSetting, checkAnswer } from '../../src/pipeline/check-answer.js'
import type { Timed } from '../../src/pipeline/stage.js'
import { Health } from '../../src/upstreams/health.js'
import type { Outcome } from '../../src/upstreams/outcome.js'
import type { Upstream } from '../../src/upstreams/upstream.js'

const GOOD = '"0x1"'
const BAD = '{"secret":"do not log"}'
const MINUTE = 60_000
const call = {} as Timed

const resultOf = (...texts: string[]): Outcome => ({
  kind: 'result',
  payload: { chunks: texts.map((text) => Buffer.from(text)), release: () => {} },
})

/** Checks of one network with so many upstreams; the clock is the test's. */
const world = (setting: Partial<CheckSetting> = {}, count = 2) => {
  const clock = { nowMs: 1_000_000 }
  const nowMs = () => clock.nowMs
  const upstreams = Array.from({ length: count }, (_, index) => ({
    name: `node-${index + 1}`,
    health: new Health({ nowMs, isPolled: false, onChange: () => {} }),
  })) as unknown as Upstream[]
  const violations: [string, string, string | undefined][] = []
  const judge = checkAnswer(methods.eth_blockNumber, {
    rate: 1,
    upstreams,
    nowMs,
    onViolation: ({ name }, method, schemaPath) => violations.push([name, method, schemaPath]),
    ...setting,
  })
  const [first, second] = upstreams as [Upstream, Upstream]
  return {
    clock,
    judge,
    first,
    second,
    violations,
    upstreams,
    isOut: (one: Upstream) => one.health.isTakenOut('eth_blockNumber'),
  }
}

describe('a checked answer', () => {
  test('is doubted when it breaks the contract, and told with the path in the schema, without its data', () => {
    const { judge, first, violations } = world()
    expect(judge(call, first, resultOf(GOOD))).toBeUndefined()
    expect(judge(call, first, resultOf(BAD))).toBe('contract_violation')
    expect(violations).toEqual([['node-1', 'eth_blockNumber', '#/components/schemas/Quantity/type']])
  })

  test('may come in pieces', () => {
    const { judge, first } = world()
    expect(judge(call, first, resultOf('"0', 'x', '1f"'))).toBeUndefined()
    expect(judge(call, first, resultOf('"0', 'x', 'g"'))).toBe('contract_violation')
  })

  test.each<[string, Outcome]>([
    ['a node error', { kind: 'node-error', code: 1, message: '', bytes: Buffer.from('{}') }],
    ['no answer', { kind: 'timed-out' }],
    [
      'an answer that is still arriving',
      { kind: 'result', payload: { chunks: [Buffer.from('{"')], rest: (async function* () {})(), release: () => {} } },
    ],
  ])('is not %s', (_, outcome) => {
    const { judge, first } = world()
    expect(judge(call, first, outcome)).toBeUndefined()
  })

  test('above 256 KB is judged by its kind alone', () => {
    const { upstreams, first, clock } = world()
    const setting = { rate: 1, upstreams, nowMs: () => clock.nowMs, onViolation: () => {} }
    const large = (open: string, close: string) => resultOf(open, `"${'a'.repeat(262_144)}"`, close)
    // Not the logs it should be, and not looked into.
    expect(checkAnswer(methods.eth_getLogs, setting)(call, first, large('[', ']'))).toBeUndefined()
    expect(checkAnswer(methods.eth_getTransactionReceipt, setting)(call, first, large('[', ']'))).toBe(
      'contract_violation',
    )
  })
})

describe('the sample', () => {
  test('has its share of the answers of each upstream, the first one included', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.integer({ min: 1, max: 500 }), (rate, answers) => {
        for (const share of [1, 2]) {
          let checked = 0
          const { judge, first, second } = world({ rate })
          const seen = { kind: 'result', payload: { chunks: [Buffer.from(GOOD)], release: () => {} } } as const
          const counted = {
            ...seen,
            payload: {
              ...seen.payload,
              get chunks() {
                checked += 1
                return seen.payload.chunks
              },
            },
          }
          // Taken in turn with another upstream, which must not get all the checks.
          for (let at = 0; at < answers; at++) {
            const before = checked
            judge(call, first, counted)
            checked = Math.min(checked, before + 1)
            if (share === 2) judge(call, second, seen)
          }
          expect(Math.abs(checked - answers * rate)).toBeLessThanOrEqual(1.001)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('is every answer for a minute after a violation', () => {
    const { judge, first, clock } = world({ rate: 0.01 })
    const verdicts = (count: number) =>
      Array.from({ length: count }, () => judge(call, first, resultOf(BAD))).filter(Boolean)
    judge(call, first, resultOf(GOOD))
    expect(verdicts(99)).toEqual([])
    expect(verdicts(11)).toHaveLength(11)
    clock.nowMs += MINUTE
    expect(verdicts(50)).toEqual([])
  })
})

describe('an upstream whose answers break the contract', () => {
  test('is taken out for the method at the fifth violation within a minute, and let in again after one', () => {
    const { judge, first, second, clock, isOut } = world()
    for (let at = 0; at < 4; at++) judge(call, first, resultOf(BAD))
    expect(isOut(first)).toBe(false)
    judge(call, first, resultOf(BAD))
    expect([isOut(first), isOut(second), first.health.isTakenOut('eth_getLogs')]).toEqual([true, false, false])
    expect(first.health.takenOutMethods()).toEqual({ eth_blockNumber: 'contract_violation' })
    clock.nowMs += MINUTE
    expect(isOut(first)).toBe(false)
  })

  test('is then checked with every answer, and taken out again as soon', () => {
    const { judge, first, clock, isOut } = world({ rate: 0.001 })
    for (let at = 0; at < 5; at++) judge(call, first, resultOf(BAD))
    clock.nowMs += MINUTE + 1
    for (let at = 0; at < 5; at++) expect(judge(call, first, resultOf(BAD))).toBe('contract_violation')
    expect(isOut(first)).toBe(true)
  })

  test('stays while four of five answers are good, or the violations are minutes apart', () => {
    const { judge, first, clock, isOut } = world()
    for (let at = 0; at < 400; at++) judge(call, first, resultOf(at % 5 === 4 ? BAD : GOOD))
    expect(isOut(first)).toBe(false)
    clock.nowMs += MINUTE
    for (let at = 0; at < 20; at++, clock.nowMs += 20_000) judge(call, first, resultOf(BAD))
    expect(isOut(first)).toBe(false)
  })

  test('stays when nobody else could answer: then it may be the contract that is too narrow', () => {
    const { judge, first, second, isOut } = world()
    for (const upstream of [first, second]) for (let at = 0; at < 20; at++) judge(call, upstream, resultOf(BAD))
    expect([isOut(first), isOut(second)]).toEqual([true, false])
    const alone = world({}, 1)
    for (let at = 0; at < 20; at++) alone.judge(call, alone.first, resultOf(BAD))
    expect(alone.isOut(alone.first)).toBe(false)
  })

  test('is told of ten times a minute, and counted every time', () => {
    const { judge, first, violations } = world({}, 1)
    for (let at = 0; at < 50; at++) judge(call, first, resultOf(BAD))
    expect([violations.length, violations.filter(([, , path]) => path !== undefined).length]).toEqual([50, 10])
  })
})
