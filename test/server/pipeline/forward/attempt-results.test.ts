import { methods } from '../../../../generated/methods.js'
import type { Attempt } from '../../../../src/server/pipeline/forward/attempt.js'
import { replyOf } from '../../../../src/server/pipeline/forward/attempt.js'
import { type AttemptResult, AttemptResults } from '../../../../src/server/pipeline/forward/attempt-results.js'
import type { Answered } from '../../../../src/server/upstreams/outcome.js'
import { type Failure, fail } from '../../../../src/wire/jsonrpc/reply.js'
import { aResult, textOf } from '../../../support/charged-call.js'

const { eth_getStorageAt, eth_getLogs } = methods
const ORIGIN = { account: 'one', method: eth_getStorageAt.name }

/** An answer of a node. `discarded` counts how often it is discarded. */
const anAnswer = (text: string) => {
  const state = { discarded: 0 }
  const attempt = { upstream: { name: 'node', isPartner: false }, finalized: 1n, discard: () => void state.discarded++ }
  const outcome: Answered = { kind: 'result', payload: aResult(text).result }
  const finding: AttemptResult = { attempt: attempt as unknown as Attempt, outcome }
  return { state, finding }
}
const nameOf = (results: AttemptResults, row = eth_getStorageAt, throttled?: Failure) => {
  const word = results.bestReply({ row, pool: { lacks: () => false } }, { throttled: () => throttled })
  return 'attempt' in word ? replyOf(row, word.outcome, word.attempt, false) : word
}

test.each<[Parameters<AttemptResults['recordTrouble']>[0][], string]>([
  [[], 'no-upstream'],
  [[{ kind: 'unreachable', reason: 'econnrefused' }], 'no-upstream'],
  [
    [
      { kind: 'unusable', reason: 'not_json' },
      { kind: 'unreachable', reason: 'http_500' },
    ],
    'bad-upstream-answer',
  ],
  [[{ kind: 'timed-out' }, { kind: 'unusable', reason: 'not_json' }], 'upstream-timeout'],
])('after %j the caller is told what says most: %s', (troubles, name) => {
  const results = new AttemptResults()
  for (const trouble of troubles) results.recordTrouble(trouble)
  expect(nameOf(results)).toMatchObject({ name })
})

test('a provider that takes no more calls is told instead of no upstream', () => {
  const busy = fail('throttled-evm', { creditsPerSecond: 500, retryAfterMs: 40 })
  const results = new AttemptResults()
  expect(nameOf(results, eth_getStorageAt, busy)).toBe(busy)
  results.recordTrouble({ kind: 'unreachable', reason: 'econnrefused' })
  expect(nameOf(results, eth_getStorageAt, busy)).toBe(busy)
  results.recordTrouble({ kind: 'unusable', reason: 'not_json' })
  expect(nameOf(results, eth_getStorageAt, busy)).toMatchObject({ name: 'bad-upstream-answer' })
})

test('a time-out is told in the method\u2019s own words', () => {
  const results = new AttemptResults()
  results.recordTrouble({ kind: 'timed-out' })
  expect(nameOf(results, eth_getLogs)).toMatchObject({ name: 'query-timeout' })
})

test('a node that would not read the call says more than all troubles', () => {
  const results = new AttemptResults()
  results.recordTrouble({ kind: 'timed-out' })
  results.recordRefusal({ kind: 'request-refused', reason: 'http_413' })
  expect(nameOf(results)).toMatchObject({ name: 'request-too-large' })
})

test('the first doubted answer is the last word, with its bytes, and a second one is let go of', () => {
  const results = new AttemptResults()
  const [first, second] = [anAnswer('"0x1"'), anAnswer('"0x2"')]
  results.recordRefusal({ kind: 'request-refused', reason: 'http_400' })
  results.recordDoubt(first.finding, 'node_behind', ORIGIN)
  results.recordDoubt(second.finding, 'no_state', ORIGIN)
  expect(textOf(nameOf(results))).toBe('"0x1"')
  // The caller has the first answer now, so only the second is discarded.
  results.discard()
  expect([first.state.discarded, second.state.discarded]).toEqual([0, 1])
})

test('that a slot was skipped says more than that a node does not have it, whichever comes first', () => {
  const [cleanedUp, skipped] = [anAnswer('').finding, anAnswer('').finding].map((finding, index) => {
    const code = index === 0 ? -32001 : -32007
    return { ...finding, outcome: { kind: 'node-error', code, message: '', bytes: undefined } } as const
  }) as [AttemptResult, AttemptResult]
  const doubts = [
    [cleanedUp, 'no_history'],
    [skipped, 'slot_skipped'],
  ] as const
  for (const order of [doubts, [...doubts].reverse()]) {
    const results = new AttemptResults()
    for (const [finding, doubt] of order) results.recordDoubt(finding, doubt, ORIGIN)
    expect(nameOf(results)).toMatchObject({ error: { code: -32007 } })
  }
})

test('a doubted answer that is not needed is let go of once', () => {
  const results = new AttemptResults()
  const { state, finding } = anAnswer('"0x1"')
  results.recordDoubt(finding, 'node_behind', ORIGIN)
  results.discard()
  results.discard()
  expect(state.discarded).toBe(1)
})

test('the reason for asking the partner is the last trouble or doubt', () => {
  const results = new AttemptResults()
  expect(results.reason).toBe('no_upstream')
  results.recordTrouble({ kind: 'unreachable', reason: 'http_429' })
  expect(results.reason).toBe('rate_limited')
  results.recordDoubt(anAnswer('1').finding, 'node_behind', ORIGIN)
  expect(results.reason).toBe('node_behind')
})
