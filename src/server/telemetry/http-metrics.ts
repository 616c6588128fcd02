import { type ReadMetric, readingsBy } from './registration.js'

/**
 * Counts of an HTTP server; `responses` by status. `connections` excludes those that became
 * WebSockets.
 */
export interface HttpReadings {
  readonly connections: number
  readonly requestsInFlight: number
  readonly acceptedConnections: number
  readonly receivedBytes: number
  readonly sentBodyBytes: number
  /** Bytes of replies before compression. */
  readonly plainBytes: number
  /** Replies by coding; `none`: the limit of concurrent compressions was reached. */
  readonly encodings: ReadonlyMap<string, number>
  readonly responses: ReadonlyMap<number, number>
}

export const httpMetrics = (http: () => HttpReadings): ReadMetric[] => [
  { name: 'tollgate_http_connections', type: 'gauge', help: 'Open HTTP connections', read: () => http().connections },
  {
    name: 'tollgate_http_requests_in_flight',
    type: 'gauge',
    help: 'HTTP requests that are being read or answered',
    read: () => http().requestsInFlight,
  },
  {
    name: 'tollgate_http_connections_total',
    type: 'counter',
    help: 'HTTP connections accepted',
    read: () => http().acceptedConnections,
  },
  {
    name: 'tollgate_http_responses_total',
    type: 'counter',
    labels: ['status'],
    help: 'HTTP responses, by status; a batch is one',
    read: () => readingsBy('status', http().responses),
  },
  {
    name: 'tollgate_http_received_bytes_total',
    type: 'counter',
    help: 'Bytes received over HTTP, heads included, TLS not',
    read: () => http().receivedBytes,
  },
  {
    name: 'tollgate_http_sent_body_bytes_total',
    type: 'counter',
    help: 'Bytes of HTTP response bodies, as sent: of compressed ones, compressed',
    read: () => http().sentBodyBytes,
  },
  {
    name: 'tollgate_http_encoded_replies_total',
    type: 'counter',
    labels: ['encoding'],
    help: 'Replies that clients asked to be compressed (listen.compression), by what became of them; none: too many were being compressed',
    read: () => readingsBy('encoding', http().encodings),
  },
  {
    name: 'tollgate_http_encoded_plain_bytes_total',
    type: 'counter',
    help: 'Bytes of compressed replies before they were compressed',
    read: () => http().plainBytes,
  },
]
