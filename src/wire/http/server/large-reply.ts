import type { Socket } from 'node:net'
import { writeBudget } from '../../../runtime/turns/process-budgets.js'
import { type Piece, takePiece, type Written } from '../../jsonrpc/write-reply.js'
import type { BodyOwner } from './body-budget.js'
import type { ServerConnection } from './server-connection.js'
import type { ServerExchange } from './server-exchange.js'

/**
 * Bytes written at a time initially, and while the client is slow: it must read this much before it
 * is cut off.
 */
const FEW_BYTES = 65_536
/** Bytes written at a time while the client reads at once. */
const MANY_BYTES = 262_144

/**
 * Writes a reply that is large or still arriving, as fast as the client reads; `head` is its whole
 * head. Never rejects, like `sendReply`.
 */
export const writeLargeReply = async (
  connection: ServerConnection,
  exchange: ServerExchange,
  written: Written,
  head: string,
): Promise<void> => {
  const { chunks, rest } = written
  const { socket } = connection
  const isChunked = rest !== undefined && !exchange.head.isHttp10
  const write = (piece: Piece, whenTaken?: (error?: Error | null) => void): void => {
    if (exchange.isGone || socket.destroyed) throw new Error('the client left')
    if (!isChunked) socket.write(piece, 'latin1', whenTaken)
    else if (piece.length > 0) {
      // Three writes, one system call.
      socket.cork()
      socket.write(`${piece.length.toString(16)}\r\n`, 'latin1')
      socket.write(piece, 'latin1')
      socket.write('\r\n', 'latin1')
      socket.uncork()
    }
  }
  // Pieces are taken in order. On a broken connection it is unknown which ones are still in use.
  const whenAllTaken = (error?: Error | null) => error == null && written.reuse?.()
  connection.responses.flush()
  try {
    // The head leaves together with the first pieces.
    socket.cork()
    socket.write(head, 'latin1')
    await writePieces(connection, exchange.owner, written, (piece) =>
      write(piece, chunks.length === 0 ? whenAllTaken : undefined),
    )
    if (rest !== undefined) {
      written.release(written.heldBytes)
      for await (const chunk of rest) {
        connection.connectionDeps.traffic.sentBodyBytes += chunk.length
        write(chunk)
        if (isBehind(socket)) await connection.drained()
      }
      if (isChunked) socket.write('0\r\n\r\n', 'latin1')
    }
  } catch {
    connection.destroy()
  } finally {
    written.release()
  }
}

/**
 * Writes the available pieces to a corked socket, several in one system call. Gives back at once
 * what a slow client has read.
 */
const writePieces = async (
  connection: ServerConnection,
  owner: BodyOwner,
  written: Written,
  write: (piece: Piece) => void,
): Promise<void> => {
  const { socket } = connection
  const { chunks } = written
  let wantedBytes = FEW_BYTES
  let readBytes = 0
  while (chunks.length > 0) {
    while (writeBudget.isSpent) await writeBudget.next(owner)
    let bytes = 0
    // Dropped as they are written, so that a slow client holds no more than it has not read.
    while (bytes < wantedBytes && chunks.length > 0) {
      const piece = takePiece(chunks, MANY_BYTES)
      bytes += piece.length
      write(piece)
    }
    socket.uncork()
    writeBudget.count(bytes)
    const isQuick = !isBehind(socket) || (await connection.drained())
    readBytes += bytes
    if (!isQuick) {
      written.release(readBytes)
      readBytes = 0
    }
    wantedBytes = isQuick ? Math.min(wantedBytes * 2, MANY_BYTES) : FEW_BYTES
    socket.cork()
  }
  socket.uncork()
}

/**
 * True if the system did not take everything. Node reports what the system took only after this
 * turn.
 */
const isBehind = (socket: Socket): boolean => socket.writableNeedDrain && socket.writableLength > 0
