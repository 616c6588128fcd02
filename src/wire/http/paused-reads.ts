import { Socket } from 'node:net'
import { HeldBytes } from './held-bytes.js'

const LEAST_BYTES = 1_024
const HELD = Symbol('what came while the socket was paused')
type JoiningSocket = Socket & { [HELD]?: HeldBytes | undefined }

/**
 * Joins the pieces that a socket receives while it is paused.
 *
 * Node reads on until 16 KiB wait, and keeps each piece in an object of 430 bytes. Over TLS a piece
 * is a record, which may have one byte: 16 KiB then take 7 MB.
 */
export const joinPausedReads = (socket: Socket): void => {
  socket.push = push
  socket.resume = resume
}

/** Node calls it with what was read, and null at the end; returns false to read no more for now. */
function push(this: JoiningSocket, piece: Buffer | null): boolean {
  if (piece === null || !this.isPaused()) {
    giveHeld(this)
    return Socket.prototype.push.call(this, piece)
  }
  this[HELD] ??= new HeldBytes(LEAST_BYTES)
  this[HELD].add(piece, 0, piece.length)
  return this[HELD].length < this.readableHighWaterMark
}

function resume(this: JoiningSocket): JoiningSocket {
  giveHeld(this)
  return Socket.prototype.resume.call(this) as JoiningSocket
}

const giveHeld = (socket: JoiningSocket): void => {
  const held = socket[HELD]
  if (held === undefined) return
  socket[HELD] = undefined
  Socket.prototype.push.call(socket, held.bytes.subarray(0, held.length))
}
