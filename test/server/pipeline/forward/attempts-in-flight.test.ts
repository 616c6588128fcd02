import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { Attempt } from '../../../../src/server/pipeline/forward/attempt.js'
import { AttemptsInFlight } from '../../../../src/server/pipeline/forward/attempts-in-flight.js'
import { resultOf } from '../../../../src/wire/jsonrpc/reply.js'
import { aClock, aHeldNode, aPolicy, type HeldNode, type PolicyWish } from '../../../support/forward-policy.js'

const NEVER = Number.POSITIVE_INFINITY

/**
 * The attempts of one call at nodes `a` and `b`, sent but not answered, beginning and ending when
 * the test says.
 */
const underWay = (wish: PolicyWish = {}, isPartner = false) => {
  const clock = aClock()
  const [a, b] = [aHeldNode(clock, 'a', { isPartner }), aHeldNode(clock, 'b')]
  const { policy, told, aTimedCall } = aPolicy(clock, [a, b], wish)
  const call = aTimedCall()
  const attempts = new AttemptsInFlight(policy, call)
  const begin = (node: HeldNode, endsAtMs = 2_000, isSent = true) => {
    const attempt = new Attempt(node.upstream, clock.nowMs, endsAtMs, { ended: () => {} }, new AccountShare())
    if (isSent) attempt.send(policy.bodyOf(call), policy.limitsOf(call))
    attempts.add(attempt)
    return attempt
  }
  return { clock, a, b, policy, told, call, attempts, begin }
}

test('the older attempt is the first, and the other takes its place when it is taken off', () => {
  const { a, b, attempts, begin, clock } = underWay()
  const [older, younger] = [begin(a), begin(b)]
  expect([attempts.first, attempts.second]).toEqual([older, younger])
  clock.nowMs += 30
  expect(attempts.remove(older)).toBe(30)
  expect([attempts.first, attempts.second]).toEqual([younger, undefined])
})

test('the one whose share of the time ends first is the next to be late', () => {
  const { a, b, attempts, begin } = underWay()
  expect(attempts.endsAtMs).toBe(NEVER)
  const [older, younger] = [begin(a, 2_000), begin(b, 1_500)]
  expect([attempts.endsAtMs, attempts.overdue(1_499), attempts.overdue(1_500)]).toEqual([1_500, [], [younger]])
  expect(attempts.overdue(2_000)).toEqual([older, younger])
})

test('a slow one is looked at again after ever longer pauses, up to 160 ms', () => {
  const { attempts } = underWay()
  const pauses: number[] = []
  for (let look = 0; look < 5; look++) {
    attempts.scheduleNextCheck(1_000)
    pauses.push(attempts.checkAtMs - 1_000)
  }
  expect(pauses).toEqual([20, 40, 80, 160, 160])
  attempts.scheduleCheck(undefined)
  expect(attempts.checkAtMs).toBe(NEVER)
  attempts.scheduleNextCheck(1_000)
  expect(attempts.checkAtMs).toBe(1_020)
})

test('that the partner was asked is on record, with the reason and how long it took', () => {
  const { a, attempts, begin, clock } = underWay({}, true)
  const attempt = begin(a)
  clock.nowMs += 40
  attempts.failoverReason = 'rate_limited'
  attempts.remove(attempt)
  expect(attempts.failedOver).toEqual({ partner: 'a', reason: 'rate_limited', durationMs: 40 })
})

test('one whose time is over is given up; where candidates share the time it counts as a failure of the node', () => {
  const { a, attempts, begin, told } = underWay()
  attempts.timeOut(begin(a))
  expect([a.asked[0]!.isAborted, attempts.first, told.attempts]).toEqual([true, undefined, ['a timed-out']])
  expect([a.upstream.health.lastFailure, a.upstream.health.inFlight]).toEqual(['timed_out', 0])
})

test('a query that runs long is its caller\u2019s doing, and no failure of the node', () => {
  const { a, attempts, begin } = underWay({ method: 'eth_getLogs' })
  attempts.timeOut(begin(a))
  expect([a.upstream.health.lastFailure, a.upstream.health.inFlight]).toEqual([undefined, 0])
})

test('a write of which the caller says how long the node waits is no failure of the node, however often', () => {
  const { a, attempts, begin, told } = underWay({ effect: 'write' })
  for (let count = 0; count < 10; count++) attempts.timeOut(begin(a))
  expect([told.attempts.length, told.attempts[0]]).toEqual([10, 'a timed-out'])
  const { health } = a.upstream
  expect([health.state, health.rank(1_000), health.lastFailure, health.inFlight]).toEqual(['up', 0, undefined, 0])
})

