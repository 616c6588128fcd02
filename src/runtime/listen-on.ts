import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A listener that listens, and how to stop it. */
export interface Listening {
  readonly url: string
  stop(): Promise<void>
}

/** Has a server listen. Errors: rejects when the address is taken. */
export const listenOn = async (server: Server, address: { host: string; port: number }): Promise<Listening> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address: host, port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // closeAllConnections knows those only that a parser reads.
        for (const socket of sockets) socket.destroy()
      }),
  }
}
