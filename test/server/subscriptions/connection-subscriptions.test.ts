import { spareTurns } from '../../../src/runtime/turns/work-turns.js'
import type { ConnectionSubscriptions } from '../../../src/server/subscriptions/connection-subscriptions.js'
import { SubscriptionIds } from '../../../src/server/subscriptions/subscription-id.js'
import { aConnection, succeeded, turnEnds, wanted } from '../../support/connection-subscriptions.js'

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
