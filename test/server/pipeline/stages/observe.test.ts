import { Cancellation } from '../../../../src/runtime/cancellation.js'
import { stopwatchMs } from '../../../../src/runtime/system-ports.js'
import { type Answerer, type Authenticated, beginCall, type OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { type Observation, observe } from '../../../../src/server/pipeline/stages/observe.js'
import { fail, resultOf } from '../../../../src/wire/jsonrpc/reply.js'

const caller = {
  requestId: 'r-1',
  network: { name: 'eth' },
  entitlement: { key: { id: 'key_1' }, account: { id: 'acc_1' } },
} as unknown as Authenticated

const aCall = (method = 'eth_chainId'): OpenedCall => {
  const envelope = { idText: '1', method, params: [], paramsJson: Buffer.from('[]') }
  const cancellation = new Cancellation()
  return beginCall(
    { caller, cancellation, startedAtMs: 0, stopwatchStartMs: stopwatchMs(), isOnlyCall: false },
    envelope,
  )
}

/** A stage under observation, and what was seen of it. */
const observed = (next: Answerer<OpenedCall>) => {
  const seen: Observation[] = []
  const bugs: unknown[] = []
  const forwarded: unknown[] = []
  const observer = {
    call: (one: Observation) => void seen.push(one),
    failedOver: (...record: unknown[]) => void forwarded.push(record),
    bug: (error: unknown) => void bugs.push(error),
  }
  const answer = observe(observer, new Map([['eth_chainId', next]]))
  return { answer, seen, bugs, forwarded }
}

test('a reply known at once is observed at once, and passed on as it is', () => {
  const reply = fail('no-upstream')
  const { answer, seen } = observed(() => reply)
  expect(answer(aCall())).toBe(reply)
  expect(seen).toMatchObject([{ outcome: 'no-upstream' }])
})

test('a reply waited for is observed when it is there', async () => {
  const reply = fail('no-upstream')
  const { answer, seen } = observed(async () => reply)
  const answered = answer(aCall())
  expect(seen).toEqual([])
  expect(await answered).toBe(reply)
  expect(seen).toMatchObject([{ outcome: 'no-upstream' }])
})

test.each<[string, Answerer<OpenedCall>]>([
  [
    'thrown at once',
    () => {
      throw new Error('bug')
    },
  ],
  ['thrown while it is waited for', () => Promise.reject(new Error('bug'))],
])('a bug %s becomes an internal error, told and observed once', async (_title, next) => {
  const { answer, seen, bugs } = observed(next)
  expect(await answer(aCall())).toMatchObject({ name: 'internal-error' })
  expect(bugs).toEqual([new Error('bug')])
  expect(seen).toMatchObject([{ outcome: 'internal-error' }])
})

test('a method that the network has not is refused, and its name kept out of metrics', () => {
  const { answer, seen } = observed(() => fail('no-upstream'))
  expect(answer(aCall('eth_chainID'))).toMatchObject({ name: 'method-not-found', error: { code: -32601 } })
  expect(seen).toMatchObject([{ outcome: 'method-not-found', method: 'unknown', unknownMethod: 'eth_chainID' }])
})

describe('a call that the partner was asked for', () => {
  const record = { partner: 'partner-1', reason: 'upstream_timeout', durationMs: 12 }

  test.each([
    ['is recorded when the partner answered', { ...resultOf(Buffer.from('"0x2a"')), failedOver: record }, 1],
    ['is recorded when the partner did not answer, either', { ...fail('no-upstream'), failedOver: record }, 1],
    ['is not recorded when an own node answered', resultOf(Buffer.from('"0x2a"')), 0],
  ])('%s', (_, reply, times) => {
    const { answer, forwarded } = observed(() => reply)
    answer(aCall())
    expect(forwarded).toEqual(Array.from({ length: times }, () => [caller, 'eth_chainId', record]))
  })
})
