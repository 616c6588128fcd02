import { type PaceLimits, ReadingPace } from './reading-pace.js'

const NEVER = Number.POSITIVE_INFINITY

/** What a client is waited for to send: its first request, the rest of a head or a body, another request, the end of the connection. */
type Awaited = 'first' | 'head' | 'body' | 'next' | 'end' | 'nothing'

/** The engine's coarse clock: the tick by which `ms` milliseconds have certainly passed. */
export interface TickClock {
  tickAfter(ms: number): number
  readonly tickMs: number
}

/** What one client is waited for, and until when. Nothing here is a timer: one for the whole server looks at all of them. */
export class ConnectionTimeouts {
  private awaited: Awaited = 'first'
  private readDeadline: number
  private writeDeadline = NEVER
  private readonly pace = new ReadingPace()
  /** When the client began to be waited for, and how many bytes it has to read. */
  private begun = 0
  private unreadBytes = 0
  private wake: { resolve(wasQuick: boolean): void; reject(error: Error): void } | undefined

  constructor(
    private readonly clock: TickClock,
    headersTimeoutMs: number,
  ) {
    this.readDeadline = clock.tickAfter(headersTimeoutMs)
  }

  /** A head has begun. Of a connection's first request the time runs from the beginning of the connection. */
  forHead(timeoutMs: number): void {
    if (this.awaited !== 'first') this.for('head', timeoutMs)
  }

  for(what: Awaited, timeoutMs: number): void {
    this.awaited = what
    this.readDeadline = this.clock.tickAfter(timeoutMs)
  }

  forNothing(): void {
    this.awaited = 'nothing'
    this.readDeadline = NEVER
  }

  /** The client has to read `bytes` as fast as `limits` say. */
  toRead(bytes: number, limits: PaceLimits): void {
    this.unreadBytes = Math.max(this.unreadBytes, bytes)
    if (this.writeDeadline !== NEVER) return
    this.begun = this.clock.tickAfter(0)
    this.writeDeadline = this.clock.tickAfter(this.pace.leftMs(limits))
  }

  /** Settles when the client has read what was written, with whether it did so at once; rejects when it left, or was cut off because it did not. */
  drained(bytes: number, limits: PaceLimits): Promise<boolean> {
    this.toRead(bytes, limits)
    return new Promise((resolve, reject) => {
      this.wake = { resolve, reject }
    })
  }

  /** It has read all that waited. */
  hasDrained(limits: PaceLimits): void {
    if (this.writeDeadline === NEVER) return
    this.writeDeadline = NEVER
    // One tick may have been just about to come.
    const ticks = Math.max(0, this.clock.tickAfter(0) - this.begun - 1)
    this.pace.waited(ticks * this.clock.tickMs, this.unreadBytes, limits)
    this.unreadBytes = 0
    const { wake } = this
    this.wake = undefined
    wake?.resolve(ticks === 0)
  }

  /** All is answered; another request is waited for, unless that is 0. */
  rest(nextTimeoutMs: number): void {
    this.pace.rest()
    if (nextTimeoutMs > 0) this.for('next', nextTimeoutMs)
  }

  hasLeft(): void {
    this.wake?.reject(new Error('the client left'))
    this.wake = undefined
  }

  /** What the client did not do in time: `request` when it may be told so, `silence` when there is nothing to say. */
  overdue(tick: number): 'silence' | 'request' | undefined {
    if (tick >= this.writeDeadline) return 'silence'
    if (tick < this.readDeadline) return undefined
    return this.awaited === 'next' || this.awaited === 'end' ? 'silence' : 'request'
  }
}
