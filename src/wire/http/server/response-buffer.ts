import type { Socket } from 'node:net'
import { type Flushable, flushQueue } from '../../../runtime/system-ports.js'
import { copyInto, lengthOf, type Piece } from '../../jsonrpc/write-reply.js'
import type { HttpTraffic } from './http-traffic.js'

/**
 * Replies kept back for one write; a client that asks for more in one go reads the first ones
 * earlier.
 */
const MAX_KEPT_BYTES = 65_536
const NOTHING = Buffer.alloc(0)

/**
 * Where pieces are put together: writing several costs more than copying them into one. For all
 * connections, as the system mostly takes all that is written at once; what it did not take is left
 * to the socket.
 */
let scratch = NOTHING

/** Where a reply is written to. */
export interface ReplyTarget {
  readonly socket: Socket
  readonly responses: ResponseBuffer
  /** Whether a caller was found on it; else it is kept for less long. */
  readonly isAuthenticated: boolean
  /** Lines of every reply, with their ends; the same for all connections. */
  readonly parts: {
    readonly dateField: string
    readonly keepAliveField: string
    readonly unauthenticatedKeepAliveField: string
    readonly traffic: HttpTraffic
    /** Replies to calls from here on are compressed for clients that take it; Infinity: none is. */
    readonly compressFromBytes: number
  }
  /**
   * Settles when the client has read what was written, with whether it did so at once; rejects when
   * it left, or was cut off because it did not.
   */
  drained(): Promise<boolean>
  destroy(): void
}

/**
 * What a connection has said and the system does not know yet: replies up to a size, which leave
 * together with those of other connections.
 */
export class ResponseBuffer implements Flushable {
  /** What comes before the text, if it is not all. */
  private pieces: Piece[] | undefined
  private piecesLength = 0
  private text = ''
  private onTaken: (() => void)[] | undefined

  /** `onFull` hears when the client does not read what it is sent. */
  constructor(
    private readonly socket: Socket,
    private readonly onFull: () => void,
  ) {}

  /** Adds latin1 text. */
  add(text: string): void {
    if (this.text === '' && this.pieces === undefined) flushQueue.add(this)
    this.text += text
    if (this.piecesLength + this.text.length > MAX_KEPT_BYTES) this.flush()
  }

  /**
   * Adds pieces behind the text that introduces them. `onTaken` hears when they are not looked at
   * any more.
   */
  addPieces(text: string, pieces: readonly Piece[], onTaken: () => void): void {
    if (this.text === '' && this.pieces === undefined) flushQueue.add(this)
    const all = this.pieces ?? []
    const added = [this.text + text, ...pieces]
    this.text = ''
    this.pieces = all.concat(added)
    this.piecesLength += lengthOf(added)
    this.onTaken ??= []
    this.onTaken.push(onTaken)
    if (this.piecesLength > MAX_KEPT_BYTES) this.flush()
  }

  /** Hands it over; to be called before anything else is written, or the socket is ended. */
  flush(): void {
    const { text, socket } = this
    if (this.pieces !== undefined) return this.flushPieces(this.pieces)
    if (text === '') return
    this.text = ''
    if (!socket.destroyed && !socket.write(text, 'latin1')) this.mayBeFull()
  }

  private flushPieces(pieces: Piece[]): void {
    const { socket, onTaken, text } = this
    const length = this.piecesLength + text.length
    this.text = ''
    this.pieces = undefined
    this.piecesLength = 0
    this.onTaken = undefined
    if (!socket.destroyed) {
      pieces.push(text)
      if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(length)
      const isDone = socket.write(copyInto(scratch, pieces))
      if (socket.writableLength > 0) scratch = NOTHING
      if (!isDone) this.mayBeFull()
    }
    for (const hear of onTaken!) hear()
  }

  /**
   * Of more than a few kilobytes node says at first that they are too many, also when the system
   * took them all.
   */
  private mayBeFull(): void {
    if (this.socket.writableLength > 0) this.onFull()
  }
}
