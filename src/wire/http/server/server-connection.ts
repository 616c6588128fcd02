import type { Socket } from 'node:net'
import { flushQueue } from '../../../runtime/system-ports.js'
import { type Failure, fail, httpStatusOf } from '../../jsonrpc/reply.js'
import { ConnectionTimeouts, ReadingPause } from './connection-waits.js'
import type { UpgradeRequest } from './handler.js'
import { LINGER_MS, refusalBytes, requestIdLine } from './refuse-socket.js'
import { cutOff, endsByClosing, sendReply } from './reply-writer.js'
import { RequestReader } from './request-reader.js'
import { ResponseBuffer } from './response-buffer.js'
import type { HttpServer, ServerConnectionDeps } from './server.js'
import { ServerExchange } from './server-exchange.js'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/**
 * One client's connection: reads requests as they arrive and answers them in order.
 *
 * Bounds  requests under way (more end the connection), requests that begin in one turn of the
 *         event loop, unread answers (reading stops until the client reads them), and every wait
 */
export class ServerConnection {
  place = 0 // in its server's set of connections
  readonly connectionDeps: ServerConnectionDeps
  /** The remote address; read early, because a closed socket no longer has it. */
  readonly peer: string
  readonly memo: unknown
  readonly responses: ResponseBuffer
  /** True if a caller was authenticated; other connections are kept for less time. */
  isAuthenticated = false
  /** In request order; the first one's answer leaves next. */
  private readonly inFlight: ServerExchange[] = []
  readonly reader = new RequestReader(this)
  private readonly timeouts: ConnectionTimeouts
  private upgrade: { readonly request: UpgradeRequest; readonly head: Buffer } | undefined
  /** True if no further requests are read: the last one came, or a malformed one. */
  private isReadingOver = false
  private readonly pause: ReadingPause

  constructor(
    readonly socket: Socket,
    private readonly server: HttpServer,
  ) {
    this.connectionDeps = server.deps
    this.responses = new ResponseBuffer(socket, () => this.pauseForReader())
    this.peer = socket.remoteAddress ?? ''
    this.pause = new ReadingPause(socket, this, this.peer)
    this.memo = server.handler.createMemo?.()
    this.timeouts = new ConnectionTimeouts(server)
  }

  get isIdle(): boolean {
    return this.inFlight.length === 0 && !this.reader.isAmid
  }

  get isReading(): boolean {
    return !this.isReadingOver && !this.pause.isPaused
  }

  receive(chunk: Buffer): void {
    if (this.isReadingOver) return this.pause.discard(chunk.length)
    flushQueue.gather()
    const read = this.reader.read(chunk)
    if (!this.isReadingOver) this.pause.keep(chunk, read, this.reader.isAmid)
  }

  /** A head has begun but is incomplete. */
  awaitHead(): void {
    this.timeouts.forHead()
  }

  begin(exchange: ServerExchange): void {
    if (this.inFlight.length >= this.server.limits.maxMessagesInFlight) return this.destroy()
    if (exchange.isRead) this.hasRead(exchange)
    else this.timeouts.for('body', this.server.limits.bodyTimeoutMs)
    this.push(exchange)
    this.server.handler.request(exchange)
    this.pause.countRequest()
  }

  hasRead(exchange: ServerExchange): void {
    this.timeouts.forNothing()
    if (!exchange.head.keepsAlive) this.isReadingOver = true
  }

  /** Upgrades to a WebSocket after the requests before it are answered; stops reading till then. */
  beginUpgrade(exchange: ServerExchange, head: Buffer): void {
    this.socket.pause()
    this.isReadingOver = true
    this.timeouts.forNothing()
    this.upgrade = { request: exchange.upgradeRequest(), head }
    this.push(exchange)
    this.advance()
  }

  /** Ends the connection with a refusal, after the answers to the complete requests before it. */
  reject(failure: Failure, fields: readonly string[] = []): void {
    if (this.isReadingOver) return
    this.isReadingOver = true
    this.timeouts.forNothing()
    this.connectionDeps.traffic.responses[httpStatusOf(failure)]!++
    const amid = this.reader.abandon()
    const exchange = amid ?? ServerExchange.broken(this)
    if (amid === undefined) this.push(exchange)
    exchange.endWith(
      refusalBytes(failure, [...fields, requestIdLine(this.server.handler.rejected(failure, this.peer))]),
    )
  }

  /** The caller is authenticated: an account, by its id. */
  authenticated(owner: string): void {
    if (this.isAuthenticated) return
    this.isAuthenticated = true
    this.pause.owner = owner
    this.connectionDeps.watch?.authenticated(this.socket, owner)
  }

