import { Deferred, isPending, mapDeferred, together, type Waiter, whenResolved } from '../../src/runtime/deferred.js'

/** Notes what it is told. */
const aWaiter = () => {
  const told: unknown[] = []
  const waiter: Waiter<number> = {
    resolved: (value) => told.push(value),
    rejected: (error) => told.push(`rejected: ${(error as Error).message}`),
  }
  return { told, waiter }
}
const bug = new Error('a bug')

describe('a value that comes later', () => {
  test('calls all subscribers synchronously when it is set, and later ones at once', () => {
    const later = new Deferred<number>()
    const waiters = [aWaiter(), aWaiter(), aWaiter()]
    for (const { waiter } of waiters) later.whenResolved(waiter)
    expect(waiters.map(({ told }) => told)).toEqual([[], [], []])
    later.resolve(7)
    const late = aWaiter()
    later.whenResolved(late.waiter)
    expect([...waiters, late].map(({ told }) => told)).toEqual([[7], [7], [7], [7]])
  })

  test('comes once: what is said after that counts no more', () => {
    const { told, waiter } = aWaiter()
    const later = new Deferred<number>()
    later.whenResolved(waiter)
    later.resolve(1)
    later.resolve(2)
    later.reject(bug)
    expect(told).toEqual([1])
  })

  test('may be refused instead', () => {
    const later = new Deferred<number>()
    const waiters = [aWaiter(), aWaiter()]
    for (const { waiter } of waiters) later.whenResolved(waiter)
    later.reject(bug)
    later.resolve(1)
    const late = aWaiter()
    later.whenResolved(late.waiter)
    for (const { told } of [...waiters, late]) expect(told).toEqual(['rejected: a bug'])
  })

  test('can be awaited, before and after it came', async () => {
    const later = new Deferred<number>()
    const sum = (async () => (await later) + 1)()
    later.resolve(7)
    expect([await sum, await later]).toEqual([8, 7])
    const refused = new Deferred<number>()
    refused.reject(bug)
    await expect(refused).rejects.toBe(bug)
    expect(await refused.then(undefined, () => 'mended')).toBe('mended')
  })
})

describe('going on afterwards', () => {
  const double = (value: number, context: { times: number }) => {
    context.times++
    if (value < 0) throw bug
    return value * 2
  }
  const mend = () => -1

  test('is at once with a value that is there', () => {
    const context = { times: 0 }
    expect(mapDeferred(21, context, double, mend)).toBe(42)
    expect(context.times).toBe(1)
    // The caller can catch it.
    expect(() => mapDeferred(-1, context, double, mend)).toThrow(bug)
  })

  test.each<[string, (value: number) => Deferred<number> | Promise<number>]>([
    [
      'Later',
      (value) => {
        const later = new Deferred<number>()
        later.resolve(value)
        return later
      },
    ],
    ['Promise', (value) => Promise.resolve(value)],
  ])('waits for a %s', async (_, make) => {
    const context = { times: 0 }
    expect(await mapDeferred(make(21), context, double)).toBe(42)
    await expect(mapDeferred(make(-1), context, double, mend)).rejects.toBe(bug)
    expect(context.times).toBe(2)
  })

  test.each<[string, () => Deferred<number> | Promise<number>]>([
    [
      'Later',
      () => {
        const later = new Deferred<number>()
        later.reject(bug)
        return later
      },
    ],
    ['Promise', () => Promise.reject(bug)],
  ])('passes the error of a %s on, or mends it', async (_, make) => {
    const context = { times: 0 }
    await expect(mapDeferred(make(), context, double)).rejects.toBe(bug)
    expect(await mapDeferred(make(), context, double, mend)).toBe(-1)
    const worse = new Error('worse')
    await expect(
      mapDeferred(make(), context, double, () => {
        throw worse
      }),
    ).rejects.toBe(worse)
    expect(context.times).toBe(0)
  })

  test('takes no longer than what it waits for: a chain of steps is over in the moment the value comes', () => {
    const { told, waiter } = aWaiter()
    const first = new Deferred<number>()
    const context = { times: 0 }
    const last = mapDeferred(mapDeferred(first, context, double), context, double)
    expect(isPending(last)).toBe(true)
    whenResolved(last as Deferred<number>, waiter)
    first.resolve(3)
    expect(told).toEqual([12])
  })
})

describe('several together', () => {
  test('are there at once when each of them is', () => {
    expect(together([1, 2, 3])).toEqual([1, 2, 3])
    expect(together([])).toEqual([])
  })

  test('come when the last one does, in their own order', () => {
    const [one, other] = [new Deferred<number>(), new Deferred<number>()]
    const there = new Deferred<number>()
    there.resolve(3)
    const told: (readonly number[])[] = []
    const all = together([one, 2, there, other]) as Deferred<readonly number[]>
    all.whenResolved({ resolved: (values) => told.push(values), rejected: () => {} })
    other.resolve(4)
    expect(told).toEqual([])
    one.resolve(1)
    expect(told).toEqual([[1, 2, 3, 4]])
  })

  test('take promises as well', async () => {
    expect(
      await together(
        [Promise.resolve(1), new Deferred<number>(), 3].map((one) => {
          if (one instanceof Deferred) one.resolve(2)
          return one
        }),
      ),
    ).toEqual([1, 2, 3])
  })

  test('are refused with the first that is', async () => {
    const one = new Deferred<number>()
    const all = together([one, Promise.resolve(2), new Deferred<number>()])
    one.reject(bug)
    await expect(all).rejects.toBe(bug)
  })
})
