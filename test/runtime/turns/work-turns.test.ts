import { flushQueue } from '../../../src/runtime/system-ports.js'
import { spareTurns, WorkTurns } from '../../../src/runtime/turns/work-turns.js'

/** Turns that the test ends. */
const heldTurns = () => {
  const actions: (() => void)[] = []
  const bugs: unknown[] = []
  const turns = new WorkTurns(
    (action) => void actions.push(action),
    (bug) => void bugs.push(bug),
  )
  return {
    turns,
    bugs,
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
  turns.add('one', work('a', 3), () => {})
  turns.add('one', work('b', 1), () => {})
  turns.add('other', work('c', 2), () => {})
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
  turns.add('one', first(), () => {})
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
  turns.add('one', work(), () => {})
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
  turns.add('busy', long(), () => {})
  next()
  const before = steps
  let between: number | undefined
  turns.addStep('other', () => {
    between = steps - before
  })
  while (between === undefined) next()
  expect(between).toBeLessThanOrEqual(1)
})

test('a step that throws ends its own work: its streams break, and all others go on', () => {
  const { turns, bugs, runAll } = heldTurns()
  const order: string[] = []
  const work = function* (name: string) {
    order.push(name)
    yield undefined
    if (name === 'bad') throw new Error('planted')
    order.push(`${name}, second step`)
  }
  turns.add('one', work('bad'), () => order.push('broken'))
  turns.addStep('one', () => order.push('behind it'))
  turns.add('other', work('good'), () => order.push('never'))
  runAll()
  expect(order).toEqual(['bad', 'good', 'broken', 'good, second step', 'behind it'])
  expect(bugs).toEqual([new Error('planted')])
})

test('an action after a bug that throws, too, ends nothing else', () => {
  const { turns, bugs, runAll } = heldTurns()
  const order: string[] = []
  const fail = () => {
    throw new Error('planted')
  }
  turns.add('one', { next: fail }, fail)
  turns.addStep('one', fail)
  turns.addStep('one', () => order.push('behind them'))
  runAll()
  expect(order).toEqual(['behind them'])
  expect(bugs).toEqual([new Error('planted'), new Error('planted'), new Error('planted')])
})

test('spare work that throws is over, its bug is reported once, and all other work goes on', async () => {
  const bugs: unknown[] = []
  const order: string[] = []
  const onBug = (bug: unknown) => void bugs.push(bug)
  const work = function* (name: string) {
    for (let step = 0; step < 3; step++) {
      if (name === 'planted' && step === 1) throw new Error(name)
      order.push(`${name}${step}`)
      yield
    }
  }
  spareTurns.add('one', work('planted'), onBug)
  spareTurns.add('one', work('next'), onBug)
  spareTurns.add('other', work('other'), onBug)
  await spareTurns.done()
  expect(bugs).toEqual([new Error('planted')])
  expect(order.toSorted()).toEqual(['next0', 'next1', 'next2', 'other0', 'other1', 'other2', 'planted0'])
})
