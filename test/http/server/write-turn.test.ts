import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeTurn } from '../../../src/http/server/write-turn.js'

const PIECES_BYTES = 65_536
/** What a turn has room for. */
const ROOM = 4

describe("large replies' share of a turn of the event loop", () => {
  afterEach(async () => {
    await nextTurn()
    await nextTurn()
  })

  /** Writes as a reply does, until it is over; in which turns. */
  const write = async (times: number, turnNow: () => number): Promise<number[]> => {
    const turns: number[] = []
    for (let time = 0; time < times; time++) {
      while (writeTurn.isOver) await writeTurn.comes
      writeTurn.count(PIECES_BYTES)
      turns.push(turnNow())
    }
    return turns
  }

  test('is of all of them together, and whole again in each turn', async () => {
    let turn = 0
    const counting = (async () => {
      for (; turn < 8; turn++) await nextTurn()
    })()
    const all = await Promise.all([write(6, () => turn), write(1, () => turn), write(3, () => turn)])
    await counting
    const perTurn = new Map<number, number>()
    for (const at of all.flat()) perTurn.set(at, (perTurn.get(at) ?? 0) + 1)
    expect(all.flat()).toHaveLength(10)
    expect(perTurn.size).toBeGreaterThan(1)
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(ROOM)
  })
})
