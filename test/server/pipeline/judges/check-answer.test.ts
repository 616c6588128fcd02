import fc from 'fast-check'
import type { MethodName } from '../../../../generated/methods.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import { type CheckDeps, checkAnswer } from '../../../../src/server/pipeline/judges/check-answer.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { Health } from '../../../../src/server/upstreams/health/health.js'
import type { Outcome } from '../../../../src/server/upstreams/outcome.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { aCall } from '../../../support/charged-call.js'
import { resultOf } from '../../../support/outcomes.js'

const GOOD = '"0x1"'
const BAD = '{"secret":"do not log"}'
const MINUTE = 60_000

/** Checks of one network with so many upstreams; the clock is the test's. */
const world = (setting: Partial<CheckDeps> = {}, count = 2, method: MethodName = 'eth_getStorageAt') => {
  const clock = { nowMs: 1_000_000 }
  const nowMs = () => clock.nowMs
  const upstreams = Array.from({ length: count }, (_, index) => ({
    name: `node-${index + 1}`,
    health: new Health({ nowMs, isPolled: false, onChange: () => {} }),
  })) as unknown as Upstream[]
  const violations: [string, string, string | undefined][] = []
  const gaps: [string, string][] = []
  const judge = checkAnswer(methods[method], {
    rate: 1,
    upstreams,
    nowMs,
    events: {
      violation: ({ name }, method, schemaPath) => violations.push([name, method, schemaPath]),
      gap: (method, schemaPath) => gaps.push([method, schemaPath]),
    },
    ...setting,
  })
  const [first, second] = upstreams as [Upstream, Upstream]
  let asked = 0
  /** A call that nobody made before. */
  const newCall = () =>
    aCall({ method, params: [`0x${(asked++).toString(16).padStart(40, '0')}`, '0x0'] }) as ChargedCall
  /** One call, answered by one upstream after the other until an answer is believed. */
  const answer = (texts: readonly string[], call = newCall(), by = upstreams) =>
    texts.map((text, index) => judge(call, by[index]!, resultOf(text)))
  return {
    clock,
    judge,
    first,
    second,
    violations,
    gaps,
    upstreams,
    newCall,
    answer,
    isOut: (one: Upstream) => one.health.bans.has(method),
  }
}
const DOUBTED = 'contract_violation'

describe('a checked answer', () => {
  test('of the wrong kind is doubted, and wrong once another upstream\u2019s fits: told with the path in the schema, without its data', () => {
    const { answer, violations, gaps } = world()
    expect(answer([GOOD])).toEqual([undefined])
    expect(answer([BAD])).toEqual([DOUBTED])
    expect(violations).toEqual([])
    expect(answer([BAD, GOOD])).toEqual([DOUBTED, undefined])
    expect(violations).toEqual([['node-1', 'eth_getStorageAt', '#/components/schemas/StorageValue/type']])
    expect(gaps).toEqual([])
  })

  test('that two upstreams agree in is a gap of the contract, and asked of no third', () => {
    const { answer, violations, gaps, isOut, first, newCall } = world({}, 3)
    const call = newCall()
    expect(answer([BAD, BAD], call)).toEqual([DOUBTED, undefined])
    expect([violations, gaps]).toEqual([[], [['eth_getStorageAt', '#/components/schemas/StorageValue/type']]])
    // Asked again it is neither doubted nor counted, even by the only upstream that answers so.
    for (let at = 0; at < 20; at++) expect(answer([BAD], { ...call })).toEqual([undefined])
    expect([violations.length, gaps.length, isOut(first)]).toEqual([0, 1, false])
  })

  test('is not refuted by an answer that says nothing: null, an empty list, an error', () => {
    const logs = world({}, 2, 'eth_getLogs')
    const [broken, fine] = ['[{"topics":"x"}]', '[{"topics":[]}]']
    expect(logs.answer([broken, '[]'])).toEqual([DOUBTED, DOUBTED])
    expect(logs.answer([broken, fine])).toEqual([DOUBTED, undefined])
    expect(logs.violations).toHaveLength(1)
    const receipts = world({}, 2, 'eth_getTransactionReceipt')
    expect(receipts.answer(['{"logs":7}', 'null'])).toEqual([DOUBTED, DOUBTED])
    const call = receipts.newCall()
    expect(receipts.answer(['{"logs":7}'], call)).toEqual([DOUBTED])
    const error: Outcome = { kind: 'node-error', code: 1, message: '', bytes: Buffer.from('{}') }
    expect(receipts.judge(call, receipts.second, error)).toBeUndefined()
    expect(receipts.violations).toEqual([])
  })

  test('in which something is missing is believed, and counted once for the same params', () => {
    const { answer, violations, gaps, newCall } = world({}, 2, 'eth_getLogs')
    const call = newCall()
    for (let at = 0; at < 3; at++) expect(answer(['[{"topics":[],"removed":null}]'], { ...call })).toEqual([undefined])
    expect([violations, gaps]).toEqual([[], [['eth_getLogs', '#/components/schemas/Log/required']]])
  })

  test('may come in pieces', () => {
    const { judge, first, newCall } = world()
    expect(judge(newCall(), first, resultOf('"0', 'x', '1f"'))).toBeUndefined()
    expect(judge(newCall(), first, resultOf('"0', 'x', 'g"'))).toBe(DOUBTED)
  })

  test.each<[string, Outcome]>([
    ['a node error', { kind: 'node-error', code: 1, message: '', bytes: Buffer.from('{}') }],
    ['no answer', { kind: 'timed-out' }],
    [
      'an answer that is still arriving',
      { kind: 'result', payload: { chunks: [Buffer.from('{"')], rest: (async function* () {})(), release: () => {} } },
    ],
  ])('is not %s', (_, outcome) => {
    const { judge, first, newCall } = world()
    expect(judge(newCall(), first, outcome)).toBeUndefined()
  })

  test('above 256 KB is judged by its kind alone', () => {
    const large = (open: string, close: string) => resultOf(open, `"${'a'.repeat(262_144)}"`, close)
    const logs = world({}, 2, 'eth_getLogs')
    // Not the logs it should be, and not looked into.
    expect(logs.judge(logs.newCall(), logs.first, large('[', ']'))).toBeUndefined()
    const receipts = world({}, 2, 'eth_getTransactionReceipt')
    expect(receipts.judge(receipts.newCall(), receipts.first, large('[', ']'))).toBe(DOUBTED)
  })
})

