import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { IdleInterval } from '../../../runtime/timers.js'
import { visitInTurns } from '../../../runtime/turns/in-turns.js'
import type { BodyBudget } from '../../../wire/http/server/body-budget.js'
import type { UpgradeRequest } from '../../../wire/http/server/handler.js'
import { refuseSocket, requestIdLine } from '../../../wire/http/server/refuse-socket.js'
import { type Failure, fail, httpStatusOf } from '../../../wire/jsonrpc/reply.js'
import { answerPings } from '../../../wire/websocket/answer-pings.js'
import type { Arrival, Authenticated } from '../../pipeline/stage.js'
import { observeRefusal, observeStray } from '../../pipeline/stages/observe.js'
import type { ListenerDeps } from '../listener-deps.js'
import { markEnding } from '../open-connections.js'
import {
  ALLOWED_METHODS,
  arrivalOf,
  isRefused,
  notAllowed,
  type Route,
  resolveCaller,
  routeOf,
  sourceOf,
} from '../request.js'
import { BEAT_MS } from './heartbeat.js'
import { RecheckQueue } from './recheck-queue.js'
import { SubscriptionRepeaters } from './refused-subscriptions.js'
import { UnfinishedMessages } from './unfinished-message.js'
import { WebSocketConnection } from './websocket-connection.js'
import { PACE_CHECK_MS } from './websocket-writer.js'

/**
 * ws keeps the pieces of a frame in an array and takes them out one by one, in a time that grows
 * with their square: a frame of 200,000 bytes that came one by one took half a minute. So a message
 * may come in as many pieces as if each had a kilobyte; segments of TCP have more.
 */
const LEAST_PIECE_BYTES = 1_024
const LEAST_PIECES = 4_096
const SERVER_OPTIONS = { noServer: true, perMessageDeflate: false, clientTracking: false, autoPong: false }

/**
 * The WebSocket side of the listener: upgrades on the HTTP server's port, and what is open.
 *
 * Errors  a refused upgrade is answered over HTTP with the same JSON-RPC body as a refused POST
 */
export class WebSocketListener {
  private readonly server = new WebSocketServer(SERVER_OPTIONS)
  private readonly open = new Set<WebSocketConnection>()
  /** The requests that ws was given. */
  private readonly arrivals = new WeakMap<Duplex, Arrival>()
  private readonly heartbeat = new IdleInterval(BEAT_MS, () => this.visitAll((connection) => connection.beat()))
  private readonly checking = new IdleInterval(PACE_CHECK_MS, () => this.checkAll())
  readonly repeaters = new SubscriptionRepeaters()
  readonly messages: UnfinishedMessages
  private isDraining = false
  /** Upgrades that are not answered yet. */
  private upgrades = 0
  /** Checks of all callers that began. */
  private checksOfAll = 0
  private readonly rechecks: RecheckQueue

  constructor(
    private readonly deps: ListenerDeps,
    bodies: BodyBudget,
  ) {
    this.messages = new UnfinishedMessages(bodies, () => deps.limits)
    this.rechecks = new RecheckQueue((bug) => deps.observer.bug(bug, ''))
    // Once a listener is set, ws leaves the reply to us; its own would be an HTML page.
    this.server.on('wsClientError', (_error, socket) => {
      const failure = fail('invalid-request', { reason: 'broken_handshake' })
      this.refuseArrival(this.arrivals.get(socket)!, failure, socket, ['Sec-WebSocket-Version: 13'])
    })
  }

  get size(): number {
    return this.open.size
  }

  /** True if nothing is open and no upgrade waits for its answer. */
  get isIdle(): boolean {
    return this.open.size === 0 && this.upgrades === 0
  }

  /** Takes over an upgrade request; `head` holds bytes that the client sent early. */
  async upgrade(request: UpgradeRequest, socket: Duplex, head: Buffer): Promise<void> {
    this.upgrades++
    try {
      await this.answer(request, socket, head)
    } finally {
      this.upgrades--
    }
  }

