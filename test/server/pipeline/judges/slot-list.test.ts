import { methods } from '../../../../generated/methods.js'
import type { Head } from '../../../../src/server/networks/head.js'
import { slotListJudge } from '../../../../src/server/pipeline/judges/slot-list.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { callOf, errorOf, resultOf } from '../../../support/outcomes.js'

const row = { name: 'getBlocks', position: { kind: 'commitment', param: 2 } } as const
const head = { known: { number: 100n }, finalized: 68n } as Head
const aNode = (hasMethod: boolean) =>
  ({
    weight: 1,
    health: { isUsable: true, state: 'up', head: 100n, bans: { has: () => !hasMethod } },
  }) as unknown as Upstream
const nodes = [0, 1, 2].map(() => aNode(true))
const blocks = (...params: unknown[]): ChargedCall => ({ ...callOf('getTokenAccountBalance'), params })
/** The judge's doubts about the nodes' lists for one call, in turn. */
const doubts = (params: readonly unknown[], lists: readonly string[], upstreams = nodes) => {
  const judge = slotListJudge(row, head, { upstreams })!
  const call = blocks(...params)
  return lists.map((list, index) => judge(call, upstreams[index]!, resultOf(list)))
}
const CONFIRMED = { commitment: 'confirmed' }

test('a list with the first and the last slot that were asked for is believed', () => {
  expect(doubts([96, 100, CONFIRMED], ['[96,97,100]'])).toEqual([undefined])
  expect(doubts([100, 100, CONFIRMED], ['[ 100 ]'])).toEqual([undefined])
  const judge = slotListJudge(row, head, { upstreams: nodes })!
  expect(judge(blocks(96, 100, CONFIRMED), nodes[0]!, resultOf('[9', '6,9', '7,100', ']'))).toBeUndefined()
})

test.each(['[96,97,98,99]', '[97,98,100]', '[]', '[96,100,1000]'])('%s is doubted once', (list) => {
  expect(doubts([96, 100, CONFIRMED], [list, list])).toEqual(['no_block', undefined])
})

test('a longer list is believed after a shorter one, and a shorter one is doubted', () => {
  expect(doubts([96, 100, CONFIRMED], ['[96,97]', '[96,97,98]'])).toEqual(['no_block', undefined])
  expect(doubts([96, 100, CONFIRMED], ['[96,97,98]', '[96,97]', '[96,98,99]'])).toEqual([
    'no_block',
    'no_block',
    undefined,
  ])
})

test('an empty list for many slots is doubted while another node that is up has not given one', () => {
  const old = [60, 68, CONFIRMED]
  expect(doubts(old, ['[]', '[]', '[]'])).toEqual(['no_block', 'no_block', undefined])
  expect(doubts(old, ['[]', '[]', '[60,66]'])).toEqual(['no_block', 'no_block', undefined])
  expect(doubts([61, 68, CONFIRMED], ['[]', '[]'])).toEqual(['no_block', undefined])
  const down = { weight: 1, health: { isUsable: false, state: 'down' } } as Upstream
  for (const other of [down, aNode(false)])
    expect(doubts(old, ['[]', '[]'], [...nodes.slice(0, 2), other])).toEqual(['no_block', undefined])
})

test('a list is believed if no other node is up', () => {
  expect(doubts([96, 100, CONFIRMED], ['[96]'], nodes.slice(0, 1))).toEqual([undefined])
})

test('a range whose end no node can have is cut by each', () => {
  expect(doubts([96, 116, CONFIRMED], ['[96]'])).toEqual(['no_block'])
  expect(doubts([96, 117, CONFIRMED], ['[96]'])).toEqual([undefined])
  // Final slots end before the newest one.
  expect(doubts([60, 84], ['[60]'])).toEqual(['no_block'])
  for (const end of [85, 100]) expect(doubts([60, end, null], ['[60]'])).toEqual([undefined])
  expect(doubts([60, 84, { commitment: null }], ['[60]'])).toEqual(['no_block'])
})

test('a range without an end is believed, as is what is no whole list', () => {
  for (const params of [[96], [96, null], [96, CONFIRMED]]) expect(doubts(params, ['[]'])).toEqual([undefined])
  const judge = slotListJudge(row, head, { upstreams: nodes })!
  const call = blocks(96, 100, CONFIRMED)
  expect(judge(call, nodes[0]!, errorOf(-32004, 'no'))).toBeUndefined()
  const payload = { chunks: [Buffer.from('[')], rest: (async function* () {})(), release: () => {} }
  expect(judge(call, nodes[0]!, { kind: 'result', payload })).toBeUndefined()
})

test('other methods have no such judge', () => {
  expect(slotListJudge(methods.eth_getLogs, head, { upstreams: nodes })).toBeUndefined()
})
