import type { ServerResponse } from 'node:http'
import { joined, lengthOf, type Piece, type Written } from '../../../src/wire/jsonrpc/write-reply.js'

/**
 * Up to here a reply is joined and leaves in one write; above, its pieces are written as they are.
 */
const JOIN_BELOW_BYTES = 65_536

/** A reader that takes no byte for `writeTimeoutMs` is cut off. */
export interface WriteLimits {
  readonly writeTimeoutMs: number
}

/**
 * Writes a reply to an HTTP response, as fast as the client reads, and gives its memory back.
 *
 * Errors  when the answer breaks off while it is handed on, the connection is cut: the client sees
 *         an unfinished body, never a short one
 */
export const writeHttp = async (
  response: ServerResponse,
  status: number,
  headers: string[],
  written: Written,
  limits: WriteLimits,
): Promise<void> => {
  try {
    headers.push('Content-Type', 'application/json')
    if (written.rest === undefined) await writeWhole(response, status, headers, written.chunks, limits)
    else await writeStream(response, status, headers, written.chunks, written.rest, limits)
  } catch {
    response.destroy()
  } finally {
    written.release()
  }
}

const writeWhole = async (
  response: ServerResponse,
  status: number,
  headers: string[],
  chunks: Piece[],
  limits: WriteLimits,
): Promise<void> => {
  const length = lengthOf(chunks)
  headers.push('Content-Length', String(length))
  response.writeHead(status, headers)
  if (length <= JOIN_BELOW_BYTES) {
    response.end(joined(chunks))
    return
  }
  // Forgotten as they are written, so that a slow client holds no more than it has not read.
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) await write(response, chunk, limits)
  response.end()
}

const writeStream = async (
  response: ServerResponse,
  status: number,
  headers: string[],
  chunks: readonly Piece[],
  rest: AsyncIterable<Buffer>,
  limits: WriteLimits,
): Promise<void> => {
  response.writeHead(status, headers)
  for (const chunk of chunks) await write(response, chunk, limits)
  for await (const chunk of rest) await write(response, chunk, limits)
  response.end()
}

const write = async (response: ServerResponse, chunk: Piece, limits: WriteLimits): Promise<void> => {
  if (response.destroyed) throw new Error('the client left')
  if (!response.write(chunk, 'latin1')) await drained(response, limits.writeTimeoutMs)
}

const drained = (response: ServerResponse, timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer)
      response.off('drain', onDrain)
      response.off('close', onClose)
      if (error === undefined) resolve()
      else reject(error)
    }
    const onDrain = () => settle()
    const onClose = () => settle(new Error('the client left'))
    const timer = setTimeout(() => settle(new Error('the client does not read')), timeoutMs)
    response.on('drain', onDrain)
    response.on('close', onClose)
  })
