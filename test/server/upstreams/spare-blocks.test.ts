const { jest } = import.meta

import { copyOf, giveBlocks, takeBlock } from '../../../src/runtime/buffer-pool.js'

/** Longer than the time between two trims. */
const A_WHILE_MS = 11_000

describe('blocks that were given back', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.advanceTimersByTime(5 * A_WHILE_MS)
    jest.useRealTimers()
  })

  test('are used again', () => {
    const blocks = [takeBlock(), takeBlock()]
    giveBlocks(blocks)
    expect(new Set([takeBlock(), takeBlock()])).toEqual(new Set(blocks))
  })

  test('stay as long as they are needed now and then, and no more of them than that', () => {
    const blocks = [takeBlock(), takeBlock(), takeBlock()]
    giveBlocks(blocks)
    for (let time = 0; time < 4; time++) {
      jest.advanceTimersByTime(A_WHILE_MS)
      const block = takeBlock()
      expect(blocks.includes(block)).toBe(true)
      giveBlocks([block])
    }
    takeBlock()
    expect(blocks.includes(takeBlock())).toBe(false)
  })

  test('are given up when no read needs any', () => {
    const block = takeBlock()
    giveBlocks([block])
    jest.advanceTimersByTime(3 * A_WHILE_MS)
    expect(takeBlock() === block).toBe(false)
    expect(jest.getTimerCount()).toBe(0)
  })

  test.each([8_193, 16_384, 16_385, 32_768])('hold copies of %d bytes, and no more than as much again', (length) => {
    const bytes = Buffer.alloc(40_000, 'abcde')
    const copy = copyOf(bytes, 7, 7 + length)
    expect(copy.bytes.equals(bytes.subarray(7, 7 + length))).toBe(true)
    expect(copy.bytes.buffer.byteLength).toBeLessThan(2 * length)
    const other = copyOf(bytes, 0, length)
    expect(other.bytes.buffer === copy.bytes.buffer).toBe(false)
    copy.giveBack!()
    expect(copyOf(bytes, 0, length).bytes.buffer === copy.bytes.buffer).toBe(true)
  })

  test.each([0, 100, 8_192, 32_769])('hold no copies of %d bytes', (length) => {
    const bytes = Buffer.alloc(40_000, 'abcde')
    const copy = copyOf(bytes, 1, 1 + length)
    expect(copy.giveBack).toBeUndefined()
    bytes.fill('z')
    expect(copy.bytes.equals(Buffer.alloc(40_000, 'abcde').subarray(1, 1 + length))).toBe(true)
  })
})
