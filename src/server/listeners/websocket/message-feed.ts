import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { countMessage, countPiece, messageBudget, type TurnWaiter } from '../../../runtime/turns/process-budgets.js'
import { MAX_DISCARDED_BYTES } from '../../../wire/http/server/connection-waits.js'
import { LINGER_MS } from '../../../wire/http/server/refuse-socket.js'
import type { FrameReader } from '../../../wire/websocket/frame-reader.js'

/** Bytes given to ws at once where messages are short; longer pieces where none ends in them. */
const LEAST_BYTES = 2_048
/** The longest piece. */
const MOST_BYTES = 16_384
/** Pieces count as messages of an eighth of their bytes. */
const PIECE_PART = 8
/** Counted for each frame but a message's last: ws reads 250 of them in a millisecond. */
const FRAME_PART = 64

type TakeBytes = (bytes: Buffer) => void

/**
 * Gives a socket's bytes to ws in pieces, as long as the turn of the event loop has room for
 * messages. One read may bring thousands of short messages, and ws reads all that it is given.
 */
export class MessageFeed implements TurnWaiter {
  private readonly takers: readonly TakeBytes[]
  private pieceBytes = LEAST_BYTES
  private hasEnded = false
  private isWaiting = false
  private isFeeding = false
  /** True once ws takes no more bytes. */
  private isOver = false
  /** Bytes that arrived and wait for a turn, or until the messages before have room. */
  private rest: Buffer | undefined
  /** Bytes that arrived after the connection began to close. */
  private lateBytes = 0

  /**
   * `stream`  the socket's transport, whose listeners for data are there; `owner` is the account's
   *           id; `frames` follows those that arrived
   */
  constructor(
    private readonly socket: WebSocket,
    private readonly stream: Duplex,
    private readonly owner: string,
    private readonly frames: Pick<FrameReader, 'continued' | 'left'>,
  ) {
    this.takers = stream.listeners('data') as TakeBytes[]
    stream.removeAllListeners('data')
    stream.on('data', (bytes: Buffer) => this.receive(bytes))
    const count = ({ length }: Buffer) => {
      this.hasEnded = true
      countMessage(length)
    }
    socket.on('message', count).on('ping', count).on('pong', count)
    const end = () => {
      this.isOver = true
      this.feedWhileRoom()
    }
    socket.on('error', end)
    stream.on('close', end)
  }

  takeTurn(): void {
    this.isWaiting = false
    this.feedWhileRoom()
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
    this.feedWhileRoom()
  }

  private receive(bytes: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) this.countLate(bytes)
    this.rest = this.rest === undefined ? bytes : Buffer.concat([this.rest, bytes])
    this.feedWhileRoom()
  }

  /** A client may go on sending after a close frame. It has time to read that, but is not read. */
  private countLate({ length }: Buffer): void {
    const { socket } = this
    this.lateBytes += length
    if (this.lateBytes <= MAX_DISCARDED_BYTES) return
    socket.pause()
    // A paused connection does not report that its client left.
    setTimeout(() => socket.terminate(), LINGER_MS).unref()
  }

  private feedWhileRoom(): void {
    const { socket, stream } = this
    // A message may resume its own socket.
    if (this.isFeeding) return
    this.isFeeding = true
    try {
      while (this.rest !== undefined && !this.isOver && !socket.isPaused && !this.mustWait()) this.feed(this.rest)
    } finally {
      this.isFeeding = false
    }
    if (this.isOver) this.rest = undefined
    if (this.rest !== undefined) stream.pause()
    else if (!socket.isPaused && stream.isPaused()) stream.resume()
  }

  /**
   * Gives ws the first piece. It grows while no message ends in one, and its frames are long. It
   * ends with the frame under way, because thousands of short ones may follow.
   */
  private feed(bytes: Buffer): void {
    const { frames, pieceBytes } = this
    const most = Math.max(LEAST_BYTES, Math.min(pieceBytes, frames.left))
    const piece = bytes.length <= most ? bytes : bytes.subarray(0, most)
    this.rest = piece === bytes ? undefined : bytes.subarray(most)
    this.hasEnded = false
    const before = frames.continued
    for (const take of this.takers) take.call(this.stream, piece)
    const ofFrames = (frames.continued - before) * FRAME_PART
    countPiece()
    messageBudget.count(piece.length / PIECE_PART + ofFrames)
    const isShort = this.hasEnded || ofFrames > piece.length / PIECE_PART
    this.pieceBytes = isShort ? LEAST_BYTES : Math.min(pieceBytes * 2, MOST_BYTES)
  }

  private mustWait(): boolean {
    if (!messageBudget.isSpent) return false
    if (!this.isWaiting) messageBudget.wait(this, this.owner)
    this.isWaiting = true
    return true
  }
}
