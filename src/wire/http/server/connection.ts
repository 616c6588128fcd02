import type { Socket } from 'node:net'
import { flushQueue } from '../../../runtime/system-ports.js'
import { type Failure, fail, httpStatusOf } from '../../jsonrpc/reply.js'
import { ConnectionTimeouts } from './connection-timeouts.js'
import { ServerExchange } from './exchange.js'
import type { UpgradeRequest } from './handler.js'
import { ReadingHold } from './reading-hold.js'
import { LINGER_MS, refusalBytes, requestIdLine } from './refuse-socket.js'
import { endsByClosing, writeReply } from './reply-writer.js'
import { RequestReader } from './request-reader.js'
import { ResponseBuffer } from './response-buffer.js'
import type { HttpServer, SharedParts } from './server.js'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/**
 * One client's connection: reads requests as they arrive and answers them in order.
 *
 * Bounds  requests under way (more end the connection), unread answers (reading stops until the
 *         client reads them), and every wait
 */
export class ServerConnection {
  place = 0 // in its server's set of connections
  readonly parts: SharedParts
  /** The remote address; read early, because a closed socket no longer has it. */
  readonly peer: string
  readonly memo: unknown
  readonly responses: ResponseBuffer
  /** True if a caller was authenticated; other connections are kept for less time. */
  isAuthenticated = false
  /** In request order; the first one's answer leaves next. */
  private readonly inFlight: ServerExchange[] = []
  private readonly reader = new RequestReader(this)
  private readonly wait: ConnectionTimeouts
  private upgrade: { readonly request: UpgradeRequest; readonly head: Buffer } | undefined
  /** True if no further requests are read: the last one came, or a malformed one. */
  private isDeaf = false
  private readonly hold: ReadingHold

  constructor(
    readonly socket: Socket,
    private readonly server: HttpServer,
  ) {
    this.parts = server.parts
    this.hold = new ReadingHold(socket)
    this.responses = new ResponseBuffer(socket, () => this.holdBack())
    this.peer = socket.remoteAddress ?? ''
    this.memo = server.handler.createMemo?.()
    this.wait = new ConnectionTimeouts(server)
  }

  get isIdle(): boolean {
    return this.inFlight.length === 0 && !this.reader.isAmid
  }

  /** True if further bytes are to be read now. */
  get isReading(): boolean {
    return !this.isDeaf && !this.hold.isOn
  }

  receive(chunk: Buffer): void {
    if (this.isDeaf) return this.hold.discard(chunk.length)
    flushQueue.gather()
    const read = this.reader.read(chunk)
    if (read < chunk.length && !this.isDeaf) this.hold.keep(chunk.subarray(read))
  }

  /** A head has begun but is incomplete. */
  awaitHead(): void {
    this.wait.forHead()
  }

  /** A head is complete. */
  begin(exchange: ServerExchange): void {
    if (this.inFlight.length >= this.server.limits.maxMessagesInFlight) return this.destroy()
    if (exchange.isRead) this.hasRead(exchange)
    else this.wait.for('body', this.server.limits.bodyTimeoutMs)
    this.push(exchange)
    this.server.handler.request(exchange)
  }

  hasRead(exchange: ServerExchange): void {
    this.wait.forNothing()
    if (!exchange.head.keepsAlive) this.isDeaf = true
  }

  /** Upgrades to a WebSocket after the requests before it are answered; stops reading till then. */
  beginUpgrade(exchange: ServerExchange, head: Buffer): void {
    this.socket.pause()
    this.isDeaf = true
    this.wait.forNothing()
    this.upgrade = { request: exchange.upgradeRequest(), head }
    this.push(exchange)
    this.advance()
  }

  /** Ends the connection with a refusal, after the answers to the complete requests before it. */
  reject(failure: Failure, fields: readonly string[] = []): void {
    if (this.isDeaf) return
    this.isDeaf = true
    this.wait.forNothing()
    this.parts.traffic.responses[httpStatusOf(failure)]!++
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
    this.parts.watch?.authenticated(this.socket, owner)
  }

  /** Writes the ready answers in order. */
  advance(): void {
    // Nothing more is written to a client that does not read: the answers are counted here.
    while (!this.hold.isForReader) {
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
    return this.wait.drained(this.socket.writableLength)
  }

  pauseReading(ms: number): void {
    if (!this.isDeaf) this.hold.until(this.server.tickAfter(ms))
  }

  onDrain(): void {
    this.wait.hasDrained()
    if (!this.hold.isForReader) return
    this.hold.isForReader = false
    this.advance()
    this.hold.readOn((bytes) => this.receive(bytes))
  }

  /** A client that stops sending counts as gone, as in node:http and nginx. */
  onEnd(): void {
    this.isDeaf = true
    for (const exchange of this.inFlight) exchange.leave()
    this.responses.flush()
    this.socket.end()
    this.wait.for('end', this.server.limits.writeTimeoutMs)
  }

  onClose(): void {
    this.isDeaf = true
    for (const exchange of this.inFlight) exchange.leave()
    this.server.activeCount -= this.inFlight.length
    this.inFlight.length = 0
    this.wait.hasLeft()
    this.server.forget(this)
  }

  /** Checks whether the client exceeded a time limit. */
  look(tick: number): void {
    if (this.hold.hasEnded(tick)) this.hold.readOn((bytes) => this.receive(bytes))
    const overdue = this.wait.overdue(tick)
    if (overdue === 'silence') this.destroy()
    else if (overdue === 'request') this.reject(fail('request-timeout'))
  }

  closeIfIdle(): void {
    if (this.isIdle) this.close(false)
  }

  destroy(): void {
    this.socket.destroy()
  }

  private push(exchange: ServerExchange): void {
    this.inFlight.push(exchange)
    this.server.activeCount++
  }

  private write(exchange: ServerExchange): void {
    if (exchange.lastWords !== undefined) {
      this.responses.flush()
      this.socket.write(exchange.lastWords)
      return this.finish(exchange, true)
    }
    const isLast = this.inFlight.length === 1 && (this.isDeaf || this.server.isDraining)
    const closes = isLast || !exchange.head.keepsAlive || !exchange.isRead || endsByClosing(exchange)
    if (closes) this.isDeaf = true
    exchange.isBegun = true
    const written = writeReply(this, exchange, closes)
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
    if (closes) return this.close(!exchange.isRead || exchange.lastWords !== undefined)
    if (this.inFlight.length === 0) this.wait.rest(!this.reader.isAmid, this.isAuthenticated)
    if (this.socket.writableNeedDrain) this.holdBack()
  }

  /** Stops reading from a client until it reads its answers. */
  private holdBack(): void {
    this.wait.toRead(this.socket.writableLength)
    this.hold.forReader()
  }

  /** Ends the connection after its output has left, with time to read it for a sending client. */
  private close(mayBeSending: boolean): void {
    this.isDeaf = true
    this.responses.flush()
    this.wait.toRead(this.socket.writableLength)
    if (!mayBeSending) return this.socket.destroySoon()
    this.parts.watch?.ending(this.socket)
    this.socket.end()
    this.socket.resume()
    this.wait.for('end', LINGER_MS)
  }

  private takeOver({ request, head }: { readonly request: UpgradeRequest; readonly head: Buffer }): void {
    this.inFlight.length = 0
    this.server.activeCount--
    this.responses.flush()
    this.server.release(this)
    this.server.handler.upgrade(request, this.socket, head)
  }
}
