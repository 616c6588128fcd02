import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { lengthOf, type Piece, takePiece, textOf, type Written } from '../../jsonrpc/write-reply.js'
import { writeBudget } from '../../runtime/turn-budget.js'
import { compressedReply } from '../codings/compressed-reply.js'
import type { ServerExchange } from './exchange.js'
import type { ReplyHead } from './handler.js'
import type { HttpTraffic } from './http-traffic.js'
import { corsFields, fieldText, linesOf } from './reply-fields.js'
import type { ResponseBuffer } from './response-buffer.js'

/** Up to here head and body are one string, which node hands to the system without an object of its own. */
const TEXT_BELOW_BYTES = 8_192
/** Up to here they are put together when they leave; above, the pieces are written as the client reads. */
const TOGETHER_BELOW_BYTES = 65_536
/** What of a larger one is written at a time at first, and whenever the client is slow: so much it has to read before it is cut off. */
const FEW_BYTES = 65_536
/** What is written at a time as long as the client reads it at once. */
const MANY_BYTES = 262_144
/** RFC 9110, section 12.5.5. */
const VARY = 'Vary: Accept-Encoding\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
/** Where a reply is written to. */
export interface ReplyTarget {
  readonly socket: Socket
  readonly responses: ResponseBuffer
  /** Lines of every reply, with their ends; the same for all connections. */
  readonly parts: {
    readonly dateField: string
    readonly keepAliveField: string
    readonly traffic: HttpTraffic
    /** Replies to calls from here on are compressed for clients that take it; Infinity: none is. */
    readonly compressFromBytes: number
  }
  /** Settles when the client has read what was written, with whether it did so at once; rejects when it left, or was cut off because it did not. */
  drained(): Promise<boolean>
  destroy(): void
}

/** The beginnings of replies that pages of every origin may read, by status. */
const starts = new Map<number, string>()

const lineOf = (status: number): string => `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`

/** A status line and the fields that every reply has. */
const startOf = ({ status, allowedOrigin }: ReplyHead): string => {
  if (allowedOrigin !== undefined) return lineOf(status) + linesOf(corsFields(allowedOrigin))
  let start = starts.get(status)
  if (start === undefined) {
    start = lineOf(status) + linesOf(corsFields(undefined))
    starts.set(status, start)
  }
  return start
}

/** What stands in the head of a reply between its first line and its body's type. */
const headOf = ({ parts }: ReplyTarget, { head, replyHead }: ServerExchange, closes: boolean): string => {
  const { dateField, keepAliveField } = parts
  const fields = startOf(replyHead!) + fieldText(replyHead!) + dateField
  if (closes) return `${fields}Connection: close\r\n`
  return head.isHttp10 ? `${fields}Connection: keep-alive\r\n${keepAliveField}` : fields + keepAliveField
}

const typeOf = ({ replyHead }: ServerExchange): string => {
  const contentType = replyHead?.contentType
  return contentType === undefined ? JSON_TYPE : `Content-Type: ${contentType}\r\n`
}

/** Whether a reply's end can only be told by closing the connection: HTTP/1.0 knows no chunks. */
export const endsByClosing = ({ head, written }: ServerExchange): boolean =>
  head.isHttp10 && written?.rest !== undefined

/**
 * Writes an exchange's reply; a small one in one system call. A promise when it takes longer; it never rejects.
 *
 * Errors  when the reply breaks off, or the client does not read for too long, the connection is cut
 */
export const writeReply = (
  connection: ReplyTarget,
  exchange: ServerExchange,
  closes: boolean,
): Promise<void> | undefined => {
  const { responses } = connection
  const { written } = exchange
  let head = headOf(connection, exchange, closes)
  const { traffic, compressFromBytes } = connection.parts
  traffic.responded(exchange.replyHead!.status)
  if (written === undefined) {
    responses.add(`${head}\r\n`)
    return undefined
  }
  const length = lengthOf(written.chunks)
  if (written.rest !== undefined || length >= compressFromBytes || exchange.head.accepts.refusesIdentity) {
    if (isVaried(connection, exchange)) head += VARY
    const begun = writeCompressed(connection, exchange, written, head)
    if (begun !== undefined) return begun
  }
  if (exchange.method !== 'HEAD') traffic.sentBodyBytes += length
  if (written.rest !== undefined) return handOn(connection, exchange, written, head)
  const text = `${head}${typeOf(exchange)}Content-Length: ${length}\r\n\r\n`
  if (exchange.method === 'HEAD') responses.add(text)
  else if (length <= TEXT_BELOW_BYTES) responses.add(text + textOf(written.chunks))
  else if (length <= TOGETHER_BELOW_BYTES) {
    responses.addPieces(text, written.chunks, () => {
      written.release()
      written.reuse?.()
    })
    return undefined
  } else return handOn(connection, exchange, written, text)
  written.release()
  return undefined
}

/** Whether replies like this one are compressed for clients that take it: replies to calls are; documents were once and for all. */
const isVaried = ({ parts }: ReplyTarget, { replyHead, method }: ServerExchange): boolean =>
  parts.compressFromBytes !== Number.POSITIVE_INFINITY && replyHead?.call !== undefined && method !== 'HEAD'

/** Writes a reply in the coding that the client takes; undefined when it is to go out as it is. */
const writeCompressed = (
  connection: ReplyTarget,
  exchange: ServerExchange,
  written: Written,
  head: string,
): Promise<void> | undefined => {
  const { traffic } = connection.parts
  const { coding } = exchange.head.accepts
  if (coding === undefined || !isVaried(connection, exchange)) return undefined
  const compressed = compressedReply(written, coding, (bytes) => {
    traffic.plainBytes += bytes
  })
  traffic.encoded(compressed === undefined ? 'none' : coding)
  if (compressed === undefined) return undefined
  return handOn(connection, exchange, compressed, `${head}Content-Encoding: ${coding}\r\n`)
}

/** Whether the system did not take all that was written. What it took, node says it took only when this turn is over. */
const isBehind = (socket: Socket): boolean => socket.writableNeedDrain && socket.writableLength > 0

/** Writes the pieces at hand to a socket that is corked, several in a system call. What a slow client has read is given back at once. */
const writePieces = async (connection: ReplyTarget, written: Written, write: (piece: Piece) => void): Promise<void> => {
  const { socket } = connection
  const { chunks } = written
  let wantedBytes = FEW_BYTES
  let readBytes = 0
  while (chunks.length > 0) {
    while (writeBudget.isSpent) await writeBudget.next()
    let bytes = 0
    // Forgotten as they are written, so that a slow client holds no more than it has not read.
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

/** Writes a large reply, or one that is still arriving, as fast as the client reads. */
const handOn = async (
  connection: ReplyTarget,
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
  // Pieces are taken in their order. Of a connection that breaks it is not known what is still looked at.
  const whenAllTaken = (error?: Error | null) => error == null && written.reuse?.()
  connection.responses.flush()
  try {
    // The head leaves together with the first pieces.
    socket.cork()
    if (rest === undefined) socket.write(head, 'latin1')
    else socket.write(`${head}${JSON_TYPE}${isChunked ? 'Transfer-Encoding: chunked\r\n' : ''}\r\n`, 'latin1')
    await writePieces(connection, written, (piece) => write(piece, chunks.length === 0 ? whenAllTaken : undefined))
    if (rest !== undefined) {
      written.release(written.heldBytes)
      for await (const chunk of rest) {
        connection.parts.traffic.sentBodyBytes += chunk.length
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
