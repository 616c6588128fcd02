import { setImmediate as nextTurn } from 'node:timers/promises'
import { Deferred } from '../../../src/runtime/deferred.js'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import type { Ledger } from '../../../src/server/credits/ledger.js'
import type { Answerer, OpenedCall } from '../../../src/server/pipeline/stage.js'
import { charge } from '../../../src/server/pipeline/stages/charge.js'
import { type Observation, observe } from '../../../src/server/pipeline/stages/observe.js'
import { UpstreamTime } from '../../../src/server/pipeline/upstream-time.js'
import { aNode, forwarding } from '../../support/forwarding.js'

const { jest } = import.meta

test('waits that overlap count once, and the time between two waits not at all', () => {
  const time = new UpstreamTime()
  time.begin(10)
  time.begin(12)
  time.end(15)
  time.end(20)
  time.begin(30)
  time.end(31)
  expect(time.until(40)).toBe(11)
})

test('a wait that goes on counts as far as it is', () => {
  const time = new UpstreamTime()
  time.begin(10)
  expect([time.until(14), time.until(16)]).toEqual([4, 6])
  // A reading that was shared may be a little earlier than another.
  expect(time.until(9)).toBe(0)
})

test('a promise is waited for until it is resolved or rejected', async () => {
  const time = new UpstreamTime()
  expect(await time.during(Promise.resolve(7))).toBe(7)
  await expect(time.during(Promise.reject(new Error('planted')))).rejects.toThrow('planted')
  const waitedMs = time.until(0)
  // Nothing is waited for any more.
  expect(time.until(1e9)).toBe(waitedMs)
})

test('a promise that is resolved within the turn takes no time', async () => {
  const time = new UpstreamTime()
  let nowMs = 0
  const reading = jest.spyOn(performance, 'now').mockImplementation(() => ++nowMs)
  try {
    systemPorts.nowMs()
    await time.during(Promise.resolve(7))
  } finally {
    reading.mockRestore()
  }
  expect(time.until(1e9)).toBe(0)
})

describe('by a stopwatch that nodes alone move on,', () => {
  const NODE_MS = 100
  let nowMs = 0
  const pass = async () => {
    await nextTurn()
    nowMs += NODE_MS
    await nextTurn()
  }
  beforeAll(() => void jest.spyOn(performance, 'now').mockImplementation(() => nowMs))
  afterAll(() => jest.restoreAllMocks())

  test('a partner waits for the check of its answer', async () => {
    const partner = aNode('partner', { result: '"0x1"', after: pass() }, { isPartner: true })
    const verifyPartner = async () => {
      await pass()
      return 'proven' as const
    }
    const { stage, callWith } = forwarding([aNode('own', { refused: true })], { partner, verifyPartner })
    const call = callWith(1_000, { canFailOver: true })
    expect(await stage(call)).toMatchObject({ servedBy: 'partner', isVerified: true })
    expect(call.upstreamTime.until(nowMs)).toBe(2 * NODE_MS)
  })

  test('a call whose charge cannot be written has waited for its node all the same', async () => {
    const seen: Observation[] = []
    const observer = { call: (one: Observation) => void seen.push(one), failedOver: () => {}, bug: () => {} }
    const written = new Deferred<void>()
    written.reject(new Error('disk on fire'))
    const ledger = { hold: () => ({ charge: () => written, remainingCredits: () => 900 }) } as unknown as Ledger
    const { stage, callWith } = forwarding([aNode('own', { result: '"0x1"', after: pass() })])
    const pipeline = charge(ledger, () => 0, stage) as Answerer<OpenedCall>
    await observe(observer, new Map([['eth_getStorageAt', pipeline]]))(callWith(10_000))
    expect(seen).toMatchObject([{ outcome: 'ledger-unavailable', durationMs: NODE_MS, upstreamMs: NODE_MS }])
  })
})
