import { packageManifest } from '../../runtime/package-files.js'
import type { ResultOf } from '../admin/method-types.js'
import type { PrivateDeps } from './process-deps.js'

/**
 * The gateway's state from its metrics, already aggregated over several processes. Read while an
 * operator looks.
 */
export const readStatus = async ({
  metrics,
  troubles,
  down,
  workers,
}: Pick<PrivateDeps, 'metrics' | 'troubles' | 'down' | 'workers'>): Promise<ResultOf<'status'>> => {
  const readings = await metrics.readings()
  /** Adds up the series of a metric, or those of one outcome. */
  const sum = (name: string, outcome?: string): number =>
    readings
      .flatMap((metric) => (metric.name === name ? metric.values : []))
      .filter(({ labels }) => outcome === undefined || labels.outcome === outcome)
      .reduce((total, { value }) => total + value, 0)
  const cached = (outcome: string) => sum('tollgate_cache_total', outcome)
  const calls = sum('tollgate_calls_total')
  return {
    version: packageManifest().version,
    troubles: troubles(),
    networksDown: down(),
    workers: workers?.().of ?? 1,
    reload: {
      isTaken: sum('tollgate_config_last_reload_successful') === 1,
      takenAt: new Date(sum('tollgate_config_last_reload_success_timestamp_seconds') * 1_000).toISOString(),
    },
    calls,
    errors: calls - sum('tollgate_calls_total', 'ok'),
    credits: sum('tollgate_credits_charged_total'),
    forwarded: sum('tollgate_forwarded_total'),
    inFlight: sum('tollgate_http_requests_in_flight'),
    connections: sum('tollgate_http_connections'),
    webSockets: sum('tollgate_websocket_connections'),
    heldBytes: sum('tollgate_held_answer_bytes'),
    cache: {
      bytes: sum('tollgate_cache_bytes'),
      hits: cached('hit'),
      misses: cached('miss'),
      coalesced: cached('coalesced'),
    },
  }
}
