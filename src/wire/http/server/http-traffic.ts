import type { ReplyCoding } from '../codings/accept-encoding.js'

/** One more than the highest status there is (RFC 9110, section 15). */
const STATUSES = 600

/** Counts the traffic of one HTTP server. Allocated up front: counting allocates nothing. */
export class HttpTraffic {
  /** Currently open. */
  connections = 0
  acceptedConnections = 0
  receivedBytes = 0
  sentBodyBytes = 0
  /** Of replies, before compression. */
  plainBytes = 0
  readonly responses = new Float64Array(STATUSES)
  /**
   * Compressible replies by coding; `none` counts those that stayed uncompressed because too many
   * were being compressed.
   */
  readonly encodings: Record<ReplyCoding | 'none', number> = { br: 0, zstd: 0, gzip: 0, none: 0 }

  /** All counts; the server counts the requests being answered. */
  readings(requestsInFlight: number) {
    const { connections, acceptedConnections, receivedBytes, sentBodyBytes, plainBytes } = this
    const responses = new Map([...this.responses.entries()].filter(([, count]) => count > 0))
    const encodings = new Map(Object.entries(this.encodings))
    const counted = { connections, requestsInFlight, acceptedConnections, receivedBytes, sentBodyBytes, plainBytes }
    return { ...counted, responses, encodings }
  }
}
