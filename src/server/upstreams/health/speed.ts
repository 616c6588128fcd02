import type { Upstream } from '../upstream.js'

const WINDOW_MS = 10_000
const ENOUGH_CALLS = 20
const TIMES_SLOWER = 4
/** An upstream within this margin is never called slow, however fast the others are. */
const MARGIN_MS = 25
const MAX_ERROR_RATE = 0.2
/** Time for which a slow upstream is avoided before it is measured again. */
const SPARED_MS = 5_000

/**
 * Marks upstreams as `slow` for a while if their median is far above the fastest one's, or if they
 * often fail, though not in a row.
 */
export const compareSpeeds = (upstreams: readonly Upstream[], nowMs: number): void => {
  if (upstreams.length < 2) return
  const measured = upstreams.map((upstream) => ({ upstream, recent: upstream.health.recent(nowMs, WINDOW_MS) }))
  const medians = measured.flatMap(({ upstream, recent: { count, p50Ms } }) =>
    upstream.health.state === 'up' && count >= ENOUGH_CALLS && p50Ms !== undefined ? p50Ms : [],
  )
  const fastestMs = Math.min(...medians)
  for (const { upstream, recent } of measured) {
    const { health } = upstream
    if (health.forgiveSlowness(nowMs) || health.state !== 'up' || recent.count < ENOUGH_CALLS) continue
    const isSlower = recent.p50Ms !== undefined && recent.p50Ms > TIMES_SLOWER * fastestMs + MARGIN_MS
    if (isSlower) health.slowDown('latency', SPARED_MS)
    else if (recent.errorRate > MAX_ERROR_RATE) health.slowDown('errors', SPARED_MS)
  }
}
