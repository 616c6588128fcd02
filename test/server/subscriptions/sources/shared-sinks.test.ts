import { SharedSinks } from '../../../../src/server/subscriptions/sources/shared-sinks.js'
import { deliveryTurns } from '../../../support/delivery-turns.js'
import { anOwner } from '../../../support/event-streams.js'
import { keepingSink } from '../../../support/stream-nodes.js'

/** Sinks whose turns the test ends. */
const setUp = () => {
  const turns: (() => void)[] = []
  const unused: unknown[] = []
  const bugs: unknown[] = []
  const sinks = new SharedSinks(() => void unused.push('unused'), {
    turns: deliveryTurns(
      (action) => void turns.push(action),
      (bug) => void bugs.push(bug),
    ),
    nowMs: () => 0,
  })
  const endTurns = () => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) turn()
  }
  return { sinks, unused, bugs, endTurns }
}

test('accounts take turns: ten thousand subscribers of one do not delay the first of another', () => {
  const { sinks, endTurns } = setUp()
  const order: string[] = []
  const sinkOf = (name: string) => ({ ...keepingSink(), event: () => void order.push(name) })
  for (let subscriber = 0; subscriber < 10_000; subscriber++) sinks.add(sinkOf('many'), anOwner('account-1'))
  sinks.add(sinkOf('one'), anOwner('account-2'))
  sinks.event('1')
  expect(order).toEqual([])
  endTurns()
  expect(order).toHaveLength(10_001)
  expect(order.indexOf('one')).toBe(50)
})

test('each subscriber gets the events in order, and the end behind them', () => {
  const { sinks, endTurns } = setUp()
  const [first, second, gone] = [keepingSink(), keepingSink(), keepingSink()]
  sinks.add(first, anOwner('account-1'))
  sinks.add(second, anOwner('account-2'))
  const stream = sinks.add(gone, anOwner('account-2'))
  sinks.event('1')
  sinks.event('2')
  sinks.end('no_node')
  stream.close()
  expect([...first.ends, ...second.ends]).toEqual([])
  endTurns()
  for (const { results, ends } of [first, second]) expect([results, ends]).toEqual([['1', '2'], ['no_node']])
  expect([gone.results, gone.ends]).toEqual([[], []])
})

test('an account that does not keep up loses its streams, and the others go on', () => {
  const { sinks, endTurns } = setUp()
  const [slow, other] = [keepingSink(), keepingSink()]
  const stream = sinks.add(slow, anOwner('account-1'))
  for (let event = 0; event < 1_024; event++) sinks.event(String(event))
  sinks.add(other, anOwner('account-2'))
  sinks.event('last')
  expect(slow.ends).toEqual(['stream_broken'])
  stream.close()
  endTurns()
  expect([other.results, other.ends]).toEqual([['last'], []])
})

test('a bug in the delivery to one account ends its streams, and the others go on', () => {
  const { sinks, bugs, endTurns } = setUp()
  const fail = () => {
    throw new Error('planted')
  }
  const [planted, beside, other] = [{ ...keepingSink(), event: fail }, keepingSink(), keepingSink()]
  sinks.add(planted, anOwner('account-1'))
  sinks.add(beside, anOwner('account-1'))
  sinks.add(other, anOwner('account-2'))
  sinks.event('1')
  endTurns()
  expect([planted.ends, beside.ends]).toEqual([['stream_broken'], ['stream_broken']])
  expect([other.results, other.ends]).toEqual([['1'], []])
  expect(bugs).toEqual([new Error('planted')])
})

test('a stream is unused at once when its last subscriber has left, and never after its end', () => {
  const { sinks, unused, endTurns } = setUp()
  const add = (account: string) => sinks.add(keepingSink(), anOwner(account))
  const [first, last] = [add('account-1'), add('account-2')]
  sinks.event('1')
  endTurns()
  first.close()
  expect(unused).toEqual([])
  last.close()
  expect(unused).toEqual(['unused'])
  const late = add('account-1')
  sinks.end()
  endTurns()
  late.close()
  expect(unused).toEqual(['unused'])
})
