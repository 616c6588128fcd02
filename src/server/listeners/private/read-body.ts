import type { IncomingMessage } from 'node:http'
import { BytePieces } from '../../../runtime/byte-pieces.js'

/**
 * Reads a request's body up to a bound; keeps nothing of a larger body.
 *
 * Errors  `too-large`, as soon as the size is known; `gone` if the client left before the end
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
 * Discards the rest of a refused body, until it ends or `maxMs` have passed.
 *
 * Closing a connection with unread bytes resets it, and the client would lose the error reply (RFC
 * 9112, section 9.6).
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
