import { spareTurns } from '../../../src/runtime/turns/work-turns.js'
import type { ConnectionSubscriptions } from '../../../src/server/subscriptions/connection-subscriptions.js'
import { SubscriptionIds } from '../../../src/server/subscriptions/subscription-id.js'
import { aConnection, succeeded, turnEnds, wanted } from '../../support/connection-subscriptions.js'
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

test('a reply that is never written ends its subscription', async () => {
  const { source, subscribe, sent, credits, connection } = aConnection()
  const { subscription: opened } = succeeded(await subscribe())
  source.send(anEvent(1))
  opened.end()
  opened.begin()
  await turnEnds()
  expect([sent, source.closed, credits.users, connection.size]).toEqual([[], 1, 0, 0])
})

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

test('the same subscriptions of another connection have the same ids, also equal ones, and an id is free again once it ended', async () => {
  const { connect, subscribe, connection } = aConnection()
  const ids = async (one: ConnectionSubscriptions) => {
    const outcomes = ['a', 'b', 'a'].map((identity) => one.subscribe(wanted(identity)))
    return (await Promise.all(outcomes)).map((outcome) => succeeded(outcome).idText)
  }
  const first = await ids(connection)
  expect(new Set(first).size).toBe(3)
  expect(await ids(connect())).toEqual(first)
  connection.unsubscribe('eth_unsubscribe', JSON.parse(first[0]!))
  expect(succeeded(await subscribe('a')).idText).toBe(first[0])
})

test('a subscription whose id another one has takes its next id', async () => {
  class CollidingIds extends SubscriptionIds {
    override idText(_family: unknown, base: string, number: number): string {
      return number === 1 ? '"0x1"' : super.idText('evm', base, number)
    }
  }
  const { connection, subscribe } = aConnection({ ids: new CollidingIds('secret') })
  const ids = [succeeded(await subscribe('a')).idText, succeeded(await subscribe('b')).idText]
  expect([ids[0], new Set(ids).size, connection.size]).toEqual(['"0x1"', 2, 2])
  for (const id of ids) expect(connection.unsubscribe('eth_unsubscribe', JSON.parse(id))).toBe(true)
})

test('a connection has no more than its limit, also when all are asked for at once', async () => {
  const { connection, subscribe, source, count } = aConnection({ maxSubscriptions: 3 })
  const outcomes = await Promise.all(Array.from({ length: 7 }, () => subscribe()))
  expect(outcomes.map(({ kind }) => kind)).toEqual([...Array(3).fill('subscribed'), ...Array(4).fill('too-many')])
  expect(outcomes[6]).toEqual({ kind: 'too-many', scope: 'connection', maxSubscriptions: 3 })
  connection.closed()
  expect([connection.size, count.open('account-1', 1)]).toEqual([0, true])
  await spareTurns.done()
  expect(source.closed).toBe(3)
})

test('an account has no more than its plan allows over its connections, and a failed one does not count', async () => {
  const { connect, source, subscribe } = aConnection({ ofAccount: 2 })
  source.refusal = { kind: 'no-node' }
  expect(await subscribe()).toEqual({ kind: 'no-node' })
  source.refusal = undefined
  const others = connect()
  const outcomes = [await subscribe(), await others.subscribe(wanted()), await subscribe()]
  expect(outcomes.map(({ kind }) => kind)).toEqual(['subscribed', 'subscribed', 'too-many'])
  expect(outcomes[2]).toMatchObject({ scope: 'account', maxSubscriptions: 2 })
  others.closed()
  expect(await subscribe()).toMatchObject({ kind: 'subscribed' })
})

test('a connection that closes while a stream is being opened leaves nothing open', async () => {
  const { connection, source, subscribe, count, credits } = aConnection({ ofAccount: 1 })
  let go: () => void = () => {}
  source.opening = new Promise((resolve) => {
    go = resolve
  })
  const opening = subscribe()
  await turnEnds()
  connection.closed()
  go()
  await opening
  expect([source.sinks.length, source.closed, credits.users, count.open('account-1', 1)]).toEqual([0, 1, 0, true])
})

test('of long filters one is opened in a turn of the event loop, and short ones at once', async () => {
  const { source, subscribe } = aConnection()
  const subscribing = ['a', 'b', 'c'].map((letter) => subscribe(letter.repeat(2_000)))
  const short = subscribe('short')
  await Promise.resolve()
  await short
  expect(source.sinks).toHaveLength(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(source.sinks).toHaveLength(2)
  expect(succeeded(await subscribing[2]!).kind).toBe('subscribed')
})

test('long filters take their share of the memory for answers, and are refused when there is none', async () => {
  const { state, subscribe, connection } = aConnection()
  const long = JSON.stringify(['logs', { address: 'x'.repeat(50_000) }])
  const outcomes = [await subscribe(long), await subscribe(long), await subscribe(long)]
  expect(outcomes.map(({ kind }) => kind)).toEqual(['subscribed', 'subscribed', 'no-room'])
  expect(await subscribe('["newheads"]')).toMatchObject({ kind: 'subscribed' })
  connection.closed()
  expect(state.freeBytes).toBe(1_000_000)
})

test('a network without a node for the kind has none', async () => {
  const { state, subscribe } = aConnection()
  state.source = undefined
  expect(await subscribe()).toEqual({ kind: 'not-offered' })
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
