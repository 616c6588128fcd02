import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { ServerTransport } from '@open-rpc/server-js/build/transports/server-transport.js'
import type { Config } from '../config/config.js'
import { fail } from '../protocol/reply.js'
import { watchCertificate } from './certificate.js'
import type { Desk } from './desk.js'
import { handleHttp } from './http.js'
import { answerParserError, refuseSocket } from './parser-errors.js'
import { WebSocketListener } from './websocket.js'

const DRAIN_LOOK_MS = 20
/** How often node looks for requests that take too long; its own 30 s would make a limit of 10 s one of 40. */
const TIMEOUT_LOOK_MS = 1_000

/**
 * The public listener: HTTP and WebSocket on one port, with or without TLS.
 *
 * A subclass of server-js's ServerTransport; its stock transports are never started, because one packet ends them
 * (facts/openrpc.md, section 2.3).
 */
export class GatewayTransport extends ServerTransport {
  readonly webSockets: WebSocketListener
  private readonly server: Server | HttpsServer
  private readonly stopWatching: () => void
  private active = 0
  /** Responses under way on each connection. */
  private readonly inFlight = new WeakMap<Socket, Set<ServerResponse>>()
  private isDraining = false

  constructor(
    private readonly config: Config,
    private readonly desk: Desk,
    onCertificate: (error: Error | undefined) => void,
  ) {
    super()
    this.webSockets = new WebSocketListener(desk)
    const { tls } = config.listen
    const options = {
      maxHeaderSize: config.limits.maxHeaderBytes,
      connectionsCheckingInterval: TIMEOUT_LOOK_MS,
      requireHostHeader: false,
      insecureHTTPParser: false,
    }
    if (tls === undefined) {
      this.server = createHttpServer(options)
      this.stopWatching = () => {}
    } else {
      const secure = createHttpsServer({ ...options, handshakeTimeout: config.limits.headersTimeoutMs })
      this.server = secure
      this.stopWatching = watchCertificate(tls, (context) => secure.setSecureContext(context), onCertificate)
    }
    this.bound(config)
    this.handle()
  }

  /** The base URL callers use, once started. */
  get url(): string {
    const { address, port, family } = this.server.address() as AddressInfo
    const host = family === 'IPv6' ? `[${address}]` : address
    return `${this.config.listen.tls === undefined ? 'http' : 'https'}://${host}:${port}`
  }

  override start(): Promise<void> {
    const { host, port } = this.config.listen
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen({ host, port, backlog: 1024 }, () => {
        this.server.off('error', reject)
        resolve()
      })
    })
  }

  /** Drains: no new connections, calls in flight finish, WebSockets close with 1001; what is left after the limit is cut. */
  override async stop(): Promise<void> {
    this.isDraining = true
    this.stopWatching()
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    this.webSockets.drain()
    const deadlineMs = this.desk.nowMs() + this.config.limits.drainTimeoutMs
    while ((this.active > 0 || this.webSockets.size > 0) && this.desk.nowMs() < deadlineMs) {
      this.server.closeIdleConnections()
      await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS))
    }
    this.webSockets.terminate()
    this.server.closeAllConnections()
    await closed
  }

  /** Applies the bounds of the configuration to the server; new connections get them. */
  bound({ limits }: Pick<Config, 'limits'>): void {
    const { server } = this
    server.headersTimeout = limits.headersTimeoutMs
    server.requestTimeout = Math.max(limits.headersTimeoutMs, limits.bodyTimeoutMs)
    server.keepAliveTimeout = limits.keepAliveTimeoutMs
    server.maxConnections = limits.maxConnections
  }

  /** Counts a response as under way until it is closed; returns how many there are on its connection. */
  private track(socket: Socket, response: ServerResponse): number {
    let open = this.inFlight.get(socket)
    if (open === undefined) {
      const responses = new Set<ServerResponse>()
      this.inFlight.set(socket, responses)
      // Node closes only the response whose turn it is, not those that wait behind it.
      socket.once('close', () => setImmediate(() => responses.forEach((waiting) => void waiting.emit('close'))))
      open = responses
    }
    open.add(response)
    this.active++
    response.once('close', () => {
      open.delete(response)
      this.active--
    })
    return open.size
  }

  private handle(): void {
    const { server, desk } = this
    server.on('request', (request, response) => {
      // Node reads ahead whatever is sent before the answers came (pipelining) and offers no way to stop it short of this.
      if (this.track(request.socket, response) > desk.limits().maxMessagesInFlight) {
        request.socket.destroy()
        return
      }
      if (this.isDraining) response.setHeader('Connection', 'close')
      handleHttp(desk, request, response).catch((bug: unknown) => {
        desk.observer.bug(bug, '')
        response.destroy()
      })
    })
    server.on('upgrade', (request, socket, head) => {
      this.webSockets.upgrade(request, socket, head).catch((bug: unknown) => {
        desk.observer.bug(bug, '')
        socket.destroy()
      })
    })
    server.on('checkExpectation', (_request, response) => refuseSocket(response.socket!, fail('expectation-failed')))
    server.on('connect', (_request, socket) =>
      refuseSocket(socket, fail('method-not-allowed'), ['Allow: POST, OPTIONS']),
    )
    server.on('clientError', answerParserError)
  }
}
