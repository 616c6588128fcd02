import type { Duplex } from 'node:stream'
import { type Failure, httpStatusOf } from '../../jsonrpc/reply.js'
import { joined, writeReply } from '../../jsonrpc/write-reply.js'
import { MAX_DISCARDED_BYTES } from './connection-waits.js'
import { fieldLine, startOf } from './reply-writer.js'

/**
 * The time in which a client may read its refusal and still send bytes, which the server discards
 * (RFC 9112, section 9.6).
 */
export const LINGER_MS = 2_000

/** The line with a request's id, by which its refusal is found in the log. */
export const requestIdLine = (requestId: string): string => fieldLine('X-Request-Id', requestId)

/**
 * A whole reply that ends its connection, for a request without an exchange. `fields` are lines
 * without their ends.
 */
export const refusalBytes = (failure: Failure, fields: readonly string[] = []): Buffer => {
  const status = httpStatusOf(failure)
  const body = joined(writeReply('null', failure).chunks)
  const lines = [
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    fieldLine('X-Credits-Cost', 0),
    'Connection: close',
    ...fields,
  ]
  return Buffer.concat([Buffer.from(`${startOf({ status })}${lines.join('\r\n')}\r\n\r\n`), body])
}

/**
 * Writes a refusal directly to a socket without an exchange (a malformed request, a refused
 * upgrade), and ends it.
 */
export const refuseSocket = (socket: Duplex, failure: Failure, fields: readonly string[] = []): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // The socket's new owner no longer reads it: it would never see the client's end, and the socket
  // would never close.
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(lingering))
  let discardedBytes = 0
  socket.on('data', ({ length }: Buffer) => {
    discardedBytes += length
    if (discardedBytes > MAX_DISCARDED_BYTES) socket.pause()
  })
  socket.resume()
  socket.end(refusalBytes(failure, fields))
}
