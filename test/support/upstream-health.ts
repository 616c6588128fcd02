import type { Health } from '../../src/server/upstreams/health/health.js'
import { quietUpstream } from './upstream.js'

type Clock = { nowMs: number }

/** A polled upstream with a clock of its own. */
export const clockedUpstream = () => {
  const clock: Clock = { nowMs: 1_000_000 }
  const upstream = quietUpstream(clock, 'a')
  return { clock, upstream, health: upstream.health }
}

/** Ends of a call. */
export const fails = (one: Health) => one.failed('econnrefused')
export const answers = (one: Health) => one.answered(5)

/** What happens to the upstream that a test has now. */
export const healthSteps = (now: () => { readonly clock: Clock; readonly health: Health }) => ({
  call: (end: (health: Health) => void, times = 1) => {
    const { health } = now()
    for (let count = 0; count < times; count++) {
      health.begin()
      end(health)
    }
  },
  wait: (ms: number) => {
    now().clock.nowMs += ms
  },
  rank: () => now().health.rank(now().clock.nowMs),
})
