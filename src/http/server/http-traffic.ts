import type { ReplyCoding } from '../codings/accept-encoding.js'

/** The lowest and the highest status there are (RFC 9110, section 15). */
const FIRST_STATUS = 100
const STATUSES = 500

/** Counts what passes through one HTTP server: made before the first request, so that counting costs no memory. */
export class HttpTraffic {
  /** Open just now. */
  connections = 0
  acceptedConnections = 0
  receivedBytes = 0
  sentBodyBytes = 0
  /** Of replies before they were compressed. */
  plainBytes = 0
  private readonly encodings: Record<ReplyCoding | 'none', number> = { br: 0, zstd: 0, gzip: 0, none: 0 }
  private readonly byStatus = new Float64Array(STATUSES)

  opened(): void {
    this.connections++
    this.acceptedConnections++
  }

  /** A response begins. */
  responded(status: number): void {
    this.byStatus[status - FIRST_STATUS]!++
  }

  /** A reply that could be compressed is; `none`: it is not, because too many are. */
  encoded(coding: ReplyCoding | 'none'): void {
    this.encodings[coding]++
  }

  /** All that was counted; the requests being answered are the server's to count. */
  readings(requestsInFlight: number) {
    const { connections, acceptedConnections, receivedBytes, sentBodyBytes, plainBytes } = this
    const [responses, encodings] = [this.responses(), new Map(Object.entries(this.encodings))]
    const counted = { connections, requestsInFlight, acceptedConnections, receivedBytes, sentBodyBytes, plainBytes }
    return { ...counted, responses, encodings }
  }

  private responses(): Map<number, number> {
    const counted = new Map<number, number>()
    for (const [index, count] of this.byStatus.entries()) if (count > 0) counted.set(index + FIRST_STATUS, count)
    return counted
  }
}
