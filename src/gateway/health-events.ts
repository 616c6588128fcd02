import type { Log } from '../telemetry/log.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { HealthChange } from '../upstreams/health/health-change.js'

/** Makes what hears of upstreams' changes of state: a line in the log and a metric for each. */
export const upstreamRecorder =
  (metrics: Metrics, log: Log) =>
  (network: string, upstream: string, { from, to, reason, detail }: HealthChange): void => {
    metrics.upstreamState(network, upstream, to, reason)
    const fields = { network, upstream, from, to, reason, ...(detail === undefined ? {} : { detail }) }
    if (to === 'up') log.info(fields, 'upstream state')
    else log.warn(fields, 'upstream state')
  }
