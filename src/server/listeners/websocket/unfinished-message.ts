import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { type BodyBudget, type BodyOwner, LINGERING } from '../../../wire/http/server/body-budget.js'
import { LINGER_MS } from '../../../wire/http/server/refuse-socket.js'

/** Messages up to this size are not counted. Nearly all are shorter. */
const UNCOUNTED_BYTES = 65_536
/** RFC 6455, section 5.2: the head of a masked frame of at most 125 bytes. */
const CONTROL_HEAD_BYTES = 6

interface UnfinishedMessage {
  refuse(): void
}

/**
 * Counts the bytes of WebSockets' unfinished messages against the memory for unfinished bodies.
 * When that memory is full, the owner's newest message is refused, so that the oldest finishes:
 * reading of its socket stops, `close` tells the client why, and the connection is cut two seconds
 * later, or at once if too many are being cut.
 */
export class UnfinishedMessages {
  /** Each owner's counted messages, oldest first; its share bounds their number. */
  private readonly counted = new Map<BodyOwner, Set<UnfinishedMessage>>()

  constructor(private readonly budget: BodyBudget) {}

  /**
   * Counts the messages of one socket.
   *
   * `stream`  the socket's transport; ws reads it first, so `message` comes before the bytes count
   *           here
   */
  watch(socket: WebSocket, stream: Duplex, owner: BodyOwner, close: () => void): void {
    const { budget } = this
    let bytes = 0
    let countedBytes = 0
    let holder = owner
    const end = (): void => {
      bytes = 0
      if (countedBytes > 0) budget.giveBack(holder, countedBytes)
      countedBytes = 0
      this.remove(owner, message)
    }
    const refuse = (): void => {
      this.remove(owner, message)
      close()
      socket.pause()
      const canLinger = budget.move(owner, LINGERING, countedBytes)
      if (!canLinger) return socket.terminate()
      holder = LINGERING
      // A paused connection does not report that its client left.
      setTimeout(() => socket.terminate(), LINGER_MS).unref()
    }
    const message: UnfinishedMessage = { refuse }
    /** Pings and pongs come between a message's frames, or for days without a message. */
    const skip = ({ length }: Buffer): void => {
      bytes -= CONTROL_HEAD_BYTES + length
    }
    stream.on('data', (piece: Buffer) => {
      if (holder !== owner || socket.readyState !== socket.OPEN) return
      bytes += piece.length
      if (bytes <= UNCOUNTED_BYTES || bytes <= countedBytes) return
      this.add(owner, message)
      if (this.take(owner, message, bytes - countedBytes)) countedBytes = bytes
    })
    socket.on('message', end).on('close', end)
    socket.on('ping', skip).on('pong', skip)
  }

  /** Takes room for a message; refuses newer ones for it. Returns false if it was refused. */
  private take(owner: BodyOwner, message: UnfinishedMessage, bytes: number): boolean {
    while (!this.budget.take(owner, bytes)) {
      const newest = [...this.counted.get(owner)!].at(-1)!
      newest.refuse()
      if (newest === message) return false
    }
    return true
  }

  private add(owner: BodyOwner, message: UnfinishedMessage): void {
    const messages = this.counted.get(owner)
    if (messages === undefined) this.counted.set(owner, new Set([message]))
    else messages.add(message)
  }

  private remove(owner: BodyOwner, message: UnfinishedMessage): void {
    const messages = this.counted.get(owner)
    if (messages?.delete(message) && messages.size === 0) this.counted.delete(owner)
  }
}
