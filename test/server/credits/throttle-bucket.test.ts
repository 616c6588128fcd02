import fc from 'fast-check'
import { BucketThrottle, creditRate } from '../../../src/server/credits/throttle-bucket.js'

const NOW = 1_000_000

test('a second of credits may be used at once, then as they come back', () => {
  const throttle = new BucketThrottle()
  expect(throttle.take('a', creditRate(500), 255, NOW)).toBe(0)
  expect(throttle.take('a', creditRate(500), 245, NOW)).toBe(0)
  expect(throttle.take('a', creditRate(500), 80, NOW)).toBe(160)
  expect(throttle.take('a', creditRate(500), 80, NOW + 159)).toBe(1)
  expect(throttle.take('a', creditRate(500), 80, NOW + 160)).toBe(0)
})

test('accounts do not share', () => {
  const throttle = new BucketThrottle()
  throttle.take('a', creditRate(255), 255, NOW)
  expect(throttle.take('b', creditRate(255), 255, NOW)).toBe(0)
})

test('a refusal costs nothing', () => {
  const throttle = new BucketThrottle()
  throttle.take('a', creditRate(255), 200, NOW)
  for (let i = 0; i < 10; i++) expect(throttle.take('a', creditRate(255), 255, NOW)).toBeGreaterThan(0)
  expect(throttle.take('a', creditRate(255), 55, NOW)).toBe(0)
})

test('a clock set back neither refills nor blocks', () => {
  const throttle = new BucketThrottle()
  throttle.take('a', creditRate(255), 255, NOW)
  expect(throttle.take('a', creditRate(255), 255, NOW - 60_000)).toBe(1000)
  expect(throttle.take('a', creditRate(255), 255, NOW + 1000)).toBe(0)
})

test('a changed rate counts at once', () => {
  const throttle = new BucketThrottle()
  throttle.take('a', creditRate(255), 255, NOW)
  expect(throttle.take('a', creditRate(2550), 255, NOW)).toBe(100)
  expect(throttle.take('a', creditRate(2550), 255, NOW + 100)).toBe(0)
})

test('a burst lets through what was not used before, then the rate', () => {
  const throttle = new BucketThrottle()
  expect(throttle.take('a', creditRate(500, 2_500), 2_500, NOW)).toBe(0)
  expect(throttle.take('a', creditRate(500, 2_500), 80, NOW)).toBe(160)
  expect(throttle.take('a', creditRate(500, 2_500), 1_000, NOW + 2_000)).toBe(0)
  expect(throttle.take('a', creditRate(500, 2_500), 2_501, NOW + 60_000)).toBeGreaterThan(0)
  expect(throttle.take('a', creditRate(500, 2_500), 2_500, NOW + 60_000)).toBe(0)
})

test('a burst taken away is cut off at once', () => {
  const throttle = new BucketThrottle()
  throttle.take('a', creditRate(500, 5_000), 5, NOW)
  expect(throttle.take('a', creditRate(500, 500), 501, NOW)).toBeGreaterThan(0)
  expect(throttle.take('a', creditRate(500, 500), 500, NOW)).toBe(0)
})

test('over any stretch of time, no more than the rate and one burst is taken, and a retry as advised succeeds', () => {
  const calls = fc.array(fc.record({ waitMs: fc.nat(700), price: fc.constantFrom(5, 80, 160, 255) }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(
      calls,
      fc.integer({ min: 255, max: 5000 }),
      fc.integer({ min: 1, max: 60 }),
      (history, rate, seconds) => {
        const burst = rate * seconds
        const throttle = new BucketThrottle()
        let nowMs = NOW
        let used = 0
        for (const { waitMs, price } of history) {
          nowMs += waitMs
          const retryAfterMs = throttle.take('a', creditRate(rate, burst), price, nowMs)
          if (retryAfterMs > 0) {
            nowMs += retryAfterMs
            expect(throttle.take('a', creditRate(rate, burst), price, nowMs)).toBe(0)
          }
          used += price
          expect(used).toBeLessThanOrEqual(burst + ((nowMs - NOW) * rate) / 1000 + 1e-6)
        }
      },
    ),
  )
})

test('idle accounts are forgotten, busy ones are not', () => {
  const throttle = new BucketThrottle(100)
  for (let i = 0; i < 100; i++) throttle.take(`idle${i}`, creditRate(255), 255, NOW)
  throttle.take('busy', creditRate(255), 255, NOW + 900)
  expect(throttle.size).toBe(101)
  for (let i = 0; i < 200; i++) throttle.take(`new${i}`, creditRate(255), 5, NOW + 1000)
  expect(throttle.size).toBeLessThanOrEqual(201)
  expect(throttle.take('busy', creditRate(255), 255, NOW + 1000)).toBeGreaterThan(0)
})

test('an account is not forgotten before its whole burst has come back', () => {
  const throttle = new BucketThrottle(1)
  throttle.take('a', creditRate(255, 2_550), 2_550, NOW)
  throttle.take('b', creditRate(255), 5, NOW + 9_000)
  expect(throttle.take('a', creditRate(255, 2_550), 2_550, NOW + 9_000)).toBeGreaterThan(0)
})
