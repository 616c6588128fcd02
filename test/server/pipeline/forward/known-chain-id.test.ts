import { knownChainId } from '../../../../src/server/pipeline/forward/known-chain-id.js'
import { fail, type NodeErrorReply, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, textOf } from '../../../support/charged-call.js'

const aNodeError = (isOfFailure: boolean) => {
  const state = { released: 0 }
  const reply: NodeErrorReply = {
    error: { code: -32603, message: 'down', data: undefined },
    bytes: undefined,
    payload: { chunks: [], release: () => void state.released++ },
    servedBy: 'upstream',
    costCredits: 0,
    ...(isOfFailure && { isOfFailure: true }),
  }
  return { state, reply }
}
const answered = (reply: Reply) => knownChainId(31_337, () => reply)(aCall({ method: 'eth_chainId', params: [] }))

test.each(['no-upstream', 'bad-upstream-answer', 'upstream-timeout'] as const)(
  'the configured chain id is the answer in place of %s',
  async (name) => {
    const reply = await answered(fail(name))
    expect([textOf(reply), reply.servedBy]).toEqual(['"0x7a69"', 'cache'])
  },
)

test('it is the answer, too, if the only word is of a node that failed, whose bytes are given back', async () => {
  const { state, reply } = aNodeError(true)
  expect(textOf(await answered(reply))).toBe('"0x7a69"')
  expect(state.released).toBe(1)
})

test('a node\u2019s own error is passed on', async () => {
  const { state, reply } = aNodeError(false)
  expect(await answered(reply)).toBe(reply)
  expect(state.released).toBe(0)
})
