import type { Health } from '../../src/server/upstreams/health/health.js'
import { quietUpstream } from './upstream.js'

type Clock = { nowMs: number }

/** Returns a polled upstream and its clock. */
export const clockedUpstream = () => {
  const clock: Clock = { nowMs: 1_000_000 }
  const upstream = quietUpstream(clock, 'a')
  return { clock, upstream, health: upstream.health }
}

/** Ends of a call. */
export const fails = (one: Health) => one.failed('econnrefused')
export const answers = (one: Health) => one.answered(5)

/** Returns the steps that a test takes with its current upstream. */
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
  rank: (account?: string) => now().health.rank(now().clock.nowMs, account),
})
