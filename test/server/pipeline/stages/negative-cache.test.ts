import { type MethodRow, methods } from '../../../../generated/methods.js'
import type { Call } from '../../../../src/server/pipeline/stage.js'
import { negativeCache } from '../../../../src/server/pipeline/stages/negative-cache.js'
import { fail, type NodeErrorReply, type Reply, resultOf } from '../../../../src/wire/jsonrpc/reply.js'
import { aKey, anAccount, anEntitlement } from '../../../support/accounts.js'

/** A call of eth_getLogs; only what the stage looks at. */
const callOf = (keyId: string, params = '[{"fromBlock":"0x0"}]', accountId = 'acc_1'): Call =>
  ({
    row: methods.eth_getLogs,
    params: JSON.parse(params) as readonly unknown[],
    paramsJson: Buffer.from(params),
    caller: { entitlement: anEntitlement({ key: aKey({ id: keyId }), account: anAccount({ id: accountId }) }) },
  }) as Partial<Call> as Call

/** The stage in front of something that counts its calls and charges for each answer. */
const stageWith = (answer: () => Reply, row: MethodRow = methods.eth_getLogs) => {
  const state = { nowMs: 0, asked: 0 }
  const stage = negativeCache(
    row,
    () => state.nowMs,
    async () => {
      state.asked += 1
      return { ...answer(), costCredits: 255 }
    },
  )
  return { state, stage }
}
const tooMany = () => fail('too-many-results', { from: null, to: null, limit: 10_000 })
const nodeError = (message: string, more: Partial<NodeErrorReply> = {}): Reply => ({
  error: { code: -32005, message, data: undefined },
  bytes: Buffer.from(JSON.stringify({ code: -32005, message })),
  servedBy: 'upstream',
  costCredits: 0,
  ...more,
})
/**
 * How many calls of several with the same params reached the node, and what the last of them was
 * charged.
 */
const askedTwice = async (answer: () => Reply, params?: string, row?: MethodRow) => {
  const { state, stage } = stageWith(answer, row)
  await stage(callOf('key_1', params))
  const { costCredits } = await stage(callOf('key_1', params))
  return { asked: state.asked, costCredits }
}
const [FREE, PAID] = [
  { asked: 1, costCredits: 0 },
  { asked: 2, costCredits: 255 },
]

test('a refusal that would come out the same is repeated for a minute, word for word, at no cost', async () => {
  const { state, stage } = stageWith(tooMany)
  const first = await stage(callOf('key_1'))
  state.nowMs = 59_999
  const again = await stage(callOf('key_1'))
  expect([first.costCredits, again.costCredits]).toEqual([255, 0])
  expect(again.error).toEqual(first.error)
  expect(state.asked).toBe(1)
  state.nowMs = 60_000
  expect((await stage(callOf('key_1'))).costCredits).toBe(255)
})

test('it is not for another key, nor for other params', async () => {
  const { state, stage } = stageWith(tooMany)
  await stage(callOf('key_1'))
  expect((await stage(callOf('key_2'))).costCredits).toBe(255)
  expect((await stage(callOf('key_1', '[{"fromBlock":"0x1"}]'))).costCredits).toBe(255)
  expect(state.asked).toBe(3)
  expect((await stage(callOf('key_2'))).costCredits).toBe(0)
})

test.each([
  ['a timeout, which may not happen again', () => fail('query-timeout')],
  ['an answer', () => resultOf(Buffer.from('[]'))],
])('%s is not repeated from memory', async (_, answer) => {
  const { state, stage } = stageWith(answer)
  await stage(callOf('key_1'))
  await stage(callOf('key_1'))
  expect(state.asked).toBe(2)
})

describe('a refusal is kept where later blocks can only add results', () => {
  const hash = `0x${'ab'.repeat(32)}`
  test.each([
    ['0x10', 'latest'],
    ['0x10', '0x20'],
    ['0x10', undefined],
    ['earliest', 'finalized'],
  ])('from %s to %s', async (fromBlock, toBlock) => {
    expect(await askedTwice(tooMany, JSON.stringify([{ fromBlock, toBlock }]))).toEqual(FREE)
  })

  test('of one block by its hash', async () => {
    expect(await askedTwice(tooMany, JSON.stringify([{ blockHash: hash }]))).toEqual(FREE)
  })

  test.each([
    [undefined, undefined],
    ['latest', undefined],
    ['latest', '0x10'],
    [null, '0x10'],
    ['pending', 'latest'],
    ['safe', 'latest'],
    ['finalized', 'latest'],
  ])('but not from %s to %s, which is another block the next time', async (fromBlock, toBlock) => {
    expect(await askedTwice(tooMany, JSON.stringify([{ fromBlock, toBlock, topics: [] }]))).toEqual(PAID)
  })

  test('nor of a method whose params name no block, unless the chain never changes it', async () => {
    const row: MethodRow = { ...methods.eth_getLogs, position: { kind: 'none' } }
    expect(await askedTwice(tooMany, '[]', row)).toEqual(PAID)
    expect(await askedTwice(tooMany, '[]', { ...row, finality: 'constant' })).toEqual(FREE)
  })
})

