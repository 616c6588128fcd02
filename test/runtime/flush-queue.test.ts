import { setImmediate as turn } from 'node:timers/promises'
import { flushQueue } from '../../src/runtime/system-ports.js'

/** Tells, in order, when it is flushed. */
const senderInto = (log: string[], name: string) => ({ flush: () => void log.push(name) })

test('what is written while sockets are being read leaves at the end of the turn, in its order', async () => {
  const log: string[] = []
  flushQueue.gather()
  flushQueue.add(senderInto(log, 'first'))
  await Promise.resolve()
  process.nextTick(() => log.push('the callbacks of this read are over'))
  await Promise.resolve().then(() => flushQueue.gather())
  flushQueue.add(senderInto(log, 'second'))
  await turn()
  expect(log).toEqual(['the callbacks of this read are over', 'first', 'second'])
})

test('what is written otherwise leaves when the promises that settle with it have run, before anything else does', async () => {
  const log: string[] = []
  const done = turn().then(() => log.push('the next turn'))
  const settling = Array.from({ length: 3 }, (_, index) => Promise.resolve(index))
  for (const one of settling) {
    one
      .then((index) => index + 1)
      .then((count) => {
        log.push(`reply ${count} is made`)
        flushQueue.add(senderInto(log, `reply ${count} leaves`))
      })
  }
  await done
  expect(log).toEqual([
    'reply 1 is made',
    'reply 2 is made',
    'reply 3 is made',
    'reply 1 leaves',
    'reply 2 leaves',
    'reply 3 leaves',
    'the next turn',
  ])
})

test('what is written while others leave is not lost', async () => {
  const log: string[] = []
  flushQueue.add({ flush: () => flushQueue.add(senderInto(log, 'the later one')) })
  await turn()
  expect(log).toEqual(['the later one'])
})

test('of very many the first ones do not wait for the last', async () => {
  const log: string[] = []
  const callback = () => new Promise<void>((resolve) => process.nextTick(resolve))
  flushQueue.gather()
  for (let index = 0; index < 63; index++) flushQueue.add(senderInto(log, 'early'))
  await callback()
  expect(log).toEqual([])
  flushQueue.add(senderInto(log, 'early'))
  await callback()
  expect(log).toEqual(Array(64).fill('early'))
  flushQueue.add(senderInto(log, 'late'))
  await callback()
  expect(log).toHaveLength(64)
  await turn()
  expect(log.slice(64)).toEqual(['late'])
})
