import { CallIndex, paramsHash } from '../../../../src/server/pipeline/params/cache-key.js'
import { Flight, type FlightWaiter } from '../../../../src/server/pipeline/stages/coalesce.js'
import { aCall, type CallWish } from '../../../support/charged-call.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
/** Other params with the same hash. */
const ALIKE = [ADDRESS.replace('0x5f5f', '0x5f51'), '0x0', 'latest']

const aFlight = (wish: CallWish = {}, flights = new CallIndex<Flight>()) => {
  const call = aCall(wish)
  const flight = new Flight(flights, call, paramsHash(call)!, false, find(flights, wish))
  let isOver = false
  flight.onCancel(() => {
    isOver = true
  })
  return { call, flights, flight, isOver: () => isOver }
}
const find = (flights: CallIndex<Flight>, wish: CallWish = {}) => {
  const call = aCall(wish)
  return flights.find(call, paramsHash(call)!)
}
const aWaiter = (flight: Flight): FlightWaiter => {
  const waiter = { call: aCall(), answer: () => {} }
  flight.waiters ??= new Set()
  flight.waiters.add(waiter)
  return waiter
}

test('a question under way is found by identical params until it is complete', () => {
  const { flight, flights } = aFlight()
  expect(find(flights)).toBe(flight)
  expect(find(flights, { params: [ADDRESS, '0x1', 'latest'] })).toBeUndefined()
  flight.complete()
  expect(find(flights)).toBeUndefined()
})

test('questions whose hashes are the same are told apart by their params, whichever is complete first', () => {
  const { flight, flights } = aFlight()
  const other = aFlight({ params: ALIKE }, flights).flight
  expect(other.hash).toBe(flight.hash)
  expect([find(flights), find(flights, { params: ALIKE })]).toEqual([flight, other])
  flight.complete()
  expect([find(flights), find(flights, { params: ALIKE })]).toEqual([undefined, other])
})

test('an account that may have the partner\u2019s answer and one that may not do not share a question', () => {
  const { flights } = aFlight()
  expect(find(flights, { canFailOver: true })).toBeUndefined()
  // The setting makes no difference for a method that no partner may answer.
  const logs = { method: 'eth_getLogs', params: [{}] } as const
  const { flights: ofLogs, flight } = aFlight(logs)
  expect(find(ofLogs, { ...logs, canFailOver: true })).toBe(flight)
})

test('a question ends when its leader left and nobody follows, and is found no more', () => {
  const { call, flights, isOver } = aFlight()
  call.cancellation.cancel()
  expect([isOver(), find(flights)]).toEqual([true, undefined])
})

test('a question goes on without its leader as long as somebody follows', () => {
  const { call, flight, flights, isOver } = aFlight()
  const waiter = aWaiter(flight)
  call.cancellation.cancel()
  expect([isOver(), flight.isLeaderGone, find(flights)]).toEqual([false, true, flight])
  flight.waiters!.delete(waiter)
  flight.unsubscribe()
  expect(isOver()).toBe(true)
})

test('a waiter that leaves ends nothing while the leader is there', () => {
  const { flight, isOver } = aFlight()
  flight.waiters = new Set()
  flight.unsubscribe()
  expect(isOver()).toBe(false)
})

test('once the answer is whole its leader\u2019s leaving ends nothing', () => {
  const { call, flight, isOver } = aFlight()
  flight.complete()
  flight.detachLeader()
  call.cancellation.cancel()
  expect([isOver(), flight.isLeaderGone]).toEqual([false, false])
})

test('completing twice takes off no question that began since', () => {
  const { flight, flights } = aFlight()
  flight.complete()
  // Another question has the hash now, so the next question with these params is found by its text.
  aFlight({ params: ALIKE }, flights)
  const next = aFlight({}, flights).flight
  flight.complete()
  expect(find(flights)).toBe(next)
})

test.each([
  ['alone', 0],
  ['whose hash another one has', 1],
])('identical questions (%s) are all found, in whatever order they are complete', (_, others) => {
  const orders = [0, 1, 2, 3]
    .flatMap((a) => [0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].map((c) => [a, b, c])))
    .filter((order) => new Set(order).size === 3)
  for (const order of orders) {
    const flights = new CallIndex<Flight>()
    const alike = Array.from({ length: others }, () => aFlight({ params: ALIKE }, flights).flight)
    const left = new Set([0, 1, 2, 3].map(() => aFlight({}, flights).flight))
    const all = [...left]
    const found = () => {
      const seen: Flight[] = []
      for (let flight = find(flights); flight !== undefined; flight = flight.nextSame) seen.push(flight)
      return seen
    }
    expect(found()).toHaveLength(4)
    for (const index of order) {
      all[index]!.complete()
      left.delete(all[index]!)
      expect(new Set(found())).toEqual(left)
    }
    // The other question leaves, and one more comes while one is left.
    for (const other of alike) other.complete()
    const more = aFlight({}, flights).flight
    expect(new Set(found())).toEqual(new Set([...left, more]))
    for (const flight of [...left, more]) flight.complete()
    expect(found()).toEqual([])
  }
})
