import { oneJobInTurn, TurnBudget } from '../../../src/runtime/turns/process-budgets.js'

/** Jobs whose turns a test ends, and what was done in each. */
const turnsByHand = (make = oneJobInTurn) => {
  const ends: (() => void)[] = []
  const done: string[] = []
  const turns = make((end) => void ends.push(end))
  return {
    done,
    run: (owner: string, name: string, length?: number) => turns.run(owner, () => void done.push(name), length),
    /** Runs a job that runs another one. */
    runTwo: (owner: string, names: readonly [string, string], length: number) => {
      const second = () => void done.push(names[1])
      const first = () => {
        done.push(names[0])
        turns.run(owner, second)
      }
      turns.run(owner, first, length)
    },
    get isIdle() {
      return ends.length === 0
    },
    endTurn: () => ends.splice(0).forEach((end) => void end()),
  }
}

describe('jobs of a hundred bytes in a turn', () => {
  const hundred = () => turnsByHand((afterTurn) => new TurnBudget(100, Number.POSITIVE_INFINITY, 0, afterTurn))

  test('are those that fit, and the end of the last one', () => {
    const { run, done, endTurn } = hundred()
    for (const name of ['1', '2', '3', '4', '5', '6']) run('a', name, 40)
    expect(done).toEqual(['1', '2', '3'])
    endTurn()
    expect(done).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('are one if it takes the whole turn, as a job without a length does', () => {
    for (const length of [100, 5_000, undefined]) {
      const { run, done, endTurn } = hundred()
      for (const name of ['1', '2', '3']) run('a', name, length)
      expect(done).toEqual(['1'])
      endTurn()
      expect(done).toEqual(['1', '2'])
    }
  })

  test('wait for those of other owners, also when a job asks for another one', () => {
    const { run, runTwo, done, endTurn } = hundred()
    run('a', '0')
    runTwo('a', ['1', '2'], 10)
    run('b', 'b', 10)
    endTurn()
    expect(done).toEqual(['0', '1', 'b'])
    endTurn()
    expect(done).toEqual(['0', '1', 'b', '2'])
  })
})

describe('one job in a turn', () => {
  test('does the first job at once, and one in each turn that follows', () => {
    const { run, done, endTurn } = turnsByHand()
    for (const name of ['1', '2', '3']) run('a', name)
    expect(done).toEqual(['1'])
    endTurn()
    expect(done).toEqual(['1', '2'])
    endTurn()
    expect(done).toEqual(['1', '2', '3'])
  })

  test('lets owners take turns, however many jobs one of them has', () => {
    const { run, done, endTurn } = turnsByHand()
    for (let index = 0; index < 50; index++) run('greedy', `greedy ${index}`)
    run('other', 'other 0')
    run('third', 'third 0')
    run('other', 'other 1')
    for (let turn = 0; turn < 5; turn++) endTurn()
    expect(done).toEqual(['greedy 0', 'greedy 1', 'other 0', 'third 0', 'greedy 2', 'other 1'])
  })

  test('gives a job that comes later its own turn, and none when nothing waits', () => {
    const fair = turnsByHand()
    fair.run('a', '1')
    fair.endTurn()
    expect(fair.isIdle).toBe(true)
    fair.run('a', '2')
    expect(fair.done).toEqual(['1', '2'])
    fair.endTurn()
    expect(fair.isIdle).toBe(true)
  })

  test('lets a job ask for another one', () => {
    const ends: (() => void)[] = []
    const turns = oneJobInTurn((end) => void ends.push(end))
    const done: number[] = []
    const again = (left: number): void => {
      done.push(left)
      if (left > 0) turns.run('a', () => again(left - 1))
    }
    again(2)
    expect(done).toEqual([2, 1])
    ends.shift()!()
    expect(done).toEqual([2, 1, 0])
  })
})
