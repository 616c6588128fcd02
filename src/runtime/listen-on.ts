import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A running listener. */
export interface Listening {
  readonly url: string
  stop(): Promise<void>
}

/** Adds to an error which listener it keeps from listening, by its key in the configuration. */
export const asListener = async <T>(listener: string, listening: Promise<T>): Promise<T> => {
  try {
    return await listening
  } catch (error) {
    throw Object.assign(error as Error, { listener })
  }
}

/** Starts a server. Rejects if the address is in use. */
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
        // closeAllConnections only closes sockets with an HTTP parser.
        for (const socket of sockets) socket.destroy()
      }),
  }
}
