import type { IncomingMessage } from 'node:http'
import { BytePieces } from '../../../runtime/byte-pieces.js'

/**
 * Reads a request's body up to a bound; keeps nothing of a larger body.
 *
 * Errors  `too-large`, as soon as the size is known; `gone` if the client left before the end
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too-large' | 'gone'> =>
  new Promise((resolve) => {
    // The client left while something else was waited for: no event follows.
    if (request.destroyed) {
      resolve('gone')
      return
    }
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
