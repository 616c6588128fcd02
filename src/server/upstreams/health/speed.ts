import type { Upstream } from '../upstream.js'

const WINDOW_MS = 10_000
const ENOUGH_CALLS = 20
const TIMES_SLOWER = 4
/** An upstream this fast is never called slow, whatever the others take. */
const MARGIN_MS = 25
const MAX_ERROR_RATE = 0.2
/** How long an upstream is spared before it is measured anew. */
const SPARED_MS = 5_000

/**
 * Compares what the last calls took: an upstream whose median is far above that of the fastest one,
 * or that fails often without failing in a row, becomes `slow` for a while.
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
