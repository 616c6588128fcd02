import { recordForwarded } from '../../../../src/server/pipeline/stages/record-failover.js'
import { fail } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, aResult, nextStage } from '../../../support/charged-call.js'

const forwarded = { partner: 'partner-1', reason: 'upstream_timeout', durationMs: 12 }
const recordOf = async (reply: Parameters<typeof nextStage>[0]) => {
  const records: unknown[] = []
  const call = aCall()
  const got = await recordForwarded(
    { forwarded: (...record) => void records.push(record) },
    nextStage(reply).next,
  )(call)
  return { got, call, records }
}

test('a call that the partner answered is recorded once, with the call it was', async () => {
  const reply = aResult('"0x2a"', { servedBy: 'partner', forwarded })
  const { got, call, records } = await recordOf(() => reply)
  expect(records).toEqual([[call, forwarded]])
  expect(got).toBe(reply)
})

test('a call that the partner was asked for in vain is recorded too', async () => {
  const { records } = await recordOf(() => ({ ...fail('no-upstream'), forwarded }))
  expect(records).toHaveLength(1)
})

test('a call that the network\u2019s own nodes answered is not', async () => {
  expect((await recordOf(() => aResult('"0x2a"'))).records).toEqual([])
})
