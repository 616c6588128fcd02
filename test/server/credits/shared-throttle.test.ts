import fc from 'fast-check'
import { SharedThrottle, type Spending } from '../../../src/server/credits/shared-throttle.js'
import { creditRate } from '../../../src/server/credits/throttle-bucket.js'

const RATE = 1_000
const PROCESSES = 3
const EXCHANGE_MS = 100

/** Every process tells the others what it took. */
const tellAll = (throttles: readonly SharedThrottle[]) => {
  const told: Spending[][] = throttles.map((throttle) => throttle.spent())
  for (const [to, throttle] of throttles.entries()) {
    for (const [from, spending] of told.entries()) if (from !== to) throttle.absorb(spending)
  }
}

test('over time an account gets its rate over all processes, and at once never more than a second of each', () => {
  const calls = fc.array(
    fc.record({ process: fc.nat(PROCESSES - 1), price: fc.constantFrom(5, 80, 255), count: fc.nat(30) }),
    {
      minLength: 100,
      maxLength: 200,
    },
  )
  fc.assert(
    fc.property(calls, (rounds) => {
      let nowMs = 0
      const throttles = Array.from({ length: PROCESSES }, () => new SharedThrottle(() => nowMs))
      let taken = 0
      for (const { process, price, count } of rounds) {
        for (let call = 0; call < count; call++) {
          if (throttles[process]!.take('acc', creditRate(RATE), price, nowMs) === 0) taken += price
        }
        tellAll(throttles)
        nowMs += EXCHANGE_MS
        // One process calls in each round: nobody is ahead of what he heard.
        expect(taken).toBeLessThanOrEqual(RATE + (RATE * nowMs) / 1_000)
      }
    }),
    { numRuns: 50 },
  )
})

test('processes that have not heard of each other let a burst through each, which is waited for afterwards', () => {
  let nowMs = 0
  const throttles = Array.from({ length: PROCESSES }, () => new SharedThrottle(() => nowMs))
  const takeAll = () => {
    let taken = 0
    for (const throttle of throttles) while (throttle.take('acc', creditRate(RATE), 100, nowMs) === 0) taken += 100
    tellAll(throttles)
    return taken
  }
  let taken = takeAll()
  expect(taken).toBe(PROCESSES * RATE)
  nowMs = 1_900
  expect(takeAll()).toBe(0)
  for (nowMs = 2_000; nowMs <= 60_000; nowMs += EXCHANGE_MS) taken += takeAll()
  expect(taken).toBeLessThanOrEqual(RATE * 62 + PROCESSES * 100)
  expect(taken).toBeGreaterThan(RATE * 55)
})

test('a burst that one process let through is not there in another that heard of it', () => {
  const [one, other] = [new SharedThrottle(() => 0), new SharedThrottle(() => 0)]
  expect(one.take('acc', creditRate(RATE, 5 * RATE), 5 * RATE, 0)).toBe(0)
  tellAll([one, other])
  expect(other.take('acc', creditRate(RATE, 5 * RATE), 5, 0)).toBe(5)
})

test('what was given back is not reported', () => {
  const throttle = new SharedThrottle(() => 0)
  throttle.take('acc', creditRate(RATE), 80, 0)
  throttle.take('key', creditRate(RATE), 80, 0)
  throttle.giveBack('key', 80)
  expect(throttle.spent()).toEqual([{ id: 'acc', creditsPerSecond: RATE, burstCredits: RATE, credits: 80 }])
  expect(throttle.spent()).toEqual([])
})

test('what is given back after it was told is there again in every process', () => {
  let nowMs = 0
  const [one, other] = [new SharedThrottle(() => nowMs), new SharedThrottle(() => nowMs)]
  one.take('acc', creditRate(RATE), RATE, nowMs)
  tellAll([one, other])
  nowMs = 300
  one.giveBack('acc', RATE - 10)
  tellAll([one, other])
  for (const throttle of [one, other]) expect(throttle.take('acc', creditRate(RATE), RATE - 10, nowMs)).toBe(0)
})

test('what is given back while the others are told of what was taken is not lost in what they say is left', () => {
  const throttle = new SharedThrottle(() => 0)
  throttle.take('acc', creditRate(RATE), RATE, 0)
  const told = throttle.spent()[0]!
  throttle.giveBack('acc', RATE - 10)
  throttle.adopt(told, 0, 1)
  expect(throttle.take('acc', creditRate(RATE), RATE - 10, 0)).toBe(0)
})

test('no process has more than its burst by what another gave back', () => {
  const [one, other] = [new SharedThrottle(() => 0), new SharedThrottle(() => 0)]
  one.take('acc', creditRate(RATE), RATE, 0)
  one.spent()
  one.giveBack('acc', RATE)
  other.take('acc', creditRate(RATE), 10, 0)
  tellAll([one, other])
  expect(other.take('acc', creditRate(RATE), RATE, 0)).toBe(0)
  expect(other.take('acc', creditRate(RATE), 10, 0)).toBeGreaterThan(0)
})
