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
  private readonly byStatus = new Float64Array(STATUSES)

  opened(): void {
    this.connections++
    this.acceptedConnections++
  }

  /** A response begins. */
  responded(status: number): void {
    this.byStatus[status - FIRST_STATUS]!++
  }

  /** All that was counted; the requests being answered are the server's to count. */
  readings(requestsInFlight: number) {
    const { connections, acceptedConnections, receivedBytes, sentBodyBytes } = this
    const responses = this.responses()
    return { connections, requestsInFlight, acceptedConnections, receivedBytes, sentBodyBytes, responses }
  }

  private responses(): Map<number, number> {
    const counted = new Map<number, number>()
    for (const [index, count] of this.byStatus.entries()) if (count > 0) counted.set(index + FIRST_STATUS, count)
    return counted
  }
}
