import type { Health } from '../../../../src/server/upstreams/health/health.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'
import { answers, clockedUpstream, fails, healthSteps } from '../../../support/upstream-health.js'

let clock: { nowMs: number }
let upstream: QuietUpstream
let health: Health
beforeEach(() => {
  ;({ clock, upstream, health } = clockedUpstream())
})
const { call, wait, rank } = healthSteps(() => ({ clock, health }))

describe('the circuit of an upstream that is polled', () => {
  test('stays closed after one failure, but the others come first for half a second', () => {
    call(fails)
    expect([health.state, rank()]).toEqual(['up', 2])
    wait(500)
    expect(rank()).toBe(0)
  })

  test.each<[string, () => void, string]>([
    ['three failures in a row', () => call(fails, 3), 'failures'],
    [
      'a failed poll after a failure',
      () => {
        call(fails)
        health.pollFailed('econnrefused')
      },
      'poll_failed',
    ],
    [
      'two failed polls',
      () => {
        health.pollFailed('timed_out')
        health.pollFailed('timed_out')
      },
      'poll_failed',
    ],
    [
      'a failed poll of one that hangs',
      () => {
        health.slowDown('hanging', 0)
        health.pollFailed('timed_out')
      },
      'poll_failed',
    ],
  ])('opens after %s', (_, happens, reason) => {
    happens()
    expect([health.state, health.reason, rank(), health.circuitState(clock.nowMs)]).toEqual([
      'down',
      reason,
      undefined,
      'open',
    ])
    wait(500)
    expect([health.state, rank(), health.circuitState(clock.nowMs)]).toEqual(['down', undefined, 'half-open'])
  })

  const failsFor = (account: string, method: string) => (one: Health) => one.failed('timed_out', { account, method })
  const answersFor = (account: string) => (one: Health) => one.answered(5, clock.nowMs, account)
  const failuresOfTwoMethods = () => {
    for (const method of ['eth_call', 'eth_getLogs', 'eth_call', 'eth_getLogs']) call(failsFor('acc_1', method))
  }

  test('stays closed for failures that one account can have caused while another is served', () => {
    call(answersFor('acc_2'))
    wait(1_000)
    call(answersFor('acc_1'))
    wait(59_000)
    failuresOfTwoMethods()
    expect(health.state).toBe('up')
    call(failsFor('acc_2', 'eth_call'))
    expect(health.state).toBe('down')
  })

  test('puts it behind only for the account that met them, until another account meets one', () => {
    health.setBehind('lag')
    expect([rank('acc_1'), rank('acc_2'), rank()]).toEqual([4, 4, 4])
    health.setBehind(undefined)
    call(failsFor('acc_1', 'eth_call'), 9)
    expect([health.state, rank('acc_1'), rank('acc_2'), rank()]).toEqual(['up', 2, 0, 0])
    wait(500)
    expect(rank('acc_1')).toBe(0)
    call(answersFor('acc_1'))
    call(failsFor('acc_1', 'eth_call'))
    call(failsFor('acc_2', 'eth_call'))
    expect([health.state, rank('acc_1'), rank('acc_2'), rank()]).toEqual(['up', 2, 2, 2])
    wait(500)
    expect([rank('acc_1'), rank()]).toEqual([0, 0])
  })

  test('puts it behind for all after a failed poll, whatever an account met beside it', () => {
    health.pollFailed('timed_out')
    call(failsFor('acc_1', 'eth_call'))
    expect([health.state, rank('acc_1'), rank('acc_2')]).toEqual(['up', 2, 2])
  })

  test.each<[string, () => void]>([
    ['was ever served', () => {}],
    ['is served but this one', () => call(answersFor('acc_1'), 3)],
    [
      'was served for a minute',
      () => {
        call(answersFor('acc_2'))
        wait(60_001)
      },
    ],
  ])('opens after failures of two methods of one account if none %s', (_, before) => {
    before()
    call(failsFor('acc_1', 'eth_call'), 4)
    expect(health.state).toBe('up')
    failuresOfTwoMethods()
    expect(health.state).toBe('down')
  })

  test('does not open when answers come between the failures', () => {
    for (let count = 0; count < 10; count++) {
      call(fails, 2)
      call(answers)
    }
    health.pollFailed('timed_out')
    health.pollAnswered(true)
    health.pollFailed('timed_out')
    expect([health.state, upstream.changes]).toEqual(['up', []])
  })

  test('is closed by a poll after the rest, and opened again by the first failure, for longer', () => {
    const rests: number[] = []
    for (let relapse = 0; relapse < 5; relapse++) {
      call(fails, relapse === 0 ? 3 : 1)
      expect(health.state).toBe('down')
      let restMs = 0
      for (; health.state === 'down'; restMs += 100) {
        wait(100)
        health.pollAnswered(true)
      }
      rests.push(restMs)
    }
    expect(rests).toEqual([500, 1_000, 1_200, 1_200, 1_200])
    call(answers)
    call(fails, 3)
    wait(500)
    health.pollAnswered(true)
    expect(health.state).toBe('up')
  })

  test('is closed by a poll after the clock was set back', () => {
    call(fails, 3)
    wait(-3_600_000)
    health.pollAnswered(true)
    expect(health.state).toBe('up')
  })

  test('is closed at once by a poll that is answered in time after one that was not', () => {
    call(fails, 3)
    health.pollFailed('timed_out')
    health.pollAnswered(false)
    expect(health.state).toBe('down')
    health.pollAnswered(true)
    expect([health.state, rank()]).toEqual(['up', 0])
    call(fails)
    expect(health.state).toBe('down')
    // Polls were answered all the time now: that they still are says nothing of the calls.
    wait(900)
    health.pollAnswered(true)
    expect(health.state).toBe('down')
  })

  test('is closed by calls that are answered for three seconds, though polls are too slow', () => {
    const slowPolls = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        health.pollFailed('timed_out')
        call(answers)
        wait(500)
      }
      return health.state
    }
    health.pollFailed('timed_out')
    expect(slowPolls(3_000)).toBe('down')
    call(fails)
    expect(slowPolls(3_000)).toBe('down')
    call(answers)
    expect([health.state, health.circuitState(clock.nowMs), rank()]).toEqual(['up', 'closed', 0])
    // It still answers: polls that fail again take it out for one call.
    health.slowDown('hanging', 0)
    health.pollFailed('timed_out')
    expect(health.state).toBe('down')
    call(answers)
    expect(health.state).not.toBe('down')
    clock.nowMs -= 3_600_000
    health.slowDown('hanging', 0)
    health.pollFailed('timed_out')
    expect(slowPolls(3_000)).toBe('down')
    call(answers)
    expect(health.state).not.toBe('down')
    // After a pause, another process may answer.
    wait(10_000)
    health.slowDown('hanging', 0)
    health.pollFailed('timed_out')
    call(answers)
    expect(health.state).toBe('down')
  })

  test('is not closed by a call that is answered: another process may answer, whose head no poll has read', () => {
    call(fails, 3)
    wait(500)
    call(answers)
    expect([health.state, rank()]).toEqual(['down', undefined])
    health.pollAnswered(true)
    call(answers)
    call(fails)
    expect(health.state).toBe('up')
  })

  test('asks which chain it is when what comes back may be another node, not when it only hung', () => {
    health.recordChain(true)
    health.pollFailed('timed_out')
    health.pollFailed('timed_out')
    expect(health.isChainKnown).toBe(true)
    call(fails, 3)
    expect(health.isChainKnown).toBe(false)
  })
})

describe('an upstream without a poll', () => {
  beforeEach(() => {
    upstream = quietUpstream(clock, 'a', { isPolled: false })
    health = upstream.health
  })

  test('is tried by one call at a time once its rest is over', () => {
    call(fails, 3)
    expect(rank()).toBeUndefined()
    wait(500)
    expect(rank()).toBe(0)
    health.begin()
    expect(rank()).toBeUndefined()
    health.failed('econnrefused')
    wait(999)
    expect(rank()).toBeUndefined()
    wait(1)
    call(answers)
    expect([health.state, rank()]).toEqual(['up', 0])
  })

  test('is believed again a second after it was overtaken', () => {
    call((one) => one.overtaken(50), 3)
    expect([health.state, rank()]).toEqual(['slow', 1])
    wait(1_000)
    expect([rank(), health.state]).toEqual([0, 'up'])
  })
})
