const NEVER = Number.POSITIVE_INFINITY

/** What a client is waited for to send: its first request, the rest of a head or a body, another request, the end of the connection. */
type Awaited = 'first' | 'head' | 'body' | 'next' | 'end' | 'nothing'

/** The engine's coarse clock: the tick by which `ms` milliseconds have certainly passed. */
export interface TickClock {
  tickAfter(ms: number): number
}

/** What one client is waited for, and until when. Nothing here is a timer: one for the whole server looks at all of them. */
export class ClientWait {
  private awaited: Awaited = 'first'
  private readDeadline: number
  private writeDeadline = NEVER
  private wake: { readonly begun: number; resolve(wasQuick: boolean): void; reject(error: Error): void } | undefined

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

  /** The client has to read something before `timeoutMs` are over. */
  toRead(timeoutMs: number): void {
    this.writeDeadline = this.clock.tickAfter(timeoutMs)
  }

  /** Settles when the client has read what was written, with whether it did so at once; rejects when it left, or was cut off because it did not. */
  drained(timeoutMs: number): Promise<boolean> {
    this.toRead(timeoutMs)
    return new Promise((resolve, reject) => {
      this.wake = { begun: this.clock.tickAfter(0), resolve, reject }
    })
  }

  hasDrained(): void {
    this.writeDeadline = NEVER
    const { wake } = this
    if (wake === undefined) return
    this.wake = undefined
    // One tick may have been just about to come.
    wake.resolve(this.clock.tickAfter(0) - wake.begun <= 1)
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
