import type { IncomingMessage } from 'node:http'
import { BytePieces } from '../../../runtime/byte-pieces.js'

/**
 * Reads a request's body up to a bound; of one that is larger nothing is kept.
 *
 * Errors  `too-large`, as soon as that is known; `gone` when the client left before the end
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too-large' | 'gone'> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length']) > maxBytes) {
      resolve('too-large')
      return
    }
    const pieces = new BytePieces()
    let total = 0
    request.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total <= maxBytes) {
        pieces.add(chunk)
        return
      }
      pieces.clear()
      resolve('too-large')
    })
    request.on('end', () => resolve(Buffer.concat(pieces.all())))
    request.on('close', () => resolve('gone'))
    request.on('error', () => resolve('gone'))
  })

/**
 * Throws away what a client still sends of a body that was refused, until it ends or `maxMs` are
 * over.
 *
 * Closing a connection with unread bytes resets it, and the client would lose the answer that says
 * why (RFC 9112, section 9.6).
 */
export const discardBody = (request: IncomingMessage, maxMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    request.once('end', done)
    request.once('close', done)
    request.resume()
  })
