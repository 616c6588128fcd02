import { FairQueue } from '../../../src/runtime/turns/fair-queue.js'

/**
 * A queue whose jobs end when the test says so; `begun` has the names of those that began, in their
 * order.
 */
const createQueue = (maxRunning: number, maxWaiting: number) => {
  const queue = new FairQueue({ maxRunning, maxWaiting })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const job = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.push(() => resolve(name))
    })
  const add = (owner: string, name: string) => queue.run(owner, job(name))
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  /** Ends the oldest job that runs. */
  const endOne = async () => {
    ends.shift()!()
    await turns()
  }
  return { queue, begun, add, job, endOne, turns }
}

describe('a fair queue', () => {
  test('runs so many jobs at once, and tells what each made', async () => {
    const { begun, add, endOne, turns } = createQueue(2, 10)
    const results = ['1', '2', '3'].map((name) => add('a', name))
    await turns()
    expect(begun).toEqual(['1', '2'])
    await endOne()
    expect([begun, await results[0]]).toEqual([['1', '2', '3'], '1'])
    await endOne()
    await endOne()
    expect(await Promise.all(results)).toEqual(['1', '2', '3'])
  })

  test('lets owners take turns, so that a crowd of one owner costs another one job of waiting', async () => {
    const { begun, add, endOne } = createQueue(1, 100)
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
    for (const name of ['b1', 'b2']) add('b', name)
    add('c', 'c1')
    for (let ended = 0; ended < 7; ended++) await endOne()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('takes as many jobs of an owner as it leaves places for others', async () => {
    const { add, endOne, turns } = createQueue(1, 8)
    const taken = (owner: string, count: number) =>
      Array.from({ length: count }, (_, index) => add(owner, `${owner}${index}`)).filter((job) => job !== undefined)
    expect(taken('a', 20)).toHaveLength(1 + 4)
    expect(taken('b', 20)).toHaveLength(2)
    expect(taken('c', 20)).toHaveLength(1)
    await turns()
    await endOne()
    expect(taken('a', 20)).toHaveLength(0)
    expect(taken('d', 20)).toHaveLength(1)
  })

  test('takes a further step of what has begun, however many wait', async () => {
    const { queue, add, job, begun, endOne } = createQueue(1, 2)
    for (const name of ['a1', 'a2', 'a3']) add('a', name)
    void queue.runStep('a', job('step'))
    for (let ended = 0; ended < 3; ended++) await endOne()
    expect(begun).toEqual(['a1', 'a2', 'step'])
  })

  test('goes on behind a job that fails, and tells its owner why', async () => {
    const { queue, add, begun, turns } = createQueue(1, 2)
    const failing = queue.run('a', () => Promise.reject(new Error('broken')))
    const throwing = queue.run('b', () => {
      throw new Error('thrown')
    })
    add('a', 'next')
    await expect(failing).rejects.toThrow('broken')
    await expect(throwing).rejects.toThrow('thrown')
    await turns()
    expect(begun).toEqual(['next'])
  })
})
