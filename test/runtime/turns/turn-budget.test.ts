import { setImmediate as nextTurn } from 'node:timers/promises'
import { TurnBudget, type TurnWaiter } from '../../../src/runtime/turns/process-budgets.js'

const BLOCK_BYTES = 65_536
/** Number of readers that read on in a turn. */
const AT_ONCE = 4

describe("large answers' share of a turn of the event loop", () => {
  /** Number of blocks for which a turn has room. */
  const BLOCKS = 8

  /** Reads, waits when it must, and records what it was told to do. */
  class TestReader implements TurnWaiter {
    readonly heard: string[] = []
    constructor(
      private readonly budget: TurnBudget,
      private readonly owner: string,
    ) {}

    read(bytes: number): void {
      if (this.budget.count(bytes)) return
      this.heard.push('hold on')
      this.budget.wait(this, this.owner)
    }

    takeTurn(): void {
      this.heard.push('read on')
    }
  }

  let budget: TurnBudget
  const reader = (owner = 'one') => new TestReader(budget, owner)
  beforeEach(() => {
    budget = new TurnBudget(BLOCKS * BLOCK_BYTES, AT_ONCE, 16_384)
  })

  test('is of all of them together; who comes behind it reads on in the next turn', async () => {
    const [first, second] = [reader(), reader()]
    for (let block = 0; block < BLOCKS; block++) (block < BLOCKS - 1 ? first : second).read(BLOCK_BYTES)
    expect([first.heard, second.heard]).toEqual([[], ['hold on']])
    first.read(BLOCK_BYTES)
    expect(first.heard).toEqual(['hold on'])
    await nextTurn()
    expect([first.heard, second.heard]).toEqual([
      ['hold on', 'read on'],
      ['hold on', 'read on'],
    ])
  })

  test('does not grow with their number: a few read on in each turn, those that came first, even if nothing is counted', async () => {
    const many = Array.from({ length: 40 }, () => reader())
    for (let block = 1; block < BLOCKS; block++) many[0]!.read(BLOCK_BYTES)
    for (const each of many) each.read(BLOCK_BYTES)
    for (let turn = 0; turn <= many.length / AT_ONCE; turn++) {
      const readingOn = many.map(({ heard }) => heard.at(-1) === 'read on')
      expect(readingOn).toEqual(many.map((_, index) => index < turn * AT_ONCE))
      await nextTurn()
    }
  })

  test('is shared out among owners in turn: one with many answers keeps another waiting for a turn at most', async () => {
    const crowd = Array.from({ length: 40 }, () => reader())
    for (let block = 1; block < BLOCKS; block++) crowd[0]!.read(BLOCK_BYTES)
    for (const each of crowd) each.read(BLOCK_BYTES)
    const others = ['two', 'three'].map(reader)
    for (const each of others) each.read(BLOCK_BYTES)
    await nextTurn()
    expect(others.map(({ heard }) => heard.at(-1))).toEqual(['read on', 'read on'])
    expect(crowd.filter(({ heard }) => heard.at(-1) === 'read on')).toHaveLength(AT_ONCE - others.length)
  })

  test('is whole again in each turn', async () => {
    const large = reader()
    for (let turn = 0; turn < 3; turn++) {
      for (let block = 0; block < BLOCKS - 1; block++) large.read(BLOCK_BYTES)
      await nextTurn()
    }
    expect(large.heard).toEqual([])
  })

  test('is not taken by small answers, which do not wait for large ones either', () => {
    const small = reader()
    for (let time = 0; time < 10_000; time++) small.read(1_000)
    for (let block = 0; block < BLOCKS; block++) reader().read(BLOCK_BYTES)
    expect(budget.isSpent).toBe(true)
    small.read(1_000)
    expect(small.heard).toEqual([])
  })
})

describe("large replies' share of a turn of the event loop", () => {
  /** Number of blocks for which a turn has room. */
  const ROOM = 4

  test('is of all of them together, and whole again in each turn', async () => {
    const budget = new TurnBudget(ROOM * BLOCK_BYTES, Number.POSITIVE_INFINITY, 0)
    /** Writes blocks as a reply does; returns the turn of each. */
    const write = async (times: number, turnNow: () => number, owner = 'one'): Promise<number[]> => {
      const turns: number[] = []
      for (let time = 0; time < times; time++) {
        while (budget.isSpent) await budget.next(owner)
        budget.count(BLOCK_BYTES)
        turns.push(turnNow())
      }
      return turns
    }
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

  test('goes to the owners in turn, however many replies one of them has', async () => {
    const budget = new TurnBudget(BLOCK_BYTES, Number.POSITIVE_INFINITY, 0)
    const written: string[] = []
    const write = async (owner: string, times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        while (budget.isSpent) await budget.next(owner)
        budget.count(BLOCK_BYTES)
        written.push(owner)
      }
    }
    const crowd = Array.from({ length: 50 }, () => write('one', 2))
    await Promise.all([...crowd, write('two', 5)])
    expect(written.lastIndexOf('two')).toBeLessThan(2 * 5 + 2)
  })
})
