import type { Timed } from '../../../../src/server/pipeline/stage.js'
import { deadline } from '../../../../src/server/pipeline/stages/deadline.js'
import { aCall, nextStage, textOf } from '../../../support/charged-call.js'

test('a call has the method\u2019s time from the moment it was read, whatever the stages before took of it', async () => {
  const { calls, next } = nextStage()
  const call = aCall({ startedAtMs: 5_000 })
  expect(textOf(await deadline(10_000, next)(call))).toBe('"0x2a"')
  expect((calls[0] as Timed).deadlineMs).toBe(15_000)
  // It grows in place: those who hold the call see the same one.
  expect(calls[0]).toBe(call)
})