  /** Writes the ready answers in order. */
  advance(): void {
    // Nothing more is written to a client that does not read: the answers are counted here.
    while (!this.pause.isForReader) {
      const first = this.inFlight[0]
      if (first === undefined || first.isBegun) return
      if (first.isReady) this.write(first)
      else {
        // No request is read after an upgrade, so it is the last one.
        if (this.upgrade !== undefined && this.inFlight.length === 1) this.takeOver(this.upgrade)
        else if (first.wantsBody) this.invite(first)
        return
      }
    }
  }

  /** The handler wants the body: a client that sent Expect gets 100 Continue in its turn. */
  invite(exchange: ServerExchange): void {
    if (exchange.head.expects !== 'continue' || exchange.isInvited) return
    if (this.inFlight[0] !== exchange || exchange.isBegun) return
    exchange.isInvited = true
    this.responses.add(CONTINUE)
  }

  drained(): Promise<boolean> {
    return this.timeouts.drained(this.socket.writableLength)
  }

  pauseReading(ms: number): void {
    if (!this.isReadingOver) this.pause.until(this.server.tickAfter(ms))
  }

  onDrain(): void {
    this.timeouts.hasDrained()
    if (!this.pause.isForReader) return
    this.pause.isForReader = false
    this.advance()
    this.pause.readOn()
  }

  /** A client that stops sending counts as gone, as in node:http and nginx. */
  onEnd(): void {
    this.isReadingOver = true
    for (const exchange of this.inFlight) exchange.leave()
    this.responses.flush()
    this.socket.end()
    this.timeouts.for('end', this.server.limits.writeTimeoutMs)
  }

  onClose(): void {
    this.isReadingOver = true
    for (const exchange of this.inFlight) exchange.leave()
    this.server.activeCount -= this.inFlight.length
    this.inFlight.length = 0
    this.timeouts.hasLeft()
    this.server.forget(this)
  }

  /** Checks whether the client exceeded a time limit. */
  check(tick: number): void {
    if (this.pause.hasEnded(tick)) this.pause.readOn()
    const overdue = this.timeouts.overdue(tick)
    if (overdue === 'silence') this.destroy()
    else if (overdue === 'request') this.reject(fail('request-timeout'))
  }

  closeIfIdle(): void {
    if (this.isIdle) this.close(false)
  }

  destroy(isByServer = false): void {
    if (isByServer) for (const exchange of this.inFlight) exchange.leave(true)
    cutOff(this.socket, this.inFlight[0])
  }

  private push(exchange: ServerExchange): void {
    this.inFlight.push(exchange)
    this.server.activeCount++
  }

  private write(exchange: ServerExchange): void {
    if (exchange.refusal !== undefined) {
      this.responses.flush()
      this.socket.write(exchange.refusal)
      return this.finish(exchange, true)
    }
    const isLast = this.inFlight.length === 1 && (this.isReadingOver || this.server.isDraining)
    const closes = isLast || !exchange.head.keepsAlive || !exchange.isRead || endsByClosing(exchange)
    if (closes) this.isReadingOver = true
    exchange.isBegun = true
    const written = sendReply(this, exchange, closes)
    if (written === undefined) return this.finish(exchange, closes)
    written.then(() => {
      if (this.inFlight[0] !== exchange) return
      this.finish(exchange, closes)
      this.advance()
    })
  }

  private finish(exchange: ServerExchange, closes: boolean): void {
    this.inFlight.shift()
    this.server.activeCount--
    exchange.cancellation = undefined
    if (closes) return this.close(!exchange.isRead || exchange.refusal !== undefined)
    if (this.inFlight.length === 0) this.timeouts.allAnswered(!this.reader.isAmid, this.isAuthenticated)
    if (this.socket.writableNeedDrain) this.pauseForReader()
  }

  /** Stops reading from a client until it reads its answers. */
  private pauseForReader(): void {
    this.timeouts.toRead(this.socket.writableLength)
    this.pause.forReader()
  }

  /** Ends the connection after its output has left, with time to read it for a sending client. */
  private close(mayBeSending: boolean): void {
    this.isReadingOver = true
    this.responses.flush()
    this.timeouts.toRead(this.socket.writableLength)
    if (!mayBeSending) return this.socket.destroySoon()
    this.connectionDeps.watch?.ending(this.socket)
    this.socket.end()
    this.socket.resume()
    this.timeouts.for('end', LINGER_MS)
  }

  private takeOver({ request, head }: { readonly request: UpgradeRequest; readonly head: Buffer }): void {
    this.inFlight.length = 0
    this.server.activeCount--
    this.responses.flush()
    this.server.release(this)
    this.server.handler.upgrade(request, this.socket, head)
  }
}
