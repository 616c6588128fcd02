import type { Server as TlsServer } from 'node:tls'
import { LastKey } from '../accounts/key-text.js'
import type { Config } from '../config/config.js'
import type { HttpEngine, HttpHandler } from '../http/server/handler.js'
import { HttpServer } from '../http/server/server.js'
import { observeStray } from '../pipeline/stages/observe.js'
import { Acceptors } from './acceptors.js'
import { watchCertificate } from './certificate.js'
import { handleHttp } from './http.js'
import type { ListenerContext } from './listener-context.js'
import { WebSocketListener } from './websocket.js'

const DRAIN_LOOK_MS = 20

/** The public listener: HTTP and WebSocket on one port, with or without TLS. */
export class PublicServer {
  readonly webSockets: WebSocketListener
  private readonly engine: HttpEngine
  private readonly acceptors: Acceptors
  private readonly stopWatching: () => void

  constructor(
    private readonly config: Config,
    private readonly desk: ListenerContext,
    onCertificate: (error: Error | undefined) => void,
  ) {
    this.webSockets = new WebSocketListener(desk)
    const { tls } = config.listen
    const setting = { isTls: tls !== undefined, limits: desk.limits, nowMs: desk.nowMs }
    this.engine = new HttpServer(setting, this.handler())
    this.acceptors = new Acceptors(this.engine, () => desk.limits().maxConnections)
    const server = this.engine.server as TlsServer
    this.stopWatching =
      tls === undefined ? () => {} : watchCertificate(tls, (context) => server.setSecureContext(context), onCertificate)
  }

  /** The base URL callers use, once started. */
  get url(): string {
    const { address, port, family } = this.acceptors.address
    const host = family === 'IPv6' ? `[${address}]` : address
    return `${this.config.listen.tls === undefined ? 'http' : 'https'}://${host}:${port}`
  }

  /** How many sockets accept connections, once started. */
  get acceptorCount(): number {
    return this.acceptors.size
  }

  /** Listens. Errors: rejects when the address is taken. */
  start(): Promise<void> {
    return this.acceptors.listen(this.config.listen)
  }

  /** Drains: no new connections, calls in flight finish, WebSockets close with 1001; what is left after the limit is cut. */
  async stop(): Promise<void> {
    const { engine, webSockets } = this
    this.stopWatching()
    const closed = this.acceptors.close()
    webSockets.drain()
    const deadlineMs = this.desk.nowMs() + this.config.limits.drainTimeoutMs
    engine.drain()
    while ((engine.activeCount > 0 || webSockets.size > 0) && this.desk.nowMs() < deadlineMs) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS))
      engine.drain()
    }
    webSockets.terminate()
    engine.destroy()
    await closed
  }

  /** Applies the bounds of the configuration to the server; new connections get them. */
  bound({ limits }: Pick<Config, 'limits'>): void {
    this.engine.bound(limits)
  }

  private handler(): HttpHandler {
    const { desk } = this
    return {
      createMemo: () => new LastKey(),
      request: (exchange) => {
        try {
          handleHttp(desk, exchange)
        } catch (bug) {
          desk.observer.bug(bug, '')
          exchange.abort()
        }
      },
      rejected: (failure) => {
        const requestId = desk.nextRequestId()
        observeStray(desk.observer, { requestId, transport: 'http', network: undefined }, failure)
        return requestId
      },
      upgrade: (request, socket, head) => {
        this.webSockets.upgrade(request, socket, head).catch((bug: unknown) => {
          desk.observer.bug(bug, '')
          socket.destroy()
        })
      },
    }
  }
}