test('that no range could be verified is repeated for ten seconds: a later query may find one', async () => {
  const unverified = () =>
    fail('too-many-results', { from: null, to: null, limit: 10_000, reason: 'not_verified' as const })
  const answers = [tooMany, unverified, unverified]
  const { state, stage } = stageWith(() => answers.shift()!())
  const costOfNext = async () => (await stage(callOf('key_1'))).costCredits
  // One that is kept for a minute is older, so this one is not deleted at its end.
  await stage(callOf('key_2'))
  expect(await costOfNext()).toBe(255)
  state.nowMs = 9_999
  expect(await costOfNext()).toBe(0)
  state.nowMs = 10_000
  expect(await costOfNext()).toBe(255)
})

test('of a refusal nothing is kept that callers do not see', async () => {
  const { stage } = stageWith(() => ({
    ...tooMany(),
    surplus: { first: 'a'.repeat(1_000), last: 'b' },
    upstream: 'node',
  }))
  await stage(callOf('key_1'))
  expect(await stage(callOf('key_1'))).toEqual({ ...tooMany(), servedBy: 'cache', costCredits: 0 })
})

test('a node\u2019s own word that there are too many is repeated as well, byte for byte', async () => {
  const message = 'query returned more than 10000 results'
  const { stage } = stageWith(() => nodeError(message))
  const first = await stage(callOf('key_1'))
  const again = await stage(callOf('key_1'))
  expect([again.costCredits, again.servedBy]).toEqual([0, 'cache'])
  expect((again as NodeErrorReply).bytes).toEqual((first as NodeErrorReply).bytes)
  expect(await askedTwice(() => nodeError('query exceeds max results 20000'))).toEqual(FREE)
  expect(await askedTwice(() => nodeError('query returns too many logs, narrow your filter: 20000'))).toEqual(FREE)
  expect(await askedTwice(() => nodeError(message), '[{}]')).toEqual(PAID)
})

test.each([
  ['another error of a node', () => nodeError('query timeout exceeded')],
  ['a partner\u2019s', () => nodeError('query returned more than 10 results', { servedBy: 'partner' })],
  ['one too long to keep', () => nodeError(`query returned more than 10 results${' '.repeat(1_024)}`)],
])('%s is not', async (_, answer) => {
  expect(await askedTwice(answer)).toEqual(PAID)
})

test('a clock that is set back keeps nothing for longer', async () => {
  const { state, stage } = stageWith(tooMany)
  state.nowMs = 10_000_000
  await stage(callOf('key_1'))
  state.nowMs = 0
  expect((await stage(callOf('key_1'))).costCredits).toBe(255)
})

test('nor does it keep one behind an older one whose time is shorter', async () => {
  const unverified = fail('too-many-results', { from: null, to: null, limit: 10_000, reason: 'not_verified' as const })
  const answers = [unverified, tooMany(), tooMany()]
  const { state, stage } = stageWith(() => answers.shift()!)
  state.nowMs = 100_000
  await stage(callOf('key_1'))
  await stage(callOf('key_2'))
  state.nowMs = 55_000
  expect((await stage(callOf('key_2'))).costCredits).toBe(255)
})

test('an account that is refused ever new queries pushes out its own refusals, and no other account’s', async () => {
  const { state, stage } = stageWith(tooMany)
  const paramsAt = (block: number) => `[{"fromBlock":"0x${block.toString(16)}"}]`
  await stage(callOf('key_1'))
  for (let block = 0; block < 10_000; block++) await stage(callOf('key_2', paramsAt(block), 'acc_2'))
  state.asked = 0
  expect((await stage(callOf('key_1'))).costCredits).toBe(0)
  expect((await stage(callOf('key_2', paramsAt(1), 'acc_2'))).costCredits).toBe(0)
  expect((await stage(callOf('key_2', paramsAt(0), 'acc_2'))).costCredits).toBe(255)
  expect(state.asked).toBe(1)
})
