import { aConnection, succeeded, turnEnds } from '../../support/connection-subscriptions.js'
import { anEvent } from '../../support/event-streams.js'

test('events that come before the reply is written wait for it, and then leave in order', async () => {
  const { source, subscribe, sent } = aConnection()
  const outcome = succeeded(await subscribe())
  source.send(anEvent(1))
  source.send(anEvent(2))
  await turnEnds()
  expect(sent).toEqual([])
  outcome.subscription.begin()
  source.send(anEvent(3))
  await turnEnds()
  expect(sent).toEqual([1, 2, 3])
})

test('a bug while events that waited are written closes the connection; a new one has them again', async () => {
  const bugs: unknown[] = []
  const { source, credits, subscribe, ends } = aConnection({ onBug: (bug) => void bugs.push(bug) })
  const outcome = succeeded(await subscribe())
  source.send(anEvent(1))
  credits.take = () => {
    throw new Error('planted')
  }
  outcome.subscription.begin()
  await turnEnds()
  expect(bugs).toEqual([new Error('planted')])
  expect(ends).toEqual([[1012, 'stream_broken']])
})

test('a reply that is written while held events are merged releases its own', async () => {
  const { source, subscribe, sent, turns } = aConnection({ maxBufferedBytes: 100_000 })
  const [one, other] = [succeeded(await subscribe('one')), succeeded(await subscribe('other'))]
  const [first, second] = source.sinks
  for (let event = 1; event <= 30; event++) first!.event(anEvent(event))
  for (let event = 31; event <= 50; event++) second!.event(anEvent(event))
  one.subscription.begin()
  // Owners take turns: it runs where the merge rests, after 50 events.
  turns.addStep('other', () => other.subscription.begin())
  await turns.done()
  second!.event(anEvent(51))
  await turns.done()
  expect(sent).toEqual(Array.from({ length: 51 }, (_, at) => at + 1))
})

test('events of other subscriptions go on while a reply is not written', async () => {
  const { source, subscribe, begin, sent } = aConnection()
  await begin('logs')
  const heads = succeeded(await subscribe('heads'))
  const [toLogs, toHeads] = source.sinks
  toHeads!.event(anEvent('head 1'))
  toLogs!.event(anEvent('log of 1'))
  expect(sent).toEqual(['log of 1'])
  heads.subscription.begin()
  toHeads!.event(anEvent('head 2'))
  toLogs!.event(anEvent('log of 2'))
  await turnEnds()
  expect(sent).toEqual(['log of 1', 'head 1', 'head 2', 'log of 2'])
})

test('events of subscriptions with one reply are held in the order in which they came', async () => {
  const { source, subscribe, sent, connection } = aConnection()
  const logs = succeeded(await subscribe('logs'))
  const heads = succeeded(await subscribe('heads'))
  const failing = succeeded(await subscribe('failing'))
  const other = succeeded(await subscribe('of another batch'))
  const [toLogs, toHeads, toFailing, toOther] = source.sinks
  for (const number of [1, 2]) {
    toHeads!.event(anEvent(`head ${number}`))
    toFailing!.event(anEvent('never'))
    toOther!.event(anEvent(`other ${number}`))
    toLogs!.event(anEvent(`log of ${number}`))
  }
  failing.subscription.end()
  await turnEnds()
  expect(sent).toEqual([])
  logs.subscription.begin()
  heads.subscription.begin()
  await turnEnds()
  expect(sent).toEqual(['head 1', 'log of 1', 'head 2', 'log of 2'])
  other.subscription.begin()
  toHeads!.event(anEvent('head 3'))
  await turnEnds()
  expect(sent.slice(4)).toEqual(['other 1', 'other 2', 'head 3'])
  expect(connection.size).toBe(3)
})

test('a reply that is written while events wait for credits puts the held ones where they came', async () => {
  const { source, credits, subscribe, begin, sent } = aConnection()
  await begin('paid')
  const heads = succeeded(await subscribe('heads'))
  const [toPaid, toHeads] = source.sinks
  credits.left = 0
  toHeads!.event(anEvent('head 1'))
  toPaid!.event(anEvent('log of 1'))
  toHeads!.event(anEvent('head 2'))
  await turnEnds()
  heads.subscription.begin()
  toPaid!.event(anEvent('log of 2'))
  await turnEnds()
  expect(sent).toEqual([])
  credits.pay(10)
  await turnEnds()
  expect(sent).toEqual(['head 1', 'log of 1', 'head 2', 'log of 2'])
})

test('a reply that is never written ends its subscription', async () => {
  const { source, subscribe, sent, credits, connection } = aConnection()
  const { subscription: opened } = succeeded(await subscribe())
  source.send(anEvent(1))
  opened.end()
  opened.begin()
  await turnEnds()
  expect([sent, source.closed, credits.users, connection.size]).toEqual([[], 1, 0, 0])
})
