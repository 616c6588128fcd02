import { everySecond } from '../../../runtime/every-second.js'
import { readAddress, type UpstreamAddress, type UpstreamHeaders } from '../../../wire/http/client/address.js'
import { ClientConnection, type ConnectionOwner } from '../../../wire/http/client/client-connection.js'
import { ClientExchange } from '../../../wire/http/client/client-exchange.js'
import type { AccountShare } from '../../accounts/account-share.js'
import { type AccountUse, ConnectionShares } from './connection-shares.js'
import type { AnswerSink, RequestBody, UpstreamExchange, UpstreamTransport } from './transport.js'

const MAX_IDLE_SECONDS = 30

/** Bounds of one upstream's transport: connections, and calls that wait for one. */
export interface TransportLimits {
  readonly maxConnections: number
  readonly maxWaiting: number
}

/**
 * Keep-alive HTTP/1.1 to one upstream, directly on the socket: half the work of the cheapest call
 * of a general client.
 *
 * `headers` go with every request and may hold secrets. Callers enforce time limits (`abort`).
 * Errors  connection refused, reset, TLS errors, broken HTTP and a full queue arrive at the sink's
 *         `fail`
 * Source  docs/performance-notes.md, "Measured before the design", 1; RFC 9112
 */
export const createHttpTransport = (
  url: string,
  limits: TransportLimits,
  headers?: UpstreamHeaders,
): UpstreamTransport => new HttpTransport(readAddress(url, headers), limits)

type PooledConnection = ClientConnection<AccountUse>
type PooledExchange = ClientExchange<AccountUse>

class HttpTransport implements UpstreamTransport, ConnectionOwner<AccountUse> {
  private readonly head: string
  private readonly shares: ConnectionShares
  private readonly connections = new Set<PooledConnection>()
  /** The most recently used last. */
  private readonly idle: PooledConnection[] = []
  /** Connections being opened. Each takes the call that then has waited longest. */
  private opening = 0
  private second = 0
  private stopSweeping: (() => void) | undefined
  private isClosing = false
  private readonly closed: Promise<void>
  private resolveClosed = () => {}

  constructor(
    readonly address: UpstreamAddress,
    private readonly limits: TransportLimits,
  ) {
    this.head = headOf(address)
    this.shares = new ConnectionShares(limits.maxConnections)
    this.closed = new Promise((resolve) => {
      this.resolveClosed = resolve
    })
  }

  exchange(
    body: RequestBody,
    sink: AnswerSink,
    _canBatch?: boolean,
    account?: AccountShare,
    fields?: string,
  ): UpstreamExchange {
    const use = this.shares.useOf(account)
    const exchange = new ClientExchange(
      sink,
      fields === undefined ? this.head : withFields(this.head, fields),
      body,
      this.shares,
      use,
    )
    const connection = this.shares.mayGo(use) ? this.idle.pop() : undefined
    if (connection !== undefined) this.send(connection, exchange)
    else this.wait(exchange)
    return exchange
  }

  doubtIdle(): void {
    // An answer came over those at the end within this second.
    const proven = this.idle.findIndex(({ idleSince }) => idleSince === this.second)
    this.dropIdle(proven === -1 ? this.idle.length : proven)
  }

  close(): Promise<void> {
    this.isClosing = true
    this.dropIdle(this.idle.length)
    this.endIfDone()
    return this.closed
  }

  opened(connection: PooledConnection): void {
    this.opening--
    this.free(connection)
  }

  free(connection: PooledConnection): void {
    this.giveBack(connection)
    const next = this.shares.waiting === 0 ? undefined : (this.shares.next() as PooledExchange | undefined)
    if (next !== undefined) {
      this.send(connection, next)
      this.serve()
    } else if (this.isClosing) connection.drop()
    else {
      connection.idleSince = this.second
      this.idle.push(connection)
    }
  }

  mayStream(connection: PooledConnection): boolean {
    if (!connection.isStream && connection.use !== undefined)
      connection.isStream = this.shares.takeStream(connection.use)
    return connection.isStream
  }

  gone(connection: PooledConnection, unsent: PooledExchange | undefined): void {
    this.forget(connection)
    if (unsent !== undefined) {
      unsent.isRepeated = true
      const connection = new ClientConnection(this, unsent)
      this.connections.add(connection)
      this.take(connection, unsent)
    }
    this.serve()
    this.open()
    this.endIfDone()
  }

