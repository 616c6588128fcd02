import { headOf } from '../../support/heads.js'

describe('a head that is surely still the newest', () => {
  const START = 1_200_000
  /** Blocks as a chain makes them, each seen 300 ms later. */
  const grow = (world: ReturnType<typeof headOf>, spacingsMs: readonly number[]) => {
    let timestampMs = START
    spacingsMs.forEach((spacingMs, index) => {
      timestampMs += spacingMs
      world.clock.nowMs = timestampMs + 300
      world.say('a', 100 + index, false, timestampMs)
    })
    return timestampMs
  }

  test('is known where blocks come in a beat, until the next is due', () => {
    const world = headOf(['a'])
    const last = grow(world, [12_000, 12_000, 12_000, 24_000, 12_000, 12_000, 12_000, 12_000, 12_000, 12_000])
    expect(world.head.blockTimeMs).toBe(12_000)
    expect(world.head.fresh(last + 11_999)).toBe(109n)
    expect(world.head.fresh(last + 12_000)).toBeUndefined()
    // A clock that was set back is not to be trusted.
    expect(world.head.fresh(last + 299)).toBeUndefined()
  })

  test.each<[string, number[]]>([
    ['fewer blocks than it takes', Array(8).fill(12_000)],
    ['a chain without a beat', [1_000, 3_000, 1_000, 7_000, 2_000, 1_000, 4_000, 1_000, 2_000, 5_000]],
    ['several blocks a second', Array(20).fill(0)],
    ['a block out of step', [...Array(10).fill(12_000), 5_000]],
  ])('is not known of %s', (_, spacings) => {
    const world = headOf(['a'])
    const last = grow(world, spacings)
    expect(world.head.fresh(last + 301)).toBeUndefined()
  })

  test('is not known while our clock is slow', () => {
    const world = headOf(['a'], { blockTimeMs: 12_000 })
    for (const number of [1, 2, 3]) {
      const timestampMs = START + number * 12_000
      world.clock.nowMs = timestampMs - 1_000
      world.say('a', number, false, timestampMs)
      world.clock.nowMs += 5_000
      world.say('a', number, false, timestampMs)
      expect(world.head.fresh(world.clock.nowMs + 1)).toBeUndefined()
    }
  })
})
