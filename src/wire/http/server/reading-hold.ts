import type { Socket } from 'node:net'

/** So much of what a client sends behind its connection's last answer is read; the client may read that answer all the same. */
const MAX_DISCARDED_BYTES = 262_144
const NO_TICK = 0

/** Why nothing is read of a connection for now, and what had come before that. */
export class ReadingHold {
  /** The client has not read what waits for it: nothing more is written either. */
  isForReader = false
  /** The tick until which its account has had its share. */
  private endsAtTick = NO_TICK
  private leftover: Buffer | undefined
  private discardedBytes = 0

  constructor(private readonly socket: Socket) {}

  get isOn(): boolean {
    return this.isForReader || this.endsAtTick !== NO_TICK
  }

  /** Until the client has read what waits for it. */
  forReader(): void {
    if (this.isForReader) return
    this.isForReader = true
    this.socket.pause()
  }

  until(tick: number): void {
    this.endsAtTick = tick
    this.socket.pause()
  }

  /** Whether a hold has just ended because its tick has come. */
  hasEnded(tick: number): boolean {
    if (this.endsAtTick === NO_TICK || tick < this.endsAtTick) return false
    this.endsAtTick = NO_TICK
    return true
  }

  /** Keeps bytes that came before the hold. */
  keep(bytes: Buffer): void {
    this.leftover = bytes
  }

  /** Goes on, if nothing holds reading any more: with what was kept, which may hold it anew, then with what comes. */
  readOn(receive: (bytes: Buffer) => void): void {
    if (this.isOn) return
    const { leftover } = this
    this.leftover = undefined
    if (leftover !== undefined) receive(leftover)
    if (!this.isOn) this.socket.resume()
  }

  /** Counts bytes that nobody wants; from a bound on no more are read. */
  discard(bytes: number): void {
    this.discardedBytes += bytes
    if (this.discardedBytes > MAX_DISCARDED_BYTES) this.socket.pause()
  }
}
