import { IdleInterval } from '../../src/runtime/timers.js'

const { setInterval: startReal, clearInterval: stopReal } = globalThis
/** The one timer there is, while there is one. */
let timer: (() => void) | undefined
const pass = (periods: number) => {
  for (let count = 0; count < periods; count++) timer?.()
}

beforeEach(() => {
  const handle = { unref: () => handle }
  globalThis.setInterval = ((act: () => void) => {
    timer = act
    return handle
  }) as never
  globalThis.clearInterval = () => {
    timer = undefined
  }
})
afterEach(() => Object.assign(globalThis, { setInterval: startReal, clearInterval: stopReal }))

/** An interval, and what it did: `act`, `rest`. */
const start = (isNeeded = () => false) => {
  const done: string[] = []
  const act = () => {
    done.push('act')
    return isNeeded()
  }
  return { interval: new IdleInterval(100, act, () => done.push('rest')), done }
}

test('does nothing and has no timer until it is used', () => {
  const { done, interval } = start()
  expect([done, timer, interval.isResting]).toEqual([[], undefined, true])
})

test('acts at once when it is used after a rest, goes on for a whole period without use, and rests', () => {
  const { interval, done } = start()
  interval.use()
  expect([done, interval.isResting]).toEqual([['act'], false])
  pass(10)
  expect([done, timer, interval.isResting]).toEqual([['act', 'act', 'act', 'rest'], undefined, true])
  interval.use()
  expect(done.slice(4)).toEqual(['act'])
})

test('keeps its pace while it is used, however often', () => {
  const { interval, done } = start()
  for (let count = 0; count < 10; count++) {
    for (let use = 0; use < 5; use++) interval.use()
    pass(1)
  }
  expect(done).toEqual(Array(11).fill('act'))
})

test('goes on unused while what it does is needed', () => {
  let isNeeded = true
  const { interval, done } = start(() => isNeeded)
  interval.use()
  pass(5)
  expect(done).toEqual(Array(6).fill('act'))
  isNeeded = false
  pass(5)
  expect([done.at(-1), timer]).toEqual(['rest', undefined])
})

test('is over when it is stopped', () => {
  const { interval, done } = start(() => true)
  interval.use()
  interval.stop()
  pass(5)
  expect([done, timer]).toEqual([['act'], undefined])
})
