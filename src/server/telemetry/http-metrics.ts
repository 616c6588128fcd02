import type { Registry } from 'prom-client'
import { registerCounted, registerGauge } from './registration.js'

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

/** Shows the counts of the public HTTP server. */
export const registerHttpMetrics = (registry: Registry, read: () => HttpReadings): void => {
  const counter = (name: string, help: string, value: () => number) =>
    registerCounted(registry, 'counter', { name, help, labelNames: [], values: () => [{ labels: {}, value: value() }] })
  registerGauge(registry, 'tollgate_http_connections', 'Open HTTP connections', () => read().connections)
  registerGauge(
    registry,
    'tollgate_http_requests_in_flight',
    'HTTP requests that are being read or answered',
    () => read().requestsInFlight,
  )
  counter('tollgate_http_connections_total', 'HTTP connections accepted', () => read().acceptedConnections)
  registerCounted(registry, 'counter', {
    name: 'tollgate_http_responses_total',
    labelNames: ['status'],
    help: 'HTTP responses, by status; a batch is one',
    values: () => [...read().responses].map(([status, value]) => ({ labels: { status }, value })),
  })
  counter(
    'tollgate_http_received_bytes_total',
    'Bytes received over HTTP, heads included, TLS not',
    () => read().receivedBytes,
  )
  counter(
    'tollgate_http_sent_body_bytes_total',
    'Bytes of HTTP response bodies, as sent: of compressed ones, compressed',
    () => read().sentBodyBytes,
  )
  registerCounted(registry, 'counter', {
    name: 'tollgate_http_encoded_replies_total',
    labelNames: ['encoding'],
    help: 'Replies that clients asked to be compressed (listen.compression), by what became of them; none: too many were being compressed',
    values: () => [...read().encodings].map(([encoding, value]) => ({ labels: { encoding }, value })),
  })
  counter(
    'tollgate_http_encoded_plain_bytes_total',
    'Bytes of compressed replies before they were compressed',
    () => read().plainBytes,
  )
}
