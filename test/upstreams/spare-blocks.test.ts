const { jest } = import.meta

import { giveBlocks, takeBlock } from '../../src/upstreams/read-blocks.js'

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

  test('are given up when nobody needs any', () => {
    const block = takeBlock()
    giveBlocks([block])
    jest.advanceTimersByTime(3 * A_WHILE_MS)
    expect(takeBlock() === block).toBe(false)
    expect(jest.getTimerCount()).toBe(0)
  })
})
