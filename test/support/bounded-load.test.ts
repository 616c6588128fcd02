import { setTimeout as sleep } from 'node:timers/promises'
import { runBoundedLoad } from './bounded-load.js'

const MAX = 10
const forMs = (ms: number) => {
  const endMs = performance.now() + ms
  return () => performance.now() > endMs
}

test('sends at its rate while the answers come', async () => {
  let answered = 0
  const send = async () => {
    await sleep(1)
    answered++
  }
  const end = await runBoundedLoad({ callsPerSecond: 200, maxUnderWay: 100, isOver: forMs(500), send })
  expect(end).toEqual({ sent: answered, skipped: 0 })
  expect(answered).toBeGreaterThan(50)
})

test('has no more under way than it may, however much is due, and reports what it skipped', async () => {
  let underWay = 0
  let most = 0
  const send = async () => {
    most = Math.max(most, ++underWay)
    await sleep(200)
    underWay--
  }
  const { sent, skipped } = await runBoundedLoad({ callsPerSecond: 1_000, maxUnderWay: MAX, isOver: forMs(500), send })
  expect([most, underWay]).toEqual([MAX, 0])
  expect(sent).toBeLessThanOrEqual(4 * MAX)
  expect(skipped).toBeGreaterThan(300)
})

test('ends with the error of a call that cannot be sent', async () => {
  const send = () => Promise.reject(new Error('no gateway'))
  await expect(runBoundedLoad({ callsPerSecond: 100, maxUnderWay: MAX, isOver: () => false, send })).rejects.toThrow(
    'no gateway',
  )
})
