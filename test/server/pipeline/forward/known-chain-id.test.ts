import { knownChainId } from '../../../../src/server/pipeline/forward/known-chain-id.js'
import { fail, type NodeErrorReply, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, textOf } from '../../../support/charged-call.js'

const answered = (reply: Reply) => knownChainId(31_337, () => reply)(aCall({ method: 'eth_chainId', params: [] }))

test.each(['no-upstream', 'bad-upstream-answer', 'upstream-timeout'] as const)(
  'the configured chain id is the answer in place of %s',
  async (name) => {
    const reply = await answered(fail(name))
    expect([textOf(reply), reply.servedBy]).toEqual(['"0x7a69"', 'cache'])
  },
)

test('a node\u2019s own error is passed on', async () => {
  const error = { code: -32603, message: 'down', data: undefined }
  const reply: NodeErrorReply = { error, bytes: Buffer.from('{}'), servedBy: 'upstream', costCredits: 0 }
  expect(await answered(reply)).toBe(reply)
})
