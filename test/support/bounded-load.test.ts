import { runBoundedLoad } from './bounded-load.js'

const MAX = 10

test('sends at its rate while the answers come', async () => {
  const startedMs = performance.now()
  let answered = 0
  const send = async () => {
    answered++
  }
  const maxUnderWay = Number.POSITIVE_INFINITY
  const end = await runBoundedLoad({ callsPerSecond: 200, maxUnderWay, isOver: () => answered >= 50, send })
  expect(end).toEqual({ sent: answered, skipped: 0 })
  // The first call is due at once, and the fiftieth 49 intervals of 5 ms later.
  expect((performance.now() - startedMs) / 5).toBeGreaterThan(answered - 1)
})

test('has no more under way than it may, however much is due, and reports what it skipped', async () => {
  let underWay = 0
  let rounds = 0
  let answer = () => {}
  const answers = new Promise<void>((resolve) => {
    answer = resolve
  })
  const send = async () => {
    underWay++
    await answers
  }
  /** After twenty rounds with all calls under way, each of which takes at least 4 ms. */
  const isOver = () => {
    if (underWay >= MAX) rounds++
    if (rounds > 20) answer()
    return rounds > 20
  }
  const { sent, skipped } = await runBoundedLoad({ callsPerSecond: 1_000, maxUnderWay: MAX, isOver, send })
  expect([sent, underWay]).toEqual([MAX, MAX])
  expect(skipped).toBeGreaterThan(50)
})

test('ends with the error of a call that cannot be sent', async () => {
  const send = () => Promise.reject(new Error('no gateway'))
  await expect(runBoundedLoad({ callsPerSecond: 100, maxUnderWay: MAX, isOver: () => false, send })).rejects.toThrow(
    'no gateway',
  )
})
