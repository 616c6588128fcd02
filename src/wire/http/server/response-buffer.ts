import type { Socket } from 'node:net'
import { type Flushable, flushQueue } from '../../../runtime/system-ports.js'
import { copyInto, lengthOf, type Piece } from '../../jsonrpc/write-reply.js'

/**
 * Bytes of replies collected for one write; a client that requests more at once receives the first
 * ones earlier.
 */
const MAX_KEPT_BYTES = 65_536
const NOTHING = Buffer.alloc(0)

/**
 * Joins pieces, because several writes cost more than one copy. Shared by all connections: the
 * system usually takes everything at once, and the socket keeps the rest.
 */
let scratch = NOTHING

/**
 * Output of a connection that was not yet written: replies up to a size, which leave together with
 * those of other connections.
 */
export class ResponseBuffer implements Flushable {
  /** Precedes the text, if the output is more than text. */
  private pieces: Piece[] | undefined
  private piecesLength = 0
  private text = ''
  private onTaken: (() => void)[] | undefined

  /** `onFull` is called when the client does not read what it is sent. */
  constructor(
    private readonly socket: Socket,
    private readonly onFull: () => void,
  ) {}

  /** Appends latin1 text. */
  add(text: string): void {
    if (this.text === '' && this.pieces === undefined) flushQueue.add(this)
    this.text += text
    if (this.piecesLength + this.text.length > MAX_KEPT_BYTES) this.flush()
  }

  /**
   * Appends text and the pieces that follow it. `onTaken` is called when the pieces are no longer
   * in use.
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

  /** Writes the output; call it before anything else is written, or the socket is ended. */
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
    for (const taken of onTaken!) taken()
  }

  /**
   * Node initially reports more than a few kilobytes as too much, even if the system took
   * everything.
   */
  private mayBeFull(): void {
    if (this.socket.writableLength > 0) this.onFull()
  }
}
