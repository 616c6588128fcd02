import type { HttpLimits } from './http-limits.js'

const NEVER = Number.POSITIVE_INFINITY

/**
 * What a client is waited for to send: its first request, the rest of a head or a body, another
 * request, the end of the connection.
 */
type Awaited = 'first' | 'head' | 'body' | 'next' | 'end' | 'nothing'

/**
 * The server's coarse clock, whose `tickAfter` is the tick by which `ms` milliseconds have
 * certainly passed, and its bounds, which may change.
 */
export interface WaitingHost {
  tickAfter(ms: number): number
  readonly tickMs: number
  readonly limits: HttpLimits
}

/** What bounds how slowly a client may read. */
type PaceLimits = Pick<HttpLimits, 'writeTimeoutMs' | 'minReadBytesPerSecond'>

/**
 * How long a client may still let wait what was written for it: `writeTimeoutMs` in all, which what
 * it reads gives back at the least rate.
 *
 * So one that reads nothing is cut off after that time, one that reads faster than the least rate
 * never, and one that reads a little now and then is not kept waiting for.
 */
export class ReadingPace {
  private spentMs = 0

  /** How much longer the client may read nothing. */
  leftMs({ writeTimeoutMs }: PaceLimits): number {
    return Math.max(0, writeTimeoutMs - this.spentMs)
  }

  /** The client was waited for, and read `bytes` meanwhile. */
  waited(ms: number, bytes: number, { minReadBytesPerSecond }: PaceLimits): void {
    this.spentMs = Math.max(0, this.spentMs + ms - (bytes * 1_000) / minReadBytesPerSecond)
  }

  /** Nothing waits for the client any more. */
  rest(): void {
    this.spentMs = 0
  }
}

/**
 * What one client is waited for, and until when. Nothing here is a timer: one for the whole server
 * looks at all of them.
 */
export class ConnectionTimeouts {
  private awaited: Awaited = 'first'
  private readDeadline: number
  private writeDeadline = NEVER
  private readonly pace = new ReadingPace()
  /** When the client began to be waited for, and how many bytes it has to read. */
  private begun = 0
  private unreadBytes = 0
  private wake: { resolve(wasQuick: boolean): void; reject(error: Error): void } | undefined

  constructor(private readonly host: WaitingHost) {
    this.readDeadline = host.tickAfter(host.limits.headersTimeoutMs)
  }

  /**
   * A head has begun. Of a connection's first request the time runs from the beginning of the
   * connection.
   */
  forHead(): void {
    if (this.awaited !== 'first') this.for('head', this.host.limits.headersTimeoutMs)
  }

  for(what: Awaited, timeoutMs: number): void {
    this.awaited = what
    this.readDeadline = this.host.tickAfter(timeoutMs)
  }

  forNothing(): void {
    this.awaited = 'nothing'
    this.readDeadline = NEVER
  }

  /** The client has to read `bytes` as fast as the bounds say. */
  toRead(bytes: number): void {
    this.unreadBytes = Math.max(this.unreadBytes, bytes)
    if (this.writeDeadline !== NEVER) return
    this.begun = this.host.tickAfter(0)
    this.writeDeadline = this.host.tickAfter(this.pace.leftMs(this.host.limits))
  }

  /**
   * Settles when the client has read what was written, with whether it did so at once; rejects when
   * it left, or was cut off because it did not.
   */
  drained(bytes: number): Promise<boolean> {
    this.toRead(bytes)
    return new Promise((resolve, reject) => {
      this.wake = { resolve, reject }
    })
  }

  /** It has read all that waited. */
  hasDrained(): void {
    const { host } = this
    if (this.writeDeadline === NEVER) return
    this.writeDeadline = NEVER
    // One tick may have been just about to come.
    const ticks = Math.max(0, host.tickAfter(0) - this.begun - 1)
    this.pace.waited(ticks * host.tickMs, this.unreadBytes, host.limits)
    this.unreadBytes = 0
    const { wake } = this
    this.wake = undefined
    wake?.resolve(ticks === 0)
  }

  /** All is answered; another request is waited for, if it has not begun. */
  rest(waitsForNext: boolean, isAuthenticated: boolean): void {
    this.pace.rest()
    const { keepAliveTimeoutMs, unauthenticatedKeepAliveMs = keepAliveTimeoutMs } = this.host.limits
    const timeoutMs = isAuthenticated ? keepAliveTimeoutMs : unauthenticatedKeepAliveMs
    if (waitsForNext && timeoutMs > 0) this.for('next', timeoutMs)
  }

  hasLeft(): void {
    this.wake?.reject(new Error('the client left'))
    this.wake = undefined
  }

  /**
   * What the client did not do in time: `request` when it may be told so, `silence` when there is
   * nothing to say.
   */
  overdue(tick: number): 'silence' | 'request' | undefined {
    if (tick >= this.writeDeadline) return 'silence'
    if (tick < this.readDeadline) return undefined
    return this.awaited === 'next' || this.awaited === 'end' ? 'silence' : 'request'
  }
}
