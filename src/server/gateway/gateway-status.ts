import { packageManifest } from '../../runtime/package-manifest.js'
import type { ResultOf } from '../admin/method-types.js'
import type { PrivateDeps } from './process-deps.js'

/** A line of the exposition text: name, labels, value. */
const LINE = /^(\w+)(?:\{(.*)\})? (\S+)/

/** Sums each metric's series whose labels `counts` accepts. */
const sumsOf = (text: string) => {
  const series = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels, value: Number(value) }]
  })
  return (name: string, counts: (labels: string) => boolean = () => true): number =>
    series.reduce((sum, one) => (one.name === name && counts(one.labels) ? sum + one.value : sum), 0)
}

const has = (label: string) => (labels: string) => labels.includes(label)

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
  const sum = sumsOf((await metrics.read()).text)
  const cached = (outcome: string) => sum('tollgate_cache_total', has(`outcome="${outcome}"`))
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
    errors: calls - sum('tollgate_calls_total', has('outcome="ok"')),
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
