import { Gate } from '../../../../src/server/subscriptions/sources/gate.js'

test('works run in their order, a few at a time, also after one that fails', async () => {
  const gate = new Gate(2)
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  let running = 0
  let mostRunning = 0
  const works = Array.from({ length: 6 }, (_, index) =>
    gate.run(async () => {
      begun.push(index)
      mostRunning = Math.max(mostRunning, ++running)
      await new Promise<void>((resolve) => ends.set(index, resolve))
      running--
      if (index === 1) throw new Error('fails')
      return index
    }),
  )
  for (const index of [1, 0, 2, 3, 5, 4]) {
    while (!ends.has(index)) await new Promise((resolve) => setImmediate(resolve))
    ends.get(index)!()
    await works[index]!.catch(() => {})
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(mostRunning).toBe(2)
  expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ])
  expect(await gate.run(async () => 'free')).toBe('free')
})
