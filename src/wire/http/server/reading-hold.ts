import type { Socket } from 'node:net'

/**
 * Bytes that are read and thrown away behind a connection's last answer. The client can read that
 * answer in any case.
 */
const MAX_DISCARDED_BYTES = 65_536
const NO_TICK = 0

/** Holds back the reading of a connection, and keeps the bytes that came before. */
export class ReadingHold {
  /** The client does not read its answers; then nothing more is written either. */
  isForReader = false
  /** The server's tick that ends a hold for a time. */
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

  /** Ends a hold whose tick has come; returns whether there was one. */
  hasEnded(tick: number): boolean {
    if (this.endsAtTick === NO_TICK || tick < this.endsAtTick) return false
    this.endsAtTick = NO_TICK
    return true
  }

  /** Keeps bytes that came before the hold began. */
  keep(bytes: Buffer): void {
    this.leftover = bytes
  }

  /**
   * Unless held: hands on the kept bytes, which may begin a new hold, and then resumes the socket.
   */
  readOn(receive: (bytes: Buffer) => void): void {
    if (this.isOn) return
    const { leftover } = this
    this.leftover = undefined
    if (leftover !== undefined) receive(leftover)
    if (!this.isOn) this.socket.resume()
  }

  /** Counts bytes that are thrown away; above the bound the socket is paused. */
  discard(bytes: number): void {
    this.discardedBytes += bytes
    if (this.discardedBytes > MAX_DISCARDED_BYTES) this.socket.pause()
  }
}
