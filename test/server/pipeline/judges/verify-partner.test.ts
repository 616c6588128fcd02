import { StateRoots } from '../../../../src/server/networks/state-roots.js'
import { askUpstream } from '../../../../src/server/pipeline/forward/ask-node.js'
import { verifyPartner } from '../../../../src/server/pipeline/judges/verify-partner.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { aCall, aResult, payloadOf } from '../../../support/charged-call.js'
import { aNode } from '../../../support/forwarding.js'
import { timeByTurns } from '../../../support/time-by-turns.js'

timeByTurns()

const ADDRESS = `0x${'5f'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`

/**
 * What is found of a partner's answer about block 10, which an own node described; the partner has
 * no proofs.
 */
const verdictOn = (text: string, position = '0x0', rate?: CallRate) => {
  const roots = new StateRoots()
  roots.learn({ number: 10n, hash: HASH, stateRoot: HASH })
  const verify = verifyPartner({
    partner: aNode('partner', { error: { code: -32601, message: 'no such method' } }, { rate }).upstream,
    roots,
    askOwn: () => undefined,
    askUpstream: askUpstream(new ByteBudget(1 << 20)),
    nowMs: Date.now,
    events: { proof: () => {} },
  })
  const call: ChargedCall = { ...aCall({ params: [ADDRESS, position, '0xa'] }), deadlineMs: Date.now() + 5_000 }
  return verify(call, payloadOf(aResult(text)))
}

test('a partner that has not the block, and says null, is not wrong', async () => {
  expect(await verdictOn('null')).toBe('unproven')
  expect(await verdictOn('"null"')).toBe('wrong')
})

test('position 0x is position 0', async () => {
  expect(await verdictOn('"0x1"', '0x')).toBe('unproven')
})

test('the question for a proof counts towards the partner\u2019s calls per second', async () => {
  const rate = new CallRate(1)
  await verdictOn('"0x1"', '0x0', rate)
  expect(rate.hasRoom(Date.now())).toBe(false)
})
