import { methods } from '../../../generated/methods.js'
import { fail, type Reply, resultOf } from '../../../src/jsonrpc/reply.js'
import type { Validated } from '../../../src/pipeline/stage.js'
import { negativeCache } from '../../../src/pipeline/stages/negative-cache.js'
import { aKey, anEntitlement } from '../../support/accounts.js'

/** A call of eth_getLogs; only what the stage looks at. */
const callOf = (keyId: string, params = '[{}]'): Validated =>
  ({
    row: methods.eth_getLogs,
    paramsBytes: Buffer.from(params),
    caller: { entitlement: anEntitlement({ key: aKey({ id: keyId }) }) },
  }) as Partial<Validated> as Validated

/** The stage in front of something that counts its calls and charges for each answer. */
const stageWith = (answer: () => Reply) => {
  const state = { nowMs: 0, asked: 0 }
  const stage = negativeCache(
    () => state.nowMs,
    async () => {
      state.asked += 1
      return { ...answer(), costCredits: 255 }
    },
  )
  return { state, stage }
}
const tooMany = () => fail('too-many-results', { from: null, to: null, limit: 10_000 })

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
