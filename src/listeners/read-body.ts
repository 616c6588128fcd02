import type { IncomingMessage } from 'node:http'

/** A whole body; or what kept it from becoming one. */
export type ReadBody = Buffer | 'too-large' | 'gone'

/** How much of a body that is too large is read all the same, and thrown away, so that the client gets to read why. */
const DISCARD_FACTOR = 16

/**
 * Reads a request's body up to a bound. A body that is larger is thrown away as it comes; of one much larger nothing more is read.
 *
 * Errors  `too-large`; `gone` when the client left before the end
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<ReadBody> =>
  new Promise((resolve) => {
    const giveUpAbove = maxBytes * DISCARD_FACTOR
    if (Number(request.headers['content-length']) > giveUpAbove) {
      resolve('too-large')
      return
    }
    let chunks: Buffer[] = []
    let total = 0
    request.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total <= maxBytes) chunks.push(chunk)
      else chunks = []
      if (total <= giveUpAbove) return
      request.pause()
      resolve('too-large')
    })
    request.on('end', () => resolve(total > maxBytes ? 'too-large' : Buffer.concat(chunks)))
    request.on('close', () => resolve('gone'))
    request.on('error', () => resolve('gone'))
  })