  private dropIdle(count: number): void {
    for (const connection of this.idle.splice(0, count)) connection.drop()
  }

  /**
   * If no connection is left, fails all queued calls now; otherwise fails only the oldest. One
   * above the limit fails nobody: the node may take no more than the limit, and the gateway's own
   * call goes on the next free connection.
   */
  notOpened(connection: PooledConnection, error: Error): void {
    const { shares, connections } = this
    const isAbove = connections.size > this.limits.maxConnections
    this.forget(connection)
    this.opening--
    const atWork = connections.size - this.opening
    if (isAbove) shares.keepToLimit()
    else
      for (let left = atWork === 0 ? shares.waiting : 1; left > 0; left--)
        (shares.any() as PooledExchange | undefined)?.fail(error)
    this.open()
    this.endIfDone()
  }

  private wait(exchange: PooledExchange): void {
    const { shares, limits } = this
    const { use } = exchange
    // Calls for which a connection is being opened do not count as queued.
    const hasToWait = this.connections.size >= shares.limitOf(use) || !shares.hasRoom(use)
    const isFull = hasToWait && shares.isFull(use, limits.maxWaiting, this.opening)
    if (this.isClosing) refuse(exchange, 'transport_closed', 'the connections to the upstream are being closed')
    else if (isFull) refuse(exchange, 'upstream_queue_full', 'too many calls wait for a connection to the upstream')
    else {
      shares.add(exchange)
      this.open()
    }
  }

  private send(connection: PooledConnection, exchange: PooledExchange): void {
    this.take(connection, exchange)
    connection.send(exchange)
  }

  private take(connection: PooledConnection, { use }: PooledExchange): void {
    connection.use = use
    this.shares.take(use)
  }

  private giveBack(connection: PooledConnection): void {
    const { use, isStream } = connection
    if (use === undefined) return
    connection.use = undefined
    connection.isStream = false
    this.shares.giveBack(use, isStream)
  }

  /** Sends waiting calls that may go now on idle connections. */
  private serve(): void {
    while (this.shares.waiting > 0 && this.idle.length > 0) {
      const next = this.shares.next() as PooledExchange | undefined
      if (next === undefined) return
      this.send(this.idle.pop()!, next)
    }
  }

  /** Opens a connection for each waiting call that may go, up to the limit. */
  private open(): void {
    const { limit } = this.shares
    const wanted = this.connections.size < limit ? this.shares.couldGo(limit) : 0
    while (this.opening < wanted && this.connections.size < limit) {
      this.opening++
      this.connections.add(new ClientConnection(this))
    }
    if (this.connections.size > 0) this.stopSweeping ??= everySecond(() => this.sweep())
  }

  private forget(connection: PooledConnection): void {
    this.giveBack(connection)
    this.connections.delete(connection)
    const at = this.idle.indexOf(connection)
    if (at >= 0) this.idle.splice(at, 1)
  }

  /** Closing ends when no connection and no waiting call is left. */
  private endIfDone(): void {
    if (this.isClosing && this.connections.size === 0 && this.shares.waiting === 0) this.resolveClosed()
  }

  /** Closes connections that were idle for long, before the server does. */
  private sweep(): void {
    this.second++
    const isExpired = ({ idleSince, keepAliveSeconds = MAX_IDLE_SECONDS + 1 }: PooledConnection) =>
      this.second - idleSince >= Math.min(MAX_IDLE_SECONDS, keepAliveSeconds - 1)
    let expired = 0
    while (expired < this.idle.length && isExpired(this.idle[expired]!)) expired++
    for (const connection of this.idle.splice(0, expired)) connection.drop()
    if (this.connections.size > 0) return
    this.stopSweeping?.()
    this.stopSweeping = undefined
  }
}

/** Deferred until the caller holds its exchange. */
const refuse = (exchange: PooledExchange, code: string, message: string): void =>
  queueMicrotask(() => exchange.fail(Object.assign(new Error(message), { code })))

/**
 * A request up to its length. Accept-Encoding is sent only if configured as a header: finding the
 * result in a compressed answer requires unpacking it.
 */
const headOf = ({ path, hostHeader, headers }: UpstreamAddress): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: keep-alive\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}Content-Type: application/json\r\nAccept: application/json\r\n${LENGTH_NAME}`

const LENGTH_NAME = 'Content-Length: '

/** Inserts further header lines. */
const withFields = (head: string, fields: string): string => head.slice(0, -LENGTH_NAME.length) + fields + LENGTH_NAME
