import type { Socket } from 'node:net'
import { countMessage, countPiece, messageBudget, type TurnWaiter } from '../../../runtime/turns/process-budgets.js'
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

/** Bytes discarded after a connection's last answer, which the client can read in any case. */
export const MAX_DISCARDED_BYTES = 65_536
const NO_TICK = 0

/** Pauses reading from a connection, and keeps the bytes that arrived before. */
export class ReadingPause implements TurnWaiter {
  /** The client does not read its answers, so nothing more is written either. */
  isForReader = false
  /** Requests that arrived together wait for another turn of the event loop. */
  private isForTurn = false
  /** The server tick that ends a timed pause. */
  private endsAtTick = NO_TICK
  private leftover: Buffer | undefined
  private discardedBytes = 0

  /** `owner` takes turns with others: the account, or before that the remote address. */
  constructor(
    private readonly socket: Socket,
    private readonly reader: { receive(bytes: Buffer): void },
    public owner: string,
  ) {}

  get isPaused(): boolean {
    return this.isForReader || this.isForTurn || this.endsAtTick !== NO_TICK
  }

  /** Pauses until the client has read its answers. */
  forReader(): void {
    if (this.isForReader) return
    this.isForReader = true
    this.socket.pause()
  }

  /**
   * Counts a request that begins. Further ones of the same read may have to wait for another turn
   * of the event loop; the first one never does, which spares most requests a pause.
   */
  countRequest(): void {
    countMessage(0)
    this.isForTurn = messageBudget.isSpent
  }

  takeTurn(): void {
    this.isForTurn = false
    this.readOn()
  }

  /** Pauses until a tick of the server. */
  until(tick: number): void {
    this.endsAtTick = tick
    this.socket.pause()
  }

  /** Ends a pause whose tick has come; returns true if there was one. */
  hasEnded(tick: number): boolean {
    if (this.endsAtTick === NO_TICK || tick < this.endsAtTick) return false
    this.endsAtTick = NO_TICK
    return true
  }

  /**
   * Keeps the bytes of a read that are not read yet; they arrived before the pause. `isAmid` is
   * true if a request has begun but is incomplete.
   */
  keep(bytes: Buffer, from: number, isAmid: boolean): void {
    if (from === bytes.length) {
      this.isForTurn = false
      if (isAmid) this.countPiece()
      return
    }
    this.leftover = bytes.subarray(from)
    if (!this.isForTurn) return
    this.socket.pause()
    messageBudget.wait(this, this.owner)
  }

  /**
   * Unless paused: passes on the kept bytes, which may begin a new pause, then resumes the socket.
   */
  readOn(): void {
    if (this.isPaused) return
    const { leftover } = this
    this.leftover = undefined
    if (leftover !== undefined) this.reader.receive(leftover)
    if (!this.isPaused) this.socket.resume()
  }

  /**
   * Counts a read after which a request is incomplete. Over TLS each record is a read, and may have
   * one byte: a hundred thousand of them would be read in one turn of the event loop.
   */
  private countPiece(): void {
    countPiece()
    if (!messageBudget.isSpent || this.isPaused) return
    this.isForTurn = true
    this.socket.pause()
    messageBudget.wait(this, this.owner)
  }

  /** Counts discarded bytes; pauses the socket above the limit. */
  discard(bytes: number): void {
    this.discardedBytes += bytes
    if (this.discardedBytes > MAX_DISCARDED_BYTES) this.socket.pause()
  }
}
