import type { ReplyCoding } from '../codings/accept-encoding.js'

/** One more than the highest status there is (RFC 9110, section 15). */
const STATUSES = 600

/**
 * Counts what passes through one HTTP server: made before the first request, so that counting costs
 * no memory.
 */
export class HttpTraffic {
  /** Open just now. */
  connections = 0
  acceptedConnections = 0
  receivedBytes = 0
  sentBodyBytes = 0
  /** Of replies before they were compressed. */
  plainBytes = 0
  /** How many responses began, by their status. */
  readonly responses = new Float64Array(STATUSES)
  /**
   * How many replies that could be compressed were; `none`: they were not, because too many were at
   * the time.
   */
  readonly encodings: Record<ReplyCoding | 'none', number> = { br: 0, zstd: 0, gzip: 0, none: 0 }

  /** All that was counted; the requests being answered are the server's to count. */
  readings(requestsInFlight: number) {
    const { connections, acceptedConnections, receivedBytes, sentBodyBytes, plainBytes } = this
    const responses = new Map([...this.responses.entries()].filter(([, count]) => count > 0))
    const encodings = new Map(Object.entries(this.encodings))
    const counted = { connections, requestsInFlight, acceptedConnections, receivedBytes, sentBodyBytes, plainBytes }
    return { ...counted, responses, encodings }
  }
}