describe('the sample', () => {
  test('has its share of the answers of each upstream, the first one included', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.integer({ min: 1, max: 500 }), (rate, answers) => {
        for (const share of [1, 2]) {
          let checked = 0
          const { judge, first, second, newCall } = world({ rate })
          const call = newCall()
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

  test('is every answer for a minute after one that was wrong, and no more than before after a gap', () => {
    const { answer, clock } = world({ rate: 0.01 })
    const doubted = (count: number, other: string) =>
      Array.from({ length: count }, () => answer([BAD])[0] && answer([BAD, other])).filter(Boolean).length
    answer([GOOD])
    expect(Array.from({ length: 98 }, () => answer([BAD])).flat()).not.toContain(DOUBTED)
    expect(doubted(1, BAD)).toBe(0)
    expect(answer([BAD, BAD])).toEqual([DOUBTED, undefined])
    expect(Array.from({ length: 98 }, () => answer([BAD])).flat()).not.toContain(DOUBTED)
    answer([GOOD])
    expect(answer([BAD, GOOD])).toEqual([DOUBTED, undefined])
    expect(Array.from({ length: 11 }, () => answer([BAD])).flat()).toEqual(Array(11).fill(DOUBTED))
    clock.nowMs += MINUTE
    expect(Array.from({ length: 50 }, () => answer([BAD])).flat()).not.toContain(DOUBTED)
  })
})

describe('an upstream whose answers break the contract', () => {
  test('is taken out for the method at the fifth that another refuted within a minute, and let in again after one', () => {
    const { answer, first, second, clock, isOut } = world()
    for (let at = 0; at < 4; at++) answer([BAD, GOOD])
    expect(isOut(first)).toBe(false)
    answer([BAD, GOOD])
    expect([isOut(first), isOut(second), first.health.bans.has('eth_getLogs')]).toEqual([true, false, false])
    expect(first.health.bans.reasons()).toEqual({ eth_getStorageAt: DOUBTED })
    clock.nowMs += MINUTE
    expect(isOut(first)).toBe(false)
  })

  test('counts once for the same params however they are written, so that one caller\u2019s repeating takes out nobody', () => {
    const { judge, first, second, violations, isOut } = world()
    for (let at = 0; at < 40; at++) {
      const address = `0x${'ab'.repeat(20)}`
      const call = aCall({
        params: [at % 2 === 0 ? address : address.toUpperCase().replace('0X', '0x'), '0x0'],
      }) as ChargedCall
      expect(judge(call, first, resultOf(BAD))).toBe(DOUBTED)
      expect(judge(call, second, resultOf(GOOD))).toBeUndefined()
    }
    expect([violations.length, isOut(first)]).toEqual([1, false])
  })

  test('counts every time where there are no params to choose', () => {
    const { judge, first, second, isOut } = world({}, 2, 'eth_blockNumber')
    for (let at = 0; at < 5; at++) {
      const call = aCall({ method: 'eth_blockNumber', params: [] }) as ChargedCall
      expect(judge(call, first, resultOf(BAD))).toBe(DOUBTED)
      judge(call, second, resultOf(GOOD))
    }
    expect([isOut(first), isOut(second)]).toEqual([true, false])
  })

  test('is then checked with every answer, and taken out again as soon', () => {
    const { answer, first, clock, isOut } = world({ rate: 0.001 })
    for (let at = 0; at < 5; at++) answer([BAD, GOOD])
    clock.nowMs += MINUTE + 1
    for (let at = 0; at < 5; at++) expect(answer([BAD, GOOD])).toEqual([DOUBTED, undefined])
    expect(isOut(first)).toBe(true)
  })

  test('stays while four of five answers are good, or the violations are minutes apart', () => {
    const { answer, first, clock, isOut } = world()
    for (let at = 0; at < 400; at++) answer(at % 5 === 4 ? [BAD, GOOD] : [GOOD])
    expect(isOut(first)).toBe(false)
    clock.nowMs += MINUTE
    for (let at = 0; at < 20; at++, clock.nowMs += 20_000) answer([BAD, GOOD])
    expect(isOut(first)).toBe(false)
  })

  test('is believed when no other could answer, counted without blame, once for the same params', () => {
    const { answer, first, second, isOut } = world()
    for (let at = 0; at < 5; at++) answer([BAD, GOOD])
    expect(isOut(first)).toBe(true)
    for (let at = 0; at < 20; at++) expect(answer([BAD], undefined, [second])).toEqual([undefined])
    expect(isOut(second)).toBe(false)
    const alone = world({}, 1)
    const call = alone.newCall()
    for (let at = 0; at < 20; at++) expect(alone.answer([BAD], { ...call })).toEqual([undefined])
    expect([alone.isOut(alone.first), alone.violations.length, alone.gaps.length]).toEqual([false, 1, 1])
  })

  test('is told of ten times a minute, and counted every time', () => {
    const { answer, violations } = world({}, 1)
    for (let at = 0; at < 50; at++) answer([BAD])
    expect([violations.length, violations.filter(([, , path]) => path !== undefined).length]).toEqual([50, 10])
  })
})
