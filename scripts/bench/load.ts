import { connect, type Socket } from 'node:net'

/** What a burst of load came to. */
export interface LoadResult {
  readonly calls: number
  readonly seconds: number
  readonly medianMs: number
  readonly p99Ms: number
}

/** Where to send what, and for how long; `connections` requests are under way at any time. */
export interface Load {
  readonly port: number
  readonly path: string
  readonly body: string
  readonly connections: number
  readonly seconds: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** One keep-alive connection that sends the same request again as soon as it is answered. */
const drive = (load: Load, latencies: number[], isOver: () => boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = Buffer.from(
      `POST ${load.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(load.body)}\r\n\r\n${load.body}`,
    )
    let calls = 0
    let missing = 0
    let sentAt = 0
    const socket: Socket = connect(load.port, '127.0.0.1', () => send())
    const send = () => {
      if (isOver()) {
        socket.destroy()
        resolve(calls)
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const at = chunk.indexOf(HEAD_END)
        const length = Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, at))?.[1])
        missing = at + 4 + length
      }
      missing -= chunk.length
      if (missing > 0) return
      missing = 0
      calls++
      latencies.push(performance.now() - sentAt)
      send()
    })
  })

/** Sends load over raw keep-alive connections. Errors: rejects when a connection breaks. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const latencies: number[] = []
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > load.seconds * 1000
  const counts = await Promise.all(Array.from({ length: load.connections }, () => drive(load, latencies, isOver)))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    calls: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - startedAt) / 1000,
    medianMs: at(0.5),
    p99Ms: at(0.99),
  }
}
