import type { UpstreamHeaders } from '../../../wire/http/client/address.js'
import { BatchTransport } from './batch-transport.js'
import type { OnSharing } from './batching-state.js'
import { GzipTransport } from './gzip-transport.js'
import { createHttpTransport } from './http-transport.js'
import type { UpstreamTransport } from './transport.js'

/** The configured way to one upstream. Addresses and headers may contain credentials. */
export interface Destination {
  readonly url: string
  readonly share: 'off' | 'batch'
  readonly maxRequestBytes?: number | undefined
  /** Request gzip answers. */
  readonly gzip?: boolean | undefined
  readonly headers?: UpstreamHeaders | undefined
}

/** Options common to all upstreams. */
export interface ConnectOptions {
  readonly maxConnections: number
  readonly maxWaiting: number
  readonly maxAnswerBytes: number
  readonly onSharing: OnSharing
}

/** Creates the transport to one upstream. Connections are opened when calls need them. */
export const connectUpstream = (
  { url, share, maxRequestBytes, gzip, headers }: Destination,
  options: ConnectOptions,
): UpstreamTransport => {
  const single = gzip ? new GzipTransport(url, options, headers) : createHttpTransport(url, options, headers)
  return share === 'batch' ? new BatchTransport(single, options.onSharing, maxRequestBytes) : single
}
