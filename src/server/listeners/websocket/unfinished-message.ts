import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { visitInTurns } from '../../../runtime/turns/in-turns.js'
import { type BodyBudget, type BodyOwner, LINGERING } from '../../../wire/http/server/body-budget.js'
import type { HttpLimits } from '../../../wire/http/server/http-limits.js'
import { LINGER_MS } from '../../../wire/http/server/refuse-socket.js'
import { FrameReader } from '../../../wire/websocket/frame-reader.js'

/** Messages up to this size are not counted. Nearly all are shorter. */
const UNCOUNTED_BYTES = 65_536
/** Memory of a frame, and of a piece that was read, beside its bytes. */
const FRAME_BYTES = 112
const PIECE_BYTES = 512

/** Why a message is refused. */
type MessageRefusal = 'too_many_bodies' | 'request_timeout'

interface UnfinishedMessage {
  refuse(reason: MessageRefusal): void
  /** The gateway has waited so long for more of it. */
  waited(ms: number): void
}

/**
 * Counts the memory of WebSockets' unfinished messages against that for unfinished bodies. When it
 * is full, the owner's newest message is refused, so that the oldest finishes: reading of its
 * socket stops, `close` tells the client why, and the connection is cut two seconds later, or at
 * once if too many are being cut. A message that takes too long is refused, too.
 */
export class UnfinishedMessages {
  /** Each owner's counted messages, oldest first; its share bounds their number. */
  private readonly counted = new Map<BodyOwner, Set<UnfinishedMessage>>()
  private readonly unfinished = new Set<UnfinishedMessage>()

  constructor(
    private readonly budget: BodyBudget,
    private readonly limits: () => Pick<HttpLimits, 'bodyTimeoutMs' | 'minReadBytesPerSecond'>,
  ) {}

  /**
   * Counts the messages of one socket. Returns what counts their frames.
   *
   * `stream`  the socket's transport; ws reads it first, so `message` comes before the bytes count
   *           here
   */
  watch(
    socket: WebSocket,
    stream: Duplex,
    owner: BodyOwner,
    close: (reason: MessageRefusal) => void,
  ): Pick<FrameReader, 'continued' | 'left'> {
    const { budget } = this
    const frames = new FrameReader()
    let bytes = 0
    let countedBytes = 0
    let waitedMs = 0
    let holder = owner
    const end = (): void => {
      if (bytes === 0) return
      bytes = 0
      waitedMs = 0
      this.unfinished.delete(message)
      if (countedBytes > 0) budget.giveBack(holder, countedBytes)
      countedBytes = 0
      this.remove(owner, message)
    }
    const refuse = (reason: MessageRefusal): void => {
      this.unfinished.delete(message)
      this.remove(owner, message)
      close(reason)
      socket.pause()
      const canLinger = budget.move(owner, LINGERING, countedBytes)
      if (!canLinger) {
        // At once: older messages get its room.
        end()
        return socket.terminate()
      }
      holder = LINGERING
      // A paused connection does not report that its client left.
      setTimeout(() => socket.terminate(), LINGER_MS).unref()
    }
    const waited = (ms: number): void => {
      // The gateway does not read it now.
      if (socket.isPaused) return
      waitedMs += ms
      const { bodyTimeoutMs, minReadBytesPerSecond } = this.limits()
      if (waitedMs > bodyTimeoutMs + (bytes * 1_000) / minReadBytesPerSecond) refuse('request_timeout')
    }
    const message: UnfinishedMessage = { refuse, waited }
    stream.on('data', (piece: Buffer) => {
      frames.read(piece)
      // ws reads on while a close frame of the gateway's waits for its answer.
      if (holder !== owner || socket.readyState === socket.CLOSED) return
      if (frames.fragments === 0) return end()
      if (bytes === 0) this.unfinished.add(message)
      bytes += piece.length + PIECE_BYTES
      const keptBytes = bytes + frames.fragments * FRAME_BYTES
      if (keptBytes <= UNCOUNTED_BYTES || keptBytes <= countedBytes) return
      this.add(owner, message)
      if (this.take(owner, message, keptBytes - countedBytes)) countedBytes = keptBytes
    })
    socket.on('message', end).on('close', end)
    return frames
  }

  /** Refuses messages that take too long; call it every `everyMs`. */
  check(everyMs: number): void {
    visitInTurns(this.unfinished, (message) => message.waited(everyMs))
  }

  /** Takes room for a message; refuses newer ones for it. Returns false if it was refused. */
  private take(owner: BodyOwner, message: UnfinishedMessage, bytes: number): boolean {
    while (!this.budget.take(owner, bytes)) {
      const newest = [...this.counted.get(owner)!].at(-1)!
      newest.refuse('too_many_bodies')
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
