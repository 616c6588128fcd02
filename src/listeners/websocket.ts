import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { observeRefusal } from '../pipeline/observe.js'
import { type Failure, fail } from '../protocol/reply.js'
import { admit, arrivalOf, type Desk, isRefused } from './desk.js'
import { refuseSocket } from './parser-errors.js'
import { routeOf } from './route.js'
import { WebSocketConnection } from './websocket-connection.js'

const PING_EVERY_MS = 30_000
const RECHECKS_AT_ONCE = 100

/**
 * The WebSocket side of the listener: upgrades on the HTTP server's port, and what is open.
 *
 * Errors  a refused upgrade is answered over HTTP with the same JSON-RPC body as a refused POST
 */
export class WebSocketListener {
  private readonly server = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
  private readonly open = new Set<WebSocketConnection>()
  private readonly openByAccount = new Map<string, number>()
  private readonly heartbeat: NodeJS.Timeout
  private isDraining = false

  constructor(private readonly desk: Desk) {
    // Told of a broken handshake, ws leaves the answer to us; its own would be a page of HTML.
    this.server.on('wsClientError', (_error, socket) =>
      refuseSocket(socket, fail('invalid-request', { data: { reason: 'broken_handshake' } }), [
        'Sec-WebSocket-Version: 13',
      ]),
    )
    this.heartbeat = setInterval(() => this.pingAll(), PING_EVERY_MS)
    this.heartbeat.unref()
  }

  get size(): number {
    return this.open.size
  }

  /** Takes an upgrade request over; `head` are bytes the client sent early. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const { desk } = this
    const route = routeOf(request.headers.host, request.url ?? '/', desk.networks)
    if (route.kind === 'nowhere') return refuseSocket(socket, fail('not-found', { data: { reason: route.reason } }))
    if (route.kind !== 'websocket') return refuseSocket(socket, fail('method-not-allowed'), ['Allow: POST, OPTIONS'])
    const arrival = arrivalOf(desk, request, 'websocket', route.network, route.keyText)
    const caller = await admit(desk, arrival)
    const failure = isRefused(caller)
      ? caller
      : this.refusalFor(caller.entitlement.account.id, caller.entitlement.plan.maxConnections)
    if (failure !== undefined || isRefused(caller)) {
      observeRefusal(desk.observer, arrival, failure!, 0)
      return refuseSocket(socket, failure!)
    }
    this.server.options.maxPayload = desk.limits().maxMessageBytes
    this.server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new WebSocketConnection(webSocket, arrival, caller, desk)
      this.add(connection, caller.entitlement.account.id)
      webSocket.on('close', () => this.remove(connection, caller.entitlement.account.id))
      if (this.isDraining) connection.drain()
    })
  }

  /** Asks of every open connection whether its caller may still be here; some at a time, so that the store is not flooded. */
  async recheckAll(): Promise<void> {
    const connections = [...this.open]
    for (let at = 0; at < connections.length; at += RECHECKS_AT_ONCE) {
      await Promise.all(connections.slice(at, at + RECHECKS_AT_ONCE).map((connection) => connection.recheck()))
    }
  }

  /** Asks it of those whose key was to end by now: a rotated key ends without a change in the store. */
  async recheckEnded(nowMs: number): Promise<void> {
    await Promise.all(
      [...this.open].filter((connection) => connection.keyEndsAtMs <= nowMs).map((ended) => ended.recheck()),
    )
  }

  drain(): void {
    this.isDraining = true
    for (const connection of this.open) connection.drain()
  }

  /** Ends what is still open, answered or not. */
  terminate(): void {
    clearInterval(this.heartbeat)
    for (const connection of this.open) connection.terminate()
  }

  private refusalFor(accountId: string, maxConnections: number): Failure | undefined {
    const isFull = (this.openByAccount.get(accountId) ?? 0) >= maxConnections
    return isFull ? fail('too-many-connections', { data: { maxConnections } }) : undefined
  }

  private add(connection: WebSocketConnection, accountId: string): void {
    this.open.add(connection)
    this.openByAccount.set(accountId, (this.openByAccount.get(accountId) ?? 0) + 1)
  }

  private remove(connection: WebSocketConnection, accountId: string): void {
    this.open.delete(connection)
    const left = (this.openByAccount.get(accountId) ?? 1) - 1
    if (left === 0) this.openByAccount.delete(accountId)
    else this.openByAccount.set(accountId, left)
  }

  private pingAll(): void {
    for (const connection of this.open) {
      if (connection.isAlive) connection.ping()
      else connection.terminate()
    }
  }
}
