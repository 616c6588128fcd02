import { aConnection, turnEnds } from '../../support/connection-subscriptions.js'
import { anEvent } from '../../support/event-streams.js'

test('nothing is sent after the unsubscription, not even what waited for credits', async () => {
  const { source, begin, connection, sent, credits } = aConnection()
  const [one, other] = [await begin('one'), await begin('other')]
  credits.left = 0
  source.send(anEvent(1))
  expect(connection.unsubscribe('eth_unsubscribe', one)).toBe(true)
  credits.pay(10)
  await turnEnds()
  expect(sent).toEqual([1])
  source.send(anEvent(2))
  expect(sent).toEqual([1, 2])
  expect(connection.unsubscribe('eth_unsubscribe', one)).toBe(false)
  expect(connection.unsubscribe('accountUnsubscribe', other)).toBe(false)
  expect(connection.unsubscribe('eth_unsubscribe', 17)).toBe(false)
  expect([connection.size, credits.users]).toEqual([1, 1])
})

test('an event leaves only when it is paid; free ones always, in their place', async () => {
  const { source, begin, sent, credits } = aConnection()
  credits.left = 1
  await begin()
  for (const name of [1, 2]) source.send(anEvent(name))
  source.send(anEvent('free', true))
  await turnEnds()
  expect(sent).toEqual([1])
  credits.pay(1)
  await turnEnds()
  expect(sent).toEqual([1, 2, 'free'])
  source.send(anEvent('also free', true))
  expect(sent).toEqual([1, 2, 'free', 'also free'])
})

test.each([
  ['daily_credits_exhausted', 1008],
  ['throttled', 1008],
  // Not the caller's doing: it may connect again.
  ['ledger_unavailable', 1012],
] as const)(
  'when there are no more credits (%s), what was paid is delivered before the connection closes',
  async (reason, code) => {
    const { source, begin, sent, credits, state, unsent, ends, connection } = aConnection()
    credits.left = 2
    state.takesAtOnce = false
    await begin()
    for (const name of [1, 2, 3, 4]) source.send(anEvent(name))
    await turnEnds()
    credits.answer(reason)
    await turnEnds()
    expect([sent, ends, connection.size]).toEqual([[1, 2], [], 0])
    for (const taken of unsent) taken(true)
    expect(ends).toEqual([[code, reason]])
    expect([credits.taken, credits.users]).toEqual([2, 0])
  },
)

test('an event that the socket did not take is given back, before its credits are closed', async () => {
  const { source, begin, credits, state, unsent, connection } = aConnection()
  state.takesAtOnce = false
  await begin()
  source.send(anEvent(1))
  source.send(anEvent('free', true))
  connection.closed()
  expect([credits.taken, credits.users]).toEqual([1, 1])
  for (const taken of unsent) taken(false)
  expect([credits.taken, credits.users]).toEqual([0, 0])
})

test('a connection whose waiting events exceed its memory is cut', async () => {
  const { source, begin, credits, ends } = aConnection({ maxBufferedBytes: 1_000 })
  credits.left = 0
  await begin()
  for (let event = 0; event < 20 && ends.length === 0; event++) source.send(anEvent('x'.repeat(100)))
  expect(ends).toEqual([['cut']])
})

test('held events count, too', async () => {
  const { source, subscribe, ends } = aConnection({ maxBufferedBytes: 1_000 })
  await subscribe()
  for (let event = 0; event < 20 && ends.length === 0; event++) source.send(anEvent('x'.repeat(100)))
  expect(ends).toEqual([['cut']])
})

test('waiting events take their share of the memory for answers, and the connection is cut when there is none', async () => {
  const { source, credits, begin, connection, state, sent, ends } = aConnection()
  credits.left = 0
  await begin()
  const freeBytes = state.freeBytes
  source.send(anEvent(1))
  const ofOne = freeBytes - state.freeBytes
  expect(ofOne).toBeGreaterThan(100)
  credits.pay(1)
  await turnEnds()
  expect(sent).toEqual([1])
  expect(state.freeBytes).toBe(freeBytes)
  state.freeBytes = ofOne
  source.send(anEvent(2))
  expect(ends).toEqual([])
  source.send(anEvent(3))
  expect(ends).toEqual([['cut']])
  connection.closed()
  expect(state.freeBytes).toBe(ofOne)
})

test('a finished subscription that waits for credits gets its last event', async () => {
  const { source, begin, sent, connection, credits } = aConnection()
  credits.left = 0
  await begin()
  const [sink] = source.sinks
  sink!.event(anEvent('confirmed'))
  sink!.finished()
  await turnEnds()
  expect([sent, connection.size]).toEqual([[], 1])
  credits.pay(1)
  await turnEnds()
  expect([sent, connection.size]).toEqual([['confirmed'], 0])
})
