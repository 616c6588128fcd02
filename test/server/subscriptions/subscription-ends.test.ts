import { spareTurns } from '../../../src/runtime/turns/work-turns.js'
import { aConnection, succeeded, turnEnds } from '../../support/connection-subscriptions.js'
import { anEvent } from '../../support/event-streams.js'

test('what was sent is reported, and how the subscription ended', async () => {
  const { source, begin, connection, events } = aConnection()
  const id = await begin()
  source.send(anEvent(1))
  source.send(anEvent(2, true))
  connection.unsubscribe('eth_unsubscribe', id)
  await begin()
  source.sinks[0]!.broken('no_node')
  await spareTurns.done()
  const kind = 'eth_subscription:newHeads'
  expect(events).toEqual([
    ['subscribed', kind],
    ['sent', kind, false, 20],
    ['sent', kind, true, 0],
    ['unsubscribed', kind, 'unsubscribed', 2, 20],
    ['subscribed', kind],
    ['closing', 'no_node'],
    ['unsubscribed', kind, 'no_node', 0, 0],
  ])
})

test('a subscription whose source has finished ends behind its last event, and is then unknown', async () => {
  const { source, subscribe, sent, connection, credits } = aConnection()
  const outcome = succeeded(await subscribe())
  const [sink] = source.sinks
  sink!.event(anEvent('confirmed'))
  sink!.finished()
  expect(connection.size).toBe(1)
  outcome.subscription.begin()
  await turnEnds()
  expect([sent, connection.size, credits.users, source.closed]).toEqual([['confirmed'], 0, 0, 1])
  expect(connection.unsubscribe('eth_unsubscribe', JSON.parse(outcome.idText))).toBe(false)
})

test('a stream that breaks closes the connection with 1012 and the reason', async () => {
  const { source, begin, ends, connection } = aConnection()
  await begin('a')
  await begin('b')
  source.sinks[0]!.broken('gap_too_wide')
  expect([ends, connection.size]).toEqual([[[1012, 'gap_too_wide']], 0])
  await spareTurns.done()
  expect(source.closed).toBe(2)
})

test('a kind that left the contract closes the connections that have it', async () => {
  const { begin, ends, connection, state } = aConnection()
  connection.recheck()
  await begin()
  connection.recheck()
  expect(ends).toEqual([])
  state.isOffered = false
  connection.recheck()
  expect(ends).toEqual([[1008, 'method_removed']])
})

test('a call that the key permitted before it became narrower opens nothing', async () => {
  const { subscribe, ends, source, state } = aConnection()
  state.key = { ...state.key, allowedMethods: ['eth_blockNumber'] }
  expect((await subscribe()).kind).toBe('no-node')
  expect([ends, source.sinks]).toEqual([[[1008, 'allowlist_refused']], []])
})

test('a drain lets the events of the step in hand go first', async () => {
  const { source, begin, sent, connection, credits } = aConnection({ maxBufferedBytes: 100_000 })
  credits.left = 0
  await begin()
  for (let event = 0; event < 120; event++) source.send(anEvent(event))
  await turnEnds()
  credits.pay(1_000)
  await Promise.resolve()
  let isOver = false
  connection.finish(() => {
    isOver = true
  })
  await turnEnds()
  expect([sent.length, isOver, connection.size]).toEqual([120, true, 0])
  source.send(anEvent('late'))
  expect(sent).toHaveLength(120)
})

test('a network that left and is back has streams without events: the connection is to be made anew', async () => {
  const { connection, begin, state, ends } = aConnection()
  await begin()
  connection.recheck()
  expect(ends).toEqual([])
  state.generation++
  await begin('another')
  connection.recheck()
  expect(ends).toEqual([[1012, 'stream_broken']])
})
