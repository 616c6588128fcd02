import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const servers: WebSocketServer[] = []
afterAll(async () => {
  for (const server of servers) {
    for (const client of server.clients) client.terminate()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a node that serves each connection so; it ends with the tests of the file. */
export const startSocketNode = async (serve: (socket: WebSocket) => void): Promise<string> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  servers.push(server)
  await once(server, 'listening')
  server.on('connection', serve)
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}
