import type { Upstream as AdminUpstream } from '../../../generated/admin.js'
import type { Cordons } from './health/cordons.js'
import type { Upstream } from './upstream.js'

const RECENT_MS = 60_000

/** One upstream as an operator sees it. */
export type UpstreamStatus = AdminUpstream

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
      takenOut: health.bans.reasons(),
      circuit: health.circuitState(nowMs),
    }
  })
