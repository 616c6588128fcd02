import { flushQueue } from '../../../src/runtime/system-ports.js'
import { DeliveryTurns } from '../../../src/server/subscriptions/delivery-turns.js'

/** Turns that the test ends. */
const heldTurns = () => {
  const actions: (() => void)[] = []
  const turns = new DeliveryTurns((action) => void actions.push(action))
  return {
    turns,
    next: () => actions.shift()?.(),
    runAll: () => {
      while (actions.length > 0) actions.shift()!()
    },
    actions,
  }
}

test('owners take turns, and works of one owner do not overtake each other', () => {
  const { turns, runAll } = heldTurns()
  const order: string[] = []
  const work = function* (name: string, steps: number) {
    for (let step = 0; step < steps; step++) {
      order.push(`${name}${step}`)
      yield undefined
    }
  }
  turns.add('one', work('a', 3))
  turns.add('one', work('b', 1))
  turns.add('other', work('c', 2))
  expect(order).toEqual([])
  runAll()
  expect(order).toEqual(['a0', 'c0', 'a1', 'c1', 'a2', 'b0'])
})

test('an owner with a thousand works waiting does not keep up, until they are done', () => {
  const { turns, runAll } = heldTurns()
  for (let work = 0; work < 1_023; work++) turns.addStep('one', () => {})
  expect([turns.keepsUp('one'), turns.keepsUp('other')]).toEqual([true, true])
  turns.addStep('one', () => {})
  expect([turns.keepsUp('one'), turns.keepsUp('other')]).toEqual([false, true])
  runAll()
  expect(turns.keepsUp('one')).toBe(true)
})

test('a work that adds another for its owner is followed by it', () => {
  const { turns, runAll } = heldTurns()
  const order: string[] = []
  const first = function* () {
    order.push('first')
    turns.addStep('one', () => order.push('second'))
    yield undefined
    order.push('still first')
  }
  turns.add('one', first())
  runAll()
  expect(order).toEqual(['first', 'still first', 'second'])
})

test('what a step wrote leaves before the next step', () => {
  const { turns, runAll } = heldTurns()
  const order: string[] = []
  const work = function* () {
    for (const step of [1, 2]) {
      flushQueue.add({ flush: () => order.push(`written ${step}`) })
      order.push(`step ${step}`)
      yield undefined
    }
  }
  turns.add('one', work())
  runAll()
  expect(order).toEqual(['step 1', 'written 1', 'step 2', 'written 2'])
})

test('ten thousand steps of one owner do not delay another one by more than one step each', () => {
  const { turns, next } = heldTurns()
  let steps = 0
  const long = function* () {
    for (let step = 0; step < 10_000; step++) {
      const endsMs = performance.now() + 0.5
      while (performance.now() < endsMs);
      steps++
      yield undefined
    }
  }
  turns.add('busy', long())
  next()
  const before = steps
  let between: number | undefined
  turns.addStep('other', () => {
    between = steps - before
  })
  while (between === undefined) next()
  expect(between).toBeLessThanOrEqual(1)
})
