import type { Health } from '../../../../src/server/upstreams/health/health.js'
import { compareSpeeds } from '../../../../src/server/upstreams/health/speed.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'
import { answers, clockedUpstream, healthSteps } from '../../../support/upstream-health.js'

let clock: { nowMs: number }
let upstream: QuietUpstream
let health: Health
beforeEach(() => {
  ;({ clock, upstream, health } = clockedUpstream())
})
const { call, wait, rank } = healthSteps(() => ({ clock, health }))

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