test('one that had no turn at the connections says nothing of the node, unlike one that the node let wait', () => {
  const { a, b, attempts, begin } = underWay()
  const begun = (waitsFor: 'turn' | 'connection') => {
    const attempt = begin(a)
    a.asked.at(-1)!.waitsFor = waitsFor
    return attempt
  }
  for (let count = 0; count < 20; count++) {
    attempts.timeOut(begun('turn'))
    begun('turn')
    const winner = begin(b)
    attempts.remove(winner)
    attempts.endAll(winner)
  }
  const { health } = a.upstream
  expect([health.state, health.lastFailure, health.inFlight]).toEqual(['up', undefined, 0])
  attempts.timeOut(begun('connection'))
  expect([health.lastFailure, health.inFlight]).toEqual(['timed_out', 0])
})

test('what the gateway itself did not send says nothing of the node', () => {
  const { a, attempts, begin } = underWay()
  begin(a)
  attempts.failed(a.upstream, { kind: 'unreachable', reason: 'upstream_queue_full' })
  expect([a.upstream.health.lastFailure, a.upstream.health.inFlight]).toEqual([undefined, 0])
})

test('a failure before anything was sent cannot be a caller\u2019s doing: three of them open the circuit', () => {
  const { a, attempts, begin } = underWay()
  const failTimes = (reason: string) => {
    for (let count = 0; count < 3; count++) {
      attempts.remove(begin(a))
      attempts.failed(a.upstream, { kind: 'unreachable', reason })
    }
    return a.upstream.health.state
  }
  expect(failTimes('http_500')).toBe('up')
  expect(failTimes('econnrefused')).toBe('down')
})

test('when one answered, an older one was overtaken and a younger one just cancelled', () => {
  const { a, b, attempts, begin, clock, told } = underWay()
  const older = begin(a)
  clock.nowMs += 50
  const younger = begin(b)
  attempts.remove(younger)
  attempts.endAll(younger)
  expect(told.attempts).toEqual(['a overtaken'])
  const again = begin(b)
  attempts.endAll(older)
  expect([told.attempts[1], attempts.first]).toEqual(['b cancelled', undefined])
  expect([a.upstream.health.inFlight, again.isSent]).toEqual([0, true])
})

test('when the caller left, all are given up and none is blamed', () => {
  const { a, b, attempts, begin, told } = underWay()
  begin(a)
  begin(b)
  attempts.endAll(undefined)
  expect(told.attempts).toEqual(['a cancelled', 'b cancelled'])
  expect([a.asked[0]!.isAborted, b.asked[0]!.isAborted]).toEqual([true, true])
})

test('one that was not sent yet is given up without a word', () => {
  const { a, attempts, begin, told } = underWay()
  begin(a, 2_000, false)
  attempts.endAll(undefined)
  attempts.timeOut(begin(a, 2_000, false))
  expect([told.attempts, a.upstream.health.inFlight]).toEqual([[], 0])
})

test('a call may cost while a node that is not down may have got it, and after that attempt was given up', () => {
  const { a, b, attempts, begin, call } = underWay()
  for (let count = 0; count < 3; count++) {
    attempts.remove(begin(b))
    attempts.failed(b.upstream, { kind: 'unreachable', reason: 'econnrefused' })
  }
  const { upstreamTime } = call
  attempts.remove(begin(a, 2_000, false))
  const queued = begin(a)
  a.asked[0]!.waitsFor = 'turn'
  begin(b)
  expect(upstreamTime.mayCost).toBe(false)
  a.asked[0]!.waitsFor = undefined
  expect(upstreamTime.mayCost).toBe(true)
  attempts.remove(queued)
  expect(upstreamTime.mayCost).toBe(false)
  attempts.timeOut(begin(a))
  expect(upstreamTime.mayCost).toBe(true)
})

test('a call of which one part was answered may cost, whatever becomes of the other parts', () => {
  const { policy, attempts, call } = underWay()
  const other = new AttemptsInFlight(policy, call)
  expect(call.upstreamTime.mayCost).toBe(false)
  attempts.recordIn(resultOf(Buffer.from('[]')))
  expect(call.upstreamTime.mayCost).toBe(true)
  other.endAll(undefined)
  expect(call.upstreamTime.mayCost).toBe(true)
})
