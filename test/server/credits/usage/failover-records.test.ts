import { FailoverRecords } from '../../../../src/server/credits/usage/failover-records.js'
import type { FailoverRow } from '../../../../src/server/credits/usage/usage-store.js'
import { aFailover } from '../../../support/usage-store.js'

const recording = () => {
  const written: string[] = []
  const lost: string[] = []
  const store = {
    error: undefined as Error | undefined,
    recordForwarded: async ({ method }: FailoverRow) => {
      if (store.error !== undefined) throw store.error
      written.push(method)
    },
  }
  const onLost = ({ method }: FailoverRow) => void lost.push(method)
  return { written, lost, store, calls: new FailoverRecords(store, setImmediate, onLost) }
}
const turn = () => new Promise<void>((next) => setImmediate(next))

test('a call is recorded at once', () => {
  const { written, calls } = recording()
  calls.record(aFailover('a'))
  expect(written).toEqual(['a'])
})

test('calls wait while the store refuses them, and each is recorded once when it takes them again', async () => {
  const { written, lost, store, calls } = recording()
  store.error = new Error('connection refused')
  calls.record(aFailover('1'))
  await turn()
  for (let number = 2; number <= 25; number++) calls.record(aFailover(String(number)))
  await expect(calls.retryDue()).rejects.toBe(store.error)
  expect(written).toEqual([])
  store.error = undefined
  await calls.retryDue()
  const all = Array.from({ length: 25 }, (_, index) => String(index + 1))
  expect([...written].sort((a, b) => Number(a) - Number(b))).toEqual(all)
  calls.record(aFailover('26'))
  expect([written.at(-1), lost]).toEqual(['26', []])
})

test('of a store that hangs, a bounded number is asked, and a bounded number waits', async () => {
  const asked: (() => void)[] = []
  let lost = 0
  const recordForwarded = () => new Promise<void>((resolve) => asked.push(resolve))
  const calls = new FailoverRecords({ recordForwarded: recordForwarded }, setImmediate, () => void lost++)
  for (let count = 0; count < 10_200; count++) calls.record(aFailover('a'))
  expect([asked.length, lost]).toEqual([100, 100])
  const [first, second] = [calls.retryDue(), calls.retryDue()]
  expect(second).toBe(first)
  expect(asked).toHaveLength(110)
})

test('at the end the calls that still wait, or come back from the store later, are lost', async () => {
  const { lost, store, calls } = recording()
  store.error = new Error('away')
  calls.record(aFailover('a'))
  await turn()
  calls.record(aFailover('b'))
  calls.giveUp()
  calls.record(aFailover('c'))
  await turn()
  expect(lost).toEqual(['a', 'b', 'c'])
})
