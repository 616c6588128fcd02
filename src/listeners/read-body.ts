import type { IncomingMessage } from 'node:http'

/** A whole body; or what kept it from becoming one. */
export type ReadBody = Buffer | 'too-large' | 'gone'

/**
 * Reads a request's body up to a bound. Of a body that is larger nothing more is read, and nothing kept.
 *
 * Errors  `too-large`; `gone` when the client left before the end
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<ReadBody> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length']) > maxBytes) {
      resolve('too-large')
      return
    }
    let chunks: Buffer[] = []
    let total = 0
    request.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total <= maxBytes) chunks.push(chunk)
      else {
        chunks = []
        request.pause()
        resolve('too-large')
      }
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('close', () => resolve('gone'))
    request.on('error', () => resolve('gone'))
  })
