import type { Socket } from 'node:net'

/** Bytes discarded after a connection's last answer, which the client can read in any case. */
const MAX_DISCARDED_BYTES = 65_536
const NO_TICK = 0

/** Pauses reading from a connection, and keeps the bytes that arrived before. */
export class ReadingHold {
  /** The client does not read its answers, so nothing more is written either. */
  isForReader = false
  /** The server tick that ends a timed hold. */
  private endsAtTick = NO_TICK
  private leftover: Buffer | undefined
  private discardedBytes = 0

  constructor(private readonly socket: Socket) {}

  get isOn(): boolean {
    return this.isForReader || this.endsAtTick !== NO_TICK
  }

  /** Holds until the client has read its answers. */
  forReader(): void {
    if (this.isForReader) return
    this.isForReader = true
    this.socket.pause()
  }

  /** Holds until a tick of the server. */
  until(tick: number): void {
    this.endsAtTick = tick
    this.socket.pause()
  }

  /** Ends a hold whose tick has come; returns true if there was one. */
  hasEnded(tick: number): boolean {
    if (this.endsAtTick === NO_TICK || tick < this.endsAtTick) return false
    this.endsAtTick = NO_TICK
    return true
  }

  /** Keeps bytes that arrived before the hold. */
  keep(bytes: Buffer): void {
    this.leftover = bytes
  }

  /** Unless held: passes on the kept bytes, which may begin a new hold, then resumes the socket. */
  readOn(receive: (bytes: Buffer) => void): void {
    if (this.isOn) return
    const { leftover } = this
    this.leftover = undefined
    if (leftover !== undefined) receive(leftover)
    if (!this.isOn) this.socket.resume()
  }

  /** Counts discarded bytes; pauses the socket above the limit. */
  discard(bytes: number): void {
    this.discardedBytes += bytes
    if (this.discardedBytes > MAX_DISCARDED_BYTES) this.socket.pause()
  }
}
