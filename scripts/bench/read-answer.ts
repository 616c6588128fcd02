import { request } from 'node:http'

const LOOK_EVERY_MS = 10

/**
 * Posts one call and reads its answer to the end, watching a number (resident memory) all the
 * while.
 */
export const readAnswer = (
  port: number,
  path: string,
  body: string,
  look: () => number,
): Promise<{ bytes: number; seconds: number; peak: number }> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let bytes = 0
    let peak = look()
    const timer = setInterval(() => {
      peak = Math.max(peak, look())
    }, LOOK_EVERY_MS)
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => {
        clearInterval(timer)
        if (response.statusCode === 200) resolve({ bytes, seconds: (performance.now() - startedAt) / 1000, peak })
        else reject(new Error(`status ${response.statusCode}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
