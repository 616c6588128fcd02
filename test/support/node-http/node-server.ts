import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { EngineOptions, HttpEngine } from '../../../src/wire/http/server/engine.js'
import type { HttpHandler } from '../../../src/wire/http/server/handler.js'
import type { HttpLimits } from '../../../src/wire/http/server/http-limits.js'
import { HttpTraffic } from '../../../src/wire/http/server/http-traffic.js'
import { LINGER_MS, refuseSocket } from '../../../src/wire/http/server/refuse-socket.js'
import { fail } from '../../../src/wire/jsonrpc/reply.js'
import { headerOf, NodeExchange, requestHeadOf } from './node-exchange.js'
import { answerParserError } from './parser-errors.js'

/**
 * How often node looks for requests that take too long; its own 30 s would make a limit of 10 s one
 * of 40.
 */
const TIMEOUT_LOOK_MS = 1_000

/** The listener's engine on node:http: what our own server is fuzzed against. */
export class NodeServer implements HttpEngine {
  readonly server: Server | HttpsServer
  activeCount = 0
  readonly traffic = new HttpTraffic()
  private isDraining = false
  private limits: HttpLimits
  /** Responses under way on each connection. */
  private readonly inFlight = new WeakMap<Socket, Set<ServerResponse>>()

  constructor(
    setting: EngineOptions,
    private readonly handler: HttpHandler,
  ) {
    this.limits = setting.limits()
    const options = {
      maxHeaderSize: this.limits.maxHeaderBytes,
      connectionsCheckingInterval: TIMEOUT_LOOK_MS,
      requireHostHeader: false,
      insecureHTTPParser: false,
    }
    this.server = setting.isTls
      ? createHttpsServer({ ...options, handshakeTimeout: this.limits.headersTimeoutMs })
      : createHttpServer(options)
    this.bound(this.limits)
    this.handle()
  }

  bound(limits: HttpLimits): void {
    const { server } = this
    this.limits = limits
    server.headersTimeout = limits.headersTimeoutMs
    server.requestTimeout = Math.max(limits.headersTimeoutMs, limits.bodyTimeoutMs)
    server.keepAliveTimeout = limits.keepAliveTimeoutMs
  }

  isIdle(): boolean {
    return false
  }

  drain(): void {
    this.isDraining = true
    this.server.closeIdleConnections()
  }

  destroy(): void {
    this.server.closeAllConnections()
  }

  /**
   * Counts a response as under way until it is closed; returns how many there are on its
   * connection.
   */
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
    this.activeCount++
    response.once('close', () => {
      open.delete(response)
      this.activeCount--
    })
    return open.size
  }

  private handle(): void {
    const { server, handler } = this
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { maxMessagesInFlight, writeTimeoutMs } = this.limits
      // Node reads ahead whatever is sent before the answers came (pipelining) and offers no way to
      // stop it short of this.
      if (this.track(request.socket, response) > maxMessagesInFlight) {
        request.socket.destroy()
        return
      }
      if (this.isDraining) response.setHeader('Connection', 'close')
      handler.request(new NodeExchange(request, response, writeTimeoutMs, LINGER_MS))
    })
    server.on('upgrade', (handshake, socket, head) =>
      handler.upgrade(
        {
          head: requestHeadOf(handshake),
          peer: (socket as Socket).remoteAddress ?? '',
          header: (name) => headerOf(handshake, name),
          authenticated: () => {},
          handshake,
        },
        socket,
        head,
      ),
    )
    server.on('checkExpectation', (_request, response) => refuseSocket(response.socket!, fail('expectation-failed')))
    server.on('connect', (_request, socket) =>
      refuseSocket(socket, fail('method-not-allowed', { allow: 'POST, OPTIONS' }), ['Allow: POST, OPTIONS']),
    )
    server.on('clientError', answerParserError)
  }
}
