import cluster from 'node:cluster'
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import type { HttpEngine } from '../../wire/http/server/engine.js'
import type { OpenConnections } from './open-connections.js'

/** Connections that wait to be accepted, per acceptor. */
const BACKLOG = 1_024

/** Node versions without `reusePort` ignore it. */
interface SharedListenOptions extends ListenOptions {
  readonly reusePort: boolean
}

/** Listening sockets of one process. */
const ACCEPTORS = 16

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/**
 * Accepts connections for a server, on several listening sockets of one port if the system allows
 * it (Node 23.1, Linux).
 *
 * libuv accepts one connection per turn of the event loop on each listening socket. With one
 * socket, a thousand clients that connect while the process is busy wait for a thousand turns.
 * Source  docs/performance-notes.md, "Measured before the design", 6
 */
export class Acceptors {
  private readonly more: Server[] = []

  constructor(
    private readonly engine: Pick<HttpEngine, 'server' | 'accept'>,
    private readonly connections: OpenConnections,
  ) {
    engine.server.prependListener('connection', (socket: Socket) => this.take(socket))
  }

  private get server(): Server {
    return this.engine.server
  }

  get size(): number {
    return 1 + this.more.length
  }

  get address(): AddressInfo {
    return this.server.address() as AddressInfo
  }

  /** Errors: rejects if the address is taken, even by a process that would share it. */
  async listen({ host, port }: ListenAddress, acceptors = ACCEPTORS): Promise<void> {
    // In a cluster the primary accepts, and it is never busy with calls; a shared port would bypass
    // it.
    if (acceptors === 1 || cluster.isWorker) return listenOn(this.server, { host, port, reusePort: false })
    // A shared port belongs to no process; a probe that asks for it exclusively finds it taken.
    if (port !== 0) await probe({ host, port })
    try {
      await listenOn(this.server, { host, port, reusePort: true })
    } catch (error) {
      if (!isUnable(error)) throw error
      return listenOn(this.server, { host, port, reusePort: false })
    }
    const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: this.engine.accept !== undefined }
    const shared = { host, port: this.address.port, reusePort: true }
    while (this.size < acceptors) {
      const server = createServer(options, (socket) => {
        this.server.emit('connection', socket)
      })
      try {
        await listenOn(server, shared)
      } catch {
        // This Node or system cannot share ports: use one socket.
        return
      }
      this.more.push(server)
    }
  }

  /** Stops accepting; resolves when every connection is closed. */
  async close(): Promise<void> {
    const all = [this.server, ...this.more]
    await Promise.all(all.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))))
    // The servers do not track upgraded connections.
    await this.connections.whenNone()
  }

  private take(accepted: Socket): void {
    this.connections.makeRoom()
    this.connections.add(this.engine.accept?.(accepted) ?? accepted)
  }
}

const isUnable = (error: unknown): boolean =>
  ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT'].includes((error as NodeJS.ErrnoException).code ?? '')

const listenOn = (server: Server, options: SharedListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...options, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })

const probe = async (address: { readonly host: string; readonly port: number }): Promise<void> => {
  const server = createServer()
  await listenOn(server, { ...address, reusePort: false })
  await new Promise<void>((resolve) => void server.close(() => resolve()))
}