  private async answer(request: UpgradeRequest, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const { deps } = this
    const route = routeOf(request.head, deps.networks)
    // @solana/web3.js 1 opens its WebSocket at the address of its calls.
    if (route.kind !== 'websocket' && route.kind !== 'call') return this.refuseStray(request, route, socket)
    const arrival = arrivalOf(deps, request, 'websocket', route.network, route.keyText)
    const { checksOfAll } = this
    const caller = await resolveCaller(deps, arrival)
    if (!isRefused(caller)) request.authenticated(caller.entitlement.account.id)
    const failure = isRefused(caller) ? caller : await this.count(caller, socket)
    if (failure !== undefined || isRefused(caller)) return this.refuseArrival(arrival, failure!, socket)
    const { maxBodyBytes } = deps.limits
    this.server.options.maxPayload = maxBodyBytes
    this.server.options.maxBufferedChunks = Math.max(LEAST_PIECES, Math.ceil(maxBodyBytes / LEAST_PIECE_BYTES))
    this.arrivals.set(socket, arrival)
    this.server.handleUpgrade(request.handshake, socket, head, (webSocket) => {
      answerPings(webSocket)
      const connection = new WebSocketConnection(webSocket, socket, arrival, caller, deps, this)
      this.heartbeat.use()
      this.checking.use()
      this.open.add(connection)
      deps.webSocketEvents.webSocketOpened(caller)
      webSocket.on('close', () => this.open.delete(connection))
      if (this.isDraining) connection.drain()
      // The caller was read before a change, and all were checked before it was open.
      if (checksOfAll !== this.checksOfAll) this.rechecks.add([connection])
      socket.resume()
    })
  }

  private refuseArrival(arrival: Arrival, failure: Failure, socket: Duplex, fields: readonly string[] = []): void {
    observeRefusal(this.deps.observer, arrival, failure, 0, httpStatusOf(failure))
    refuse(socket, failure, [...fields, requestIdLine(arrival.requestId)])
  }

  private refuseStray(
    request: UpgradeRequest,
    route: Exclude<Route, { kind: 'websocket' | 'call' }>,
    socket: Duplex,
  ): void {
    const requestId = this.deps.nextRequestId()
    const isNowhere = route.kind === 'nowhere'
    const failure = isNowhere ? fail('not-found', { reason: route.reason }) : notAllowed(route, request.head.target)
    const network = isNowhere ? undefined : route.network
    const source = sourceOf(request, this.deps.trustedProxies)
    observeStray(this.deps.observer, { requestId, transport: 'websocket', network, source }, failure)
    const allow = isNowhere ? [] : [`Allow: ${ALLOWED_METHODS[route.kind]}`]
    refuse(socket, failure, [...allow, requestIdLine(requestId)])
  }

  recheckAll(): void {
    this.checksOfAll++
    this.rechecks.add(this.open)
  }

  /** Rechecks callers who have to be checked without a change in the store. */
  recheckDue(nowMs: number): void {
    this.rechecks.add([...this.open].filter((connection) => connection.mustRecheck(nowMs)))
  }

  /**
   * Drains all connections. Connections with subscriptions close one by one over half the time
   * of the drain, because their clients connect again at once.
   */
  drain(): void {
    this.isDraining = true
    for (const connection of this.open) connection.drain()
    const subscribed = [...this.open].filter(({ hasSubscriptions }) => hasSubscriptions)
    const everyMs = this.deps.limits.drainTimeoutMs / 2 / subscribed.length
    for (const [index, connection] of subscribed.entries())
      setTimeout(() => connection.restart(), index * everyMs).unref()
  }

  terminate(): void {
    this.heartbeat.stop()
    this.checking.stop()
    for (const connection of this.open) connection.terminate('drain_time_over')
  }

  private checkAll(): boolean {
    this.messages.check(PACE_CHECK_MS)
    return this.visitAll((connection) => connection.checkOften())
  }

  private async count({ entitlement }: Authenticated, socket: Duplex): Promise<Failure | undefined> {
    const { account, plan } = entitlement
    const { connections } = this.deps.counts
    const isOpen = await connections.open(account.id, plan.maxConnections)
    if (!isOpen) return fail('too-many-connections', { maxConnections: plan.maxConnections })
    if (socket.destroyed) connections.close(account.id)
    else socket.once('close', () => connections.close(account.id))
    return undefined
  }

  /**
   * Visits all connections in short turns of the event loop. Returns true while a connection is
   * open: the timer is needed again.
   */
  private visitAll(visit: (connection: WebSocketConnection) => void): boolean {
    visitInTurns(this.open, visit)
    return this.open.size > 0
  }
}

const refuse = (socket: Duplex, failure: Failure, fields: readonly string[]): void => {
  markEnding(socket as Socket)
  refuseSocket(socket, failure, fields)
}
