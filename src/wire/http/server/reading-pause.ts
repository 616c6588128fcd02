import type { Socket } from 'node:net'
import { countMessage, countPiece, messageBudget, type TurnWaiter } from '../../../runtime/turns/turn-budget.js'

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
