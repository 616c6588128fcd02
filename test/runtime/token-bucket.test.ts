import { TokenBucket } from '../../src/runtime/token-bucket.js'

const RATE = 100
const SIZE = 200

describe('a token bucket', () => {
  test('is full at the beginning, and says when there is enough again', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(150, RATE, SIZE, 0)).toBe(0)
    expect(bucket.take(100, RATE, SIZE, 0)).toBe(500)
    expect(bucket.take(100, RATE, SIZE, 499)).toBe(1)
    expect(bucket.take(100, RATE, SIZE, 500)).toBe(0)
  })

  test('takes nothing when it refuses', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(199, RATE, SIZE, 0)).toBe(0)
    expect(bucket.take(2, RATE, SIZE, 0)).toBeGreaterThan(0)
    expect(bucket.take(1, RATE, SIZE, 0)).toBe(0)
  })

  test('gives more than it holds when it is full, and then nothing until that has come back', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(500, RATE, SIZE, 0)).toBe(0)
    expect(bucket.take(1, RATE, SIZE, 3_000)).toBe(10)
    expect(bucket.take(1, RATE, SIZE, 3_010)).toBe(0)
  })

  test('holds no more than its size after a pause', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(SIZE, RATE, SIZE, 0)).toBe(0)
    expect(bucket.take(SIZE, RATE, SIZE, 3_600_000)).toBe(0)
    expect(bucket.take(1, RATE, SIZE, 3_600_000)).toBe(10)
  })

  test('fills at a changed rate from the change on', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(SIZE, RATE, SIZE, 0)).toBe(0)
    expect(bucket.take(100, 10 * RATE, 10 * SIZE, 100)).toBe(0)
  })

  test('is not filled by a clock that goes back, nor kept empty by it', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(SIZE, RATE, SIZE, 1_000)).toBe(0)
    expect(bucket.take(1, RATE, SIZE, 0)).toBe(10)
    expect(bucket.take(1, RATE, SIZE, 10)).toBe(0)
  })

  test('takes back what was not used after all, and holds no more than its size then', () => {
    const bucket = new TokenBucket()
    expect(bucket.take(SIZE, RATE, SIZE, 0)).toBe(0)
    bucket.giveBack(50)
    expect(bucket.level(RATE, SIZE, 0)).toBe(50)
    bucket.giveBack(SIZE)
    expect(bucket.level(RATE, SIZE, 0)).toBe(SIZE)
  })

  test('spends what was used already, and says how long nothing is left', () => {
    const bucket = new TokenBucket()
    expect(bucket.spend(SIZE, RATE, SIZE, 0)).toBe(0)
    expect(bucket.spend(50, RATE, SIZE, 0)).toBe(500)
    expect(bucket.take(1, RATE, SIZE, 500)).toBe(10)
  })
})
