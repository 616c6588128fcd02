import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Limits } from '../../config/config.js'

/** Interval between beats. Some firewalls forget a connection that was idle for 30 s. */
export const BEAT_MS = 25_000
/** What the send buffer and the client's receive buffer hold: 4 and 6 MiB by Linux's defaults. */
const MAX_UNREAD_BYTES = 10_485_760
const EARLY_BYTES = 262_144

/**
 * Finds out that a client is gone. The client reads a ping after all that was written before it,
 * so a ping's answer may take as long as that takes at the least rate.
 */
export class Heartbeat {
  /** Beats within which the last ping must be answered; 0: it is. */
  private beatsLeft = 0
  /** Bytes written before the last ping, and before the last one that was answered. */
  private pingedBytes = 0
  private answeredBytes = 0

  /** `stream` is the socket's transport. */
  constructor(
    private readonly socket: WebSocket,
    private readonly stream: Duplex & { readonly bytesWritten?: number },
    private readonly deps: { readonly limits: Pick<Limits, 'minReadBytesPerSecond'> },
  ) {
    socket.on('pong', () => {
      this.beatsLeft = 0
      this.answeredBytes = this.pingedBytes
    })
  }

  /** Pings the client; false if it has not answered in time. Call it every BEAT_MS. */
  beat(): boolean {
    if (this.beatsLeft === 0) {
      this.ping()
      return true
    }
    // Reading pauses until the client has read replies, and its own pace is bounded.
    if (!this.socket.isPaused) this.beatsLeft--
    return this.beatsLeft > 0
  }

  /** Pings early after many bytes: a client that reads them at once owes little. */
  check(): void {
    if (this.beatsLeft > 0 || (this.stream.bytesWritten ?? 0) - this.answeredBytes < EARLY_BYTES) return
    this.ping()
    // The next beat may come at once.
    this.beatsLeft++
  }

  private ping(): void {
    this.pingedBytes = this.stream.bytesWritten ?? 0
    const unreadBytes = Math.min(this.pingedBytes - this.answeredBytes, MAX_UNREAD_BYTES)
    const unreadMs = (unreadBytes * 1_000) / this.deps.limits.minReadBytesPerSecond
    this.beatsLeft = 1 + Math.round(unreadMs / BEAT_MS)
    this.socket.ping()
  }
}
