import fc from 'fast-check'
import { Health } from '../../../../src/server/upstreams/health/health.js'
import { compareSpeeds } from '../../../../src/server/upstreams/health/speed.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'

let clock: { nowMs: number }
let upstream: QuietUpstream
let health: Health
beforeEach(() => {
  clock = { nowMs: 1_000_000 }
  upstream = quietUpstream(clock, 'a')
  health = upstream.health
})

const call = (end: (health: Health) => void, times = 1) => {
  for (let count = 0; count < times; count++) {
    health.begin()
    end(health)
  }
}
const fails = (one: Health) => one.failed('econnrefused')
const answers = (one: Health) => one.answered(5)
const wait = (ms: number) => {
  clock.nowMs += ms
}
const rank = () => health.rank(clock.nowMs)

describe('the circuit of an upstream that is polled', () => {
  test('stays closed after one failure, but the others come first for half a second', () => {
    call(fails)
    expect([health.state, rank()]).toEqual(['up', 3])
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

  test('is closed at once by a call that is answered', () => {
    call(fails, 3)
    call(answers)
    expect([health.state, health.circuitState(clock.nowMs), rank()]).toEqual(['up', 'closed', 0])
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

describe('slowness', () => {
  test('is seen at once when calls are overtaken in a row, and ends with a prompt answer to the poll', () => {
    call((one) => one.overtaken(50), 2)
    call(answers)
    call((one) => one.overtaken(50), 2)
    expect(health.state).toBe('up')
    call((one) => one.overtaken(50))
    expect([health.state, health.reason, rank()]).toEqual(['slow', 'overtaken', 1])
    wait(60_000)
    compareSpeeds([upstream, upstream], clock.nowMs)
    health.pollAnswered(false)
    expect(health.state).toBe('slow')
    health.pollAnswered(true)
    expect(health.state).toBe('up')
  })

  const measured = (durationMs: number, failures = 0) => {
    const one = quietUpstream(clock, `${durationMs}`)
    for (let count = 0; count < 30; count++) {
      one.health.begin()
      if (count % 3 < failures) one.health.failed('http_500')
      else one.health.answered(durationMs)
    }
    if (failures > 0) one.health.answered(durationMs)
    return one
  }

  test('is a median far above the fastest, and is measured anew after a while', () => {
    const [fast, slower, slowest] = [measured(10), measured(60), measured(70)]
    compareSpeeds([slowest, fast, slower], clock.nowMs)
    expect([fast, slower, slowest].map((one) => [one.health.state, one.health.reason])).toEqual([
      ['up', 'answers'],
      ['up', 'answers'],
      ['slow', 'latency'],
    ])
    wait(5_000)
    compareSpeeds([fast, slower, slowest], clock.nowMs)
    expect(slowest.health.state).toBe('up')
    compareSpeeds([fast, slower, slowest], clock.nowMs)
    expect(slowest.health.state).toBe('up')
  })

  test('is not one slow upstream alone, nor a few calls', () => {
    const alone = measured(5_000)
    compareSpeeds([alone, quietUpstream(clock, 'idle')], clock.nowMs)
    expect(alone.health.state).toBe('up')
  })

  test('is also one that fails a third of its calls, never three in a row', () => {
    const [flaky, good] = [measured(10, 1), measured(10)]
    compareSpeeds([flaky, good], clock.nowMs)
    expect([flaky.health.state, flaky.health.reason, good.health.state]).toEqual(['slow', 'errors', 'up'])
  })
})

test('the worst that is known decides the state, and each change is reported once', () => {
  health.slowDown('latency', 5_000)
  health.slowDown('latency', 5_000)
  health.setBehind('lag')
  health.setBehind('unhealthy')
  call(fails, 5)
  health.recordChain(false)
  health.recordChain(false)
  expect([health.state, health.reason, rank()]).toEqual(['down', 'wrong_chain', undefined])
  wait(60_000)
  call(answers)
  expect(health.state).toBe('down')
  health.slowDown('latency', 5_000)
  health.recordChain(true)
  health.setBehind(undefined)
  wait(5_000)
  health.forgiveSlowness(clock.nowMs)
  const told = upstream.changes.map(({ from, to, reason, detail }) => [from, to, reason, detail])
  expect(told).toEqual([
    ['up', 'slow', 'latency', undefined],
    ['slow', 'behind', 'lag', undefined],
    ['behind', 'down', 'failures', 'econnrefused'],
    ['down', 'behind', 'unhealthy', undefined],
    ['behind', 'slow', 'latency', undefined],
    ['slow', 'up', 'answers', undefined],
  ])
})

test.each([true, false])(
  'what was slow, or failed often, before it was down is measured anew (polled: %s)',
  (isPolled) => {
    for (const reason of ['latency', 'errors'] as const) {
      const one = quietUpstream(clock, reason, { isPolled })
      const others = [quietUpstream(clock, 'b'), quietUpstream(clock, 'c')]
      for (let count = 0; count < 25; count++) {
        one.health.begin()
        if (count % 3 === 0) one.health.failed('http_500')
        else one.health.answered(500)
        for (const { health } of others) {
          health.begin()
          health.answered(3)
        }
      }
      one.health.slowDown(reason, 5_000)
      for (let count = 0; count < 3; count++) {
        one.health.begin()
        one.health.failed('http_500')
      }
      expect(one.health.state).toBe('down')
      wait(600)
      if (isPolled) one.health.pollAnswered(true)
      one.health.begin()
      one.health.answered(3)
      compareSpeeds([one, ...others], clock.nowMs)
      expect([one.health.state, one.health.rank(clock.nowMs)]).toEqual(['up', 0])
    }
  },
)

test('a cordoned upstream is not asked whatever it does, is still measured, and is what it became once the cordon ends', () => {
  health.cordon(true)
  health.cordon(true)
  expect([health.state, health.reason, health.isUsable, rank()]).toEqual(['cordoned', 'operator', false, undefined])
  call(fails, 3)
  expect([health.state, health.measuredState]).toEqual(['cordoned', 'down'])
  health.cordon(false)
  expect([health.state, health.reason]).toEqual(['down', 'failures'])
  expect(upstream.changes).toEqual([
    { from: 'up', to: 'cordoned', reason: 'operator', detail: undefined },
    { from: 'cordoned', to: 'down', reason: 'operator', detail: undefined },
  ])
})

test('a method is taken out for its time only, and only that method', () => {
  health.bans.add('eth_getLogs', 'schema', { forMs: 1_000 })
  expect([health.bans.has('eth_getLogs'), health.bans.has('eth_chainId')]).toEqual([true, false])
  expect(health.bans.reasons()).toEqual({ eth_getLogs: 'schema' })
  wait(1_000)
  expect([health.bans.has('eth_getLogs'), health.bans.reasons()]).toEqual([false, {}])
})

test('a clock that is set back ends the time of a method that is taken out', () => {
  health.bans.add('eth_getLogs', 'schema', { forMs: 1_000 })
  wait(-3_600_000)
  expect([health.bans.has('eth_getLogs'), health.bans.reasons()]).toEqual([false, {}])
})

test('whatever happens, an upstream that answers polls and calls is up within two seconds', () => {
  const event = fc.constantFrom<(one: Health) => void>(
    (one) => {
      one.begin()
      one.failed('http_500')
    },
    (one) => {
      one.begin()
      one.overtaken(30)
    },
    (one) => {
      one.begin()
      one.endWithoutVerdict()
    },
    (one) => {
      one.begin()
      one.answered(3)
    },
    (one) => one.pollFailed('timed_out'),
    (one) => one.pollAnswered(true),
    (one) => one.pollAnswered(false),
    (one) => one.slowDown('hanging', 0),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(2_000)), { maxLength: 60 }), fc.boolean(), (events, isPolled) => {
      const own = { nowMs: 0 }
      const one = quietUpstream(own, 'a', { isPolled })
      for (const [happen, ms] of events) {
        happen(one.health)
        own.nowMs += ms
      }
      for (let probe = 0; probe <= 4; probe++) {
        if (isPolled) one.health.pollAnswered(true)
        else if (one.health.rank(own.nowMs) !== undefined) {
          one.health.begin()
          one.health.answered(3)
        }
        if (probe < 4) own.nowMs += 500
      }
      expect([one.health.rank(own.nowMs), one.health.inFlight]).toEqual([0, 0])
      expect(one.health.state).toBe('up')
      for (const { from, to } of one.changes) expect(from).not.toBe(to)
    }),
  )
})

describe('the first answer', () => {
  let told: number
  beforeEach(() => {
    told = 0
    health = new Health({
      nowMs: () => clock.nowMs,
      isPolled: true,
      onChange: () => {},
      onFirstAnswer: () => void told++,
    })
  })

  test.each<[string, () => void]>([
    ['a call', () => call(answers)],
    ['a poll', () => health.pollAnswered(true)],
  ])('of %s is told once', (_, answer) => {
    call(fails)
    health.slowDown('hanging', 0)
    expect(told).toBe(0)
    answer()
    expect(told).toBe(1)
    answer()
    expect(told).toBe(1)
  })

  test('is told when the upstream is no longer down', () => {
    health.recordChain(false)
    health.pollAnswered(true)
    expect(told).toBe(0)
    health.recordChain(true)
    health.pollAnswered(true)
    expect(told).toBe(1)
  })
})
