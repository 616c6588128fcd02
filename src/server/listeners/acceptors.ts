import cluster from 'node:cluster'
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import type { HttpEngine } from '../../wire/http/server/handler.js'
import type { OpenConnections } from './open-connections.js'

/** Connections that wait to be accepted, for each acceptor. */
const BACKLOG = 1_024

/** `reusePort` is younger than the oldest Node this runs on: that one overlooks it. */
interface SharedListenOptions extends ListenOptions {
  readonly reusePort: boolean
}

/** Where to listen, and with how many sockets. */
export interface AcceptDeps {
  readonly host: string
  readonly port: number
  readonly acceptors: number
}

/**
 * Accepts connections for a server, on several listening sockets of one port where the system can
 * (Node 23.1, Linux).
 *
 * libuv accepts one connection in a turn of the event loop, on each listening socket: with one
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

  /** How many sockets listen. */
  get size(): number {
    return 1 + this.more.length
  }

  get address(): AddressInfo {
    return this.server.address() as AddressInfo
  }

  /** Errors: rejects when the address is taken, also by a process that would share it. */
  async listen({ host, port, acceptors }: AcceptDeps): Promise<void> {
    // In a cluster the primary accepts, and it is never busy with calls; a shared port of its own
    // would part the worker from it.
    if (acceptors === 1 || cluster.isWorker) return listenOn(this.server, { host, port, reusePort: false })
    // A port that is shared belongs to no process; one that asks for it alone is refused.
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
        // This Node, or this system, does not share ports: one socket has to do.
        return
      }
      this.more.push(server)
    }
  }

  /** Stops accepting; resolves when every connection is closed. */
  async close(): Promise<void> {
    const all = [this.server, ...this.more]
    await Promise.all(all.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))))
    // The servers do not know of those that go on as other sockets.
    await this.connections.whenNone()
  }

  private take(accepted: Socket): void {
    if (!this.connections.makeRoom()) return void accepted.destroy()
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
