import type { HttpLimits } from './http-limits.js'
import type { HttpServer } from './server.js'

const NEVER = Number.POSITIVE_INFINITY

/**
 * The next thing that the server awaits from the client: its first request, the rest of a head or a
 * body, another request, the end of the connection.
 */
type Awaited = 'first' | 'head' | 'body' | 'next' | 'end' | 'nothing'

/** Limits on how slowly a client may read. */
type PaceLimits = Pick<HttpLimits, 'writeTimeoutMs' | 'minReadBytesPerSecond'>

/**
 * The time for which a client may still delay reading: `writeTimeoutMs` in total. The bytes that it
 * reads give time back at the minimum rate.
 *
 * A client that reads nothing is cut off after that time, one that reads faster than the minimum
 * rate never, and one that reads a little now and then only later.
 */
export class ReadingPace {
  private spentMs = 0

  /** The time for which the client may still read nothing. */
  leftMs({ writeTimeoutMs }: PaceLimits): number {
    return Math.max(0, writeTimeoutMs - this.spentMs)
  }

  /** Records that the server waited `ms`, in which the client read `bytes`. */
  waited(ms: number, bytes: number, { minReadBytesPerSecond }: PaceLimits): void {
    this.spentMs = Math.max(0, this.spentMs + ms - (bytes * 1_000) / minReadBytesPerSecond)
  }

  /** Nothing is left for the client to read. */
  reset(): void {
    this.spentMs = 0
  }
}

/**
 * The message that the server awaits on one connection, and the deadline. It has no timer: a single
 * timer of the server checks all connections.
 */
export class ConnectionTimeouts {
  private awaited: Awaited = 'first'
  private readDeadline: number
  private writeDeadline = NEVER
  private readonly pace = new ReadingPace()
  /** When the wait began, and how many bytes the client has to read. */
  private begun = 0
  private unreadBytes = 0
  private wake: { resolve(wasQuick: boolean): void; reject(error: Error): void } | undefined

  constructor(private readonly server: HttpServer) {
    this.readDeadline = server.tickAfter(server.limits.headersTimeoutMs)
  }

  /**
   * A head has begun. For a connection's first request, the time counts from the start of the
   * connection.
   */
  forHead(): void {
    if (this.awaited === 'first') this.awaited = 'head'
    else this.for('head', this.server.limits.headersTimeoutMs)
  }

  for(what: Awaited, timeoutMs: number): void {
    this.awaited = what
    this.readDeadline = this.server.tickAfter(timeoutMs)
  }

  forNothing(): void {
    this.awaited = 'nothing'
    this.readDeadline = NEVER
  }

  /** The client has to read `bytes` at the minimum rate or faster. */
  toRead(bytes: number): void {
    this.unreadBytes = Math.max(this.unreadBytes, bytes)
    if (this.writeDeadline !== NEVER) return
    this.begun = this.server.tickAfter(0)
    this.writeDeadline = this.server.tickAfter(this.pace.leftMs(this.server.limits))
  }

  /**
   * Resolves when the client has read what was written, with whether it did so at once. Rejects if
   * the client left or was cut off.
   */
  drained(bytes: number): Promise<boolean> {
    this.toRead(bytes)
    return new Promise((resolve, reject) => {
      this.wake = { resolve, reject }
    })
  }

  /** The client has read everything. */
  hasDrained(): void {
    const { server } = this
    if (this.writeDeadline === NEVER) return
    this.writeDeadline = NEVER
    // The next tick may have been imminent.
    const ticks = Math.max(0, server.tickAfter(0) - this.begun - 1)
    this.pace.waited(ticks * server.tickMs, this.unreadBytes, server.limits)
    this.unreadBytes = 0
    const { wake } = this
    this.wake = undefined
    wake?.resolve(ticks === 0)
  }

  /** Everything is answered; waits for another request unless one has begun. */
  allAnswered(waitsForNext: boolean, isAuthenticated: boolean): void {
    this.pace.reset()
    const { keepAliveTimeoutMs, unauthenticatedKeepAliveMs = keepAliveTimeoutMs } = this.server.limits
    const timeoutMs = isAuthenticated ? keepAliveTimeoutMs : unauthenticatedKeepAliveMs
    if (waitsForNext && timeoutMs > 0) this.for('next', timeoutMs)
  }

  hasLeft(): void {
    this.wake?.reject(new Error('the client left'))
    this.wake = undefined
  }

  /**
   * The missed deadline: `request` if a refusal can be sent, else `silence`. A client that opens
   * connections in advance would take a refusal for the answer to the request that it sends just
   * then.
   */
  overdue(tick: number): 'silence' | 'request' | undefined {
    if (tick >= this.writeDeadline) return 'silence'
    if (tick < this.readDeadline) return undefined
    return this.awaited === 'head' || this.awaited === 'body' ? 'request' : 'silence'
  }
}
