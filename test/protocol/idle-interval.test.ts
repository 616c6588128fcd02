import { jest } from '@jest/globals'
import { IdleInterval } from '../../src/protocol/idle-interval.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** An interval of 100 ms, and what it did: `act`, `rest`. */
const start = (isNeeded = () => false) => {
  const done: string[] = []
  const interval = new IdleInterval(
    100,
    () => {
      done.push('act')
      return isNeeded()
    },
    () => done.push('rest'),
  )
  return { interval, done }
}

test('does nothing and keeps no timer until it is used', () => {
  const { done } = start()
  jest.advanceTimersByTime(1_000)
  expect([done, jest.getTimerCount()]).toEqual([[], 0])
})

test('acts at once when it is used after a rest, goes on for a whole period without use, and rests', () => {
  const { interval, done } = start()
  interval.use()
  expect(done).toEqual(['act'])
  jest.advanceTimersByTime(1_000)
  expect([done, jest.getTimerCount()]).toEqual([['act', 'act', 'act', 'rest'], 0])
  interval.use()
  expect(done.slice(4)).toEqual(['act'])
})

test('keeps its pace while it is used, however often', () => {
  const { interval, done } = start()
  for (let count = 0; count < 100; count++) {
    interval.use()
    interval.use()
    jest.advanceTimersByTime(10)
  }
  expect(done).toEqual(Array(11).fill('act'))
})

test('goes on unused while what it does is needed', () => {
  let isNeeded = true
  const { interval, done } = start(() => isNeeded)
  interval.use()
  jest.advanceTimersByTime(500)
  expect(done).toEqual(Array(6).fill('act'))
  isNeeded = false
  jest.advanceTimersByTime(500)
  expect([done.at(-1), jest.getTimerCount()]).toEqual(['rest', 0])
})

test('is over when it is stopped', () => {
  const { interval, done } = start(() => true)
  interval.use()
  interval.stop()
  jest.advanceTimersByTime(1_000)
  expect([done, jest.getTimerCount()]).toEqual([['act'], 0])
})
