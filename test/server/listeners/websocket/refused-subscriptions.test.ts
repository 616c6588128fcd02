import {
  RefusedSubscriptions,
  SubscriptionRepeaters,
} from '../../../../src/server/listeners/websocket/refused-subscriptions.js'
import type { Authenticated } from '../../../../src/server/pipeline/stage.js'

const callerOf = (key: string, network = 'main') =>
  ({ network: { name: network }, entitlement: { key: { id: key } } }) as unknown as Authenticated

/** Returns how many of `asked` refused subscriptions a new connection answers. */
const answeredOf = (repeaters: SubscriptionRepeaters, caller: Authenticated, asked: number, nowMs: number): number => {
  const connection = new RefusedSubscriptions(repeaters)
  return Array.from({ length: asked }, () => connection.isOverAfter(1, caller, nowMs)).filter((isOver) => !isOver)
    .length
}

test('nine are answered; the tenth and what follows are not', () => {
  expect(answeredOf(new SubscriptionRepeaters(), callerOf('a'), 9, 0)).toBe(9)
  expect(answeredOf(new SubscriptionRepeaters(), callerOf('a'), 15, 0)).toBe(9)
})

test('a key that repeated gets one answer a connection for a minute, on that network only', () => {
  const repeaters = new SubscriptionRepeaters()
  answeredOf(repeaters, callerOf('a'), 10, 0)
  expect(answeredOf(repeaters, callerOf('a'), 9, 59_999)).toBe(1)
  expect(answeredOf(repeaters, callerOf('b'), 9, 59_999)).toBe(9)
  expect(answeredOf(repeaters, callerOf('a', 'other'), 9, 59_999)).toBe(9)
  // The key repeated within the minute, so the minute began again.
  expect(answeredOf(repeaters, callerOf('a'), 9, 119_998)).toBe(1)
  expect(answeredOf(repeaters, callerOf('a'), 9, 179_998)).toBe(9)
})

test('a client that asks now and then for what is not served is answered for ever', () => {
  const connection = new RefusedSubscriptions(new SubscriptionRepeaters())
  const minutes = Array.from({ length: 30 }, (_, minute) => minute * 60_001)
  expect(minutes.map((nowMs) => connection.isOverAfter(1, callerOf('a'), nowMs))).not.toContain(true)
})

test('a connection whose key is remembered stays open for one subscription', () => {
  const repeaters = new SubscriptionRepeaters()
  answeredOf(repeaters, callerOf('a'), 10, 0)
  const connection = new RefusedSubscriptions(repeaters)
  expect(connection.isOverAfter(1, callerOf('a'), 0)).toBe(false)
  expect([connection.mustClose(), connection.mustClose()]).toEqual([false, false])
})

test('closes at the second look, so that the last refusal has been read', () => {
  const connection = new RefusedSubscriptions(new SubscriptionRepeaters())
  expect(connection.mustClose()).toBe(false)
  expect(connection.isOverAfter(10, callerOf('a'), 0)).toBe(true)
  expect([connection.mustClose(), connection.mustClose()]).toEqual([false, true])
})
