import { Health } from '../../../../src/server/upstreams/health/health.js'
import { compareSpeeds } from '../../../../src/server/upstreams/health/speed.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'
import { answers, clockedUpstream, fails, healthSteps } from '../../../support/upstream-health.js'

let clock: { nowMs: number }
let upstream: QuietUpstream
let health: Health
beforeEach(() => {
  ;({ clock, upstream, health } = clockedUpstream())
})
const { call, wait, rank } = healthSteps(() => ({ clock, health }))

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
  health.pollAnswered(true)
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
