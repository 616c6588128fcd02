import { setImmediate as turn } from 'node:timers/promises'
import { ChainName } from '../../../src/server/networks/chain-name.js'
import { expectSoon } from '../../support/expect-soon.js'

const FIRST_BLOCK = `0x${'AB'.repeat(32)}`

/** The name of a chain whose nodes answer `answers`; undefined where nobody answers. */
const chainWith = (answers: Record<string, unknown>) => {
  const state = { nowMs: 0, asked: 0, answers }
  const ask = async (method: string) => {
    state.asked++
    return state.answers[method]
  }
  return { state, chain: new ChainName(ask, () => state.nowMs) }
}
const KNOWN = { eth_chainId: '0x1', eth_getBlockByNumber: { hash: FIRST_BLOCK } }
const NAME = `1:0x${'ab'.repeat(32)}`

test('a chain is called by its id and its first block, once its nodes have said them', async () => {
  const { state, chain } = chainWith(KNOWN)
  expect(chain.get()).toBeUndefined()
  await expectSoon(() => chain.get(), NAME)
  expect(state.asked).toBe(2)
})

test('calls at the same time ask once', async () => {
  const { state, chain } = chainWith(KNOWN)
  for (let call = 0; call < 10; call++) chain.get()
  await turn()
  expect([chain.get(), state.asked]).toEqual([NAME, 2])
})

test.each<[string, Record<string, unknown>]>([
  ['nobody answers', {}],
  ['there is no first block', { ...KNOWN, eth_getBlockByNumber: null }],
  ['its hash is none', { ...KNOWN, eth_getBlockByNumber: { hash: '0x12' } }],
  ['the chain id is none', { ...KNOWN, eth_chainId: 1 }],
])('a chain has no name while %s, and is asked again after five seconds', async (_about, answers) => {
  const { state, chain } = chainWith(answers)
  chain.get()
  await turn()
  state.answers = KNOWN
  state.nowMs = 4_999
  chain.get()
  await turn()
  expect([chain.get(), state.asked]).toEqual([undefined, 2])
  state.nowMs = 5_000
  chain.get()
  await turn()
  expect(chain.get()).toBe(NAME)
})

test('a chain that is not what it was is asked at once', async () => {
  const { state, chain } = chainWith(KNOWN)
  chain.get()
  await turn()
  state.answers = { ...KNOWN, eth_chainId: '0x2' }
  chain.forget()
  expect(chain.get()).toBeUndefined()
  await turn()
  expect(chain.get()).toBe(NAME.replace('1:', '2:'))
})
