import type { Cordons } from './health/cordons.js'
import type { Health } from './health/health.js'
import type { HealthReason, HealthState, MeasuredState } from './health/health-change.js'
import type { Upstream } from './upstream.js'

const RECENT_MS = 60_000

/**
 * One upstream as an operator sees it.
 *
 * `worker`     the process that reports it; left out if there is only one
 * `measuredState`  state by calls and polls, also while cordoned
 * `cordonedUntil`  ISO 8601; null if the cordon has no end or there is no cordon
 * `head`, `lag`  newest block or slot, and its distance to the network's; decimal, null while
 *                unknown
 * `p50Ms`      of the last minute's calls, like `p95Ms` and `errorRate` (0 to 1); null without
 *              calls
 * `calls`      attempts since the gateway started, or since the network's configuration changed
 * `takenOut`   methods temporarily banned from it, and why
 */
export interface UpstreamStatus {
  readonly worker?: number
  readonly network: string
  readonly upstream: string
  readonly isPartner: boolean
  readonly state: HealthState
  readonly reason: HealthReason
  readonly measuredState: MeasuredState
  readonly cordonedUntil: string | null
  readonly lastFailure: string | null
  readonly head: string | null
  readonly lag: string | null
  readonly inFlight: number
  readonly calls: number
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly errorRate: number
  readonly takenOut: Readonly<Record<string, string>>
  readonly circuit: ReturnType<Health['circuitState']>
}

/** Sources of a network's upstream status. */
export interface StatusSource {
  readonly pool: { readonly upstreams: readonly Upstream[] }
  readonly partner: Upstream | undefined
  readonly head: { readonly known: { readonly number: bigint } | undefined }
  readonly cordons: Pick<Cordons, 'find'>
}

/** The current status of a network's upstreams in the configuration's order, the partner last. */
export const statusOf = (
  network: string,
  { pool, partner, head, cordons }: StatusSource,
  nowMs: number,
): UpstreamStatus[] =>
  [...pool.upstreams, partner ?? []].flat().map(({ name, isPartner, health }) => {
    const recent = health.recent(nowMs, RECENT_MS)
    const known = head.known?.number
    const untilMs = cordons.find(network, name)?.untilMs
    return {
      network,
      upstream: name,
      isPartner,
      state: health.state,
      reason: health.reason,
      measuredState: health.measuredState,
      cordonedUntil: untilMs === undefined ? null : new Date(untilMs).toISOString(),
      lastFailure: health.lastFailure ?? null,
      head: health.head?.toString() ?? null,
      lag: known === undefined || health.head === undefined ? null : (known - health.head).toString(),
      inFlight: health.inFlight,
      calls: health.calls,
      p50Ms: recent.p50Ms ?? null,
      p95Ms: recent.p95Ms ?? null,
      errorRate: recent.errorRate,
      takenOut: health.bannedMethods(),
      circuit: health.circuitState(nowMs),
    }
  })
