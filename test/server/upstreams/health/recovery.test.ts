import fc from 'fast-check'
import type { Health } from '../../../../src/server/upstreams/health/health.js'
import { quietUpstream } from '../../../support/upstream.js'
import { clockedUpstream, healthSteps } from '../../../support/upstream-health.js'

let clock: { nowMs: number }
let health: Health
beforeEach(() => {
  ;({ clock, health } = clockedUpstream())
})
const { wait } = healthSteps(() => ({ clock, health }))

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
