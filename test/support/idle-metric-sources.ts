import { NO_LEDGER } from '../../src/server/telemetry/ledger-metrics.js'
import { type MetricSources, NO_NOTICES } from '../../src/server/telemetry/metrics.js'

/** The sources of a gateway that has done nothing yet. */
export const idleMetricSources: MetricSources = {
  webSockets: () => 0,
  heldBytes: () => 0,
  cacheBytes: () => 0,
  upstreams: () => [],
  http: () => ({
    connections: 0,
    requestsInFlight: 0,
    acceptedConnections: 0,
    receivedBytes: 0,
    sentBodyBytes: 0,
    plainBytes: 0,
    encodings: new Map<string, number>(),
    responses: new Map<number, number>(),
  }),
  reload: () => ({ isTaken: true, takenAtMs: 0 }),
  troubles: () => [],
  spans: () => ({ exported: 0, dropped: 0 }),
  notices: () => NO_NOTICES,
  ledger: () => NO_LEDGER,
}
