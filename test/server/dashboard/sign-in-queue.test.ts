import { SignInQueue } from '../../../src/server/dashboard/sign-in-queue.js'

/** Look-ups of one queue, which end when the test says so; each notes its source when it begins. */
const aQueue = () => {
  const queue = new SignInQueue()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const look = (source: string) =>
    queue.run(source, () => {
      begun.push(source)
      return new Promise<string>((resolve) => ends.push(() => resolve('found')))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { queue, begun, look, endOne }
}

test('two jobs run at once, and those that wait are taken by sources in turn', async () => {
  const { begun, look, endOne } = aQueue()
  for (const source of ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']) void look(source)
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'a'])
  for (let count = 0; count < 6; count += 1) await endOne()
  expect(begun).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('of more than a thousand that wait one of the busiest source goes without, whoever came last', async () => {
  const { look, endOne } = aQueue()
  const outcomes: Promise<string>[] = []
  for (let count = 0; count < 1_002; count += 1) outcomes.push(look('busy'))
  const calm = [look('calm'), look('other')]
  for (let count = 0; count < 1_004; count += 1) await endOne()
  const counted = (await Promise.all(outcomes)).filter((outcome) => outcome === 'throttled').length
  expect([counted, await Promise.all(calm)]).toEqual([2, ['found', 'found']])
})

test('a look-up that fails gives its place to the next', async () => {
  const queue = new SignInQueue()
  const fail = async () => {
    throw new Error('the store is away')
  }
  const failed = await Promise.allSettled([1, 2, 3].map(() => queue.run('a', fail)))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await queue.run('a', async () => 'found')).toBe('found')
})

test('a look-up goes without if each source has one and too many wait, and the others have their turn', async () => {
  const { begun, look, endOne } = aQueue()
  const outcomes = Array.from({ length: 1_004 }, (_, source) => look(String(source)))
  for (let count = 0; count < 1_004; count += 1) await endOne()
  const counted = (await Promise.all(outcomes)).filter((outcome) => outcome === 'throttled').length
  expect([counted, begun.length]).toEqual([2, 1_002])
})
