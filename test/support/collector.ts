import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it was posted. */
export interface Posted {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * A server that keeps what is posted to it; `answer` says with which status, or never (undefined).
 */
export interface Collector {
  readonly url: string
  readonly posted: readonly Posted[]
  /** Count of open connections. */
  readonly connections: number
  answer: (request: Posted) => number | undefined | Promise<number>
  /** Sent with every answer. */
  headers: Record<string, string>
  stop(): Promise<void>
}

/** Starts one on a free port of 127.0.0.1. */
export const startCollector = async (): Promise<Collector> => {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', async () => {
      const one = { headers: request.headers, body }
      posted.push(one)
      const status = await collector.answer(one)
      if (status !== undefined) response.writeHead(status, collector.headers).end('{}')
    })
  })
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.on('close', () => void connections--)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    get connections() {
      return connections
    },
    answer: () => 200,
    headers: {},
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return collector
}
