import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Flushable, flushQueue } from '../../runtime/flush-queue.js'
import { readBudget, type TurnWaiter } from '../../runtime/turn-budget.js'
import type { UpstreamAddress } from './address.js'
import { AnswerParser } from './answer-parser.js'
import type { ClientExchange } from './exchange.js'
import { ReadBuffer } from './read-buffer.js'

const CONNECT_TIMEOUT_MS = 3_000

/** What a connection tells its pool. */
export interface ConnectionOwner<Line> {
  readonly address: UpstreamAddress
  /** A connection that was opened without an exchange is there. */
  opened(connection: ClientConnection<Line>): void
  /** A connection that was opened without an exchange could not be. */
  notOpened(connection: ClientConnection<Line>, error: Error): void
  /** Its exchange is over: it can take another. */
  free(connection: ClientConnection<Line>): void
  /** Whether its answer may go on at its reader's pace. */
  mayStream(connection: ClientConnection<Line>): boolean
  /** It is closed. `unsent` is an exchange that deserves a new connection: the server closed this one before it answered. */
  gone(connection: ClientConnection<Line>, unsent: ClientExchange<Line> | undefined): void
}

/** One keep-alive connection to an upstream, with at most one exchange at a time. `Line` is what the pool shares its connections out by. */
export class ClientConnection<Line> implements Flushable, TurnWaiter {
  /** The pool's mark of when it became idle. */
  idleSince = 0
  /** The pool's, too: whose call it carries, and whether the answer goes on at its reader's pace. */
  line: Line | undefined
  isStream = false
  private readonly parser = new AnswerParser()
  private readonly buffer = new ReadBuffer()
  private readonly socket: Socket
  private readonly connecting: NodeJS.Timeout
  private readonly isOpenedForOne: boolean
  private hasBytes = false
  private isOpen = false
  private isGone = false
  /** Waits for the next turn of the event loop. */
  private isHeldOn = false
  /** The reader of the answer is not behind. */
  private isWanted = true

  /** `exchange` is sent as soon as there is a connection. */
  constructor(
    private readonly owner: ConnectionOwner<Line>,
    private exchange?: ClientExchange<Line>,
  ) {
    this.isOpenedForOne = exchange !== undefined
    if (exchange !== undefined) exchange.connection = this
    this.socket = open(owner.address, this.buffer, (length, bytes) => this.read(bytes, length))
    this.socket.on(owner.address.isSecure ? 'secureConnect' : 'connect', () => this.connected())
    this.socket.on('error', (error) => this.lose(error))
    this.socket.on('end', () => this.ended())
    this.socket.on('close', () => this.lose(closedByServer()))
    this.connecting = setTimeout(
      () => this.lose(errorOf('connect_timeout', 'the upstream accepted no connection in time')),
      CONNECT_TIMEOUT_MS,
    )
  }

  /** For how many idle seconds the server keeps it open, if it said so. */
  get keepAliveSeconds(): number | undefined {
    return this.parser.keepAliveSeconds
  }

  /** Sends a request; the connection must be free. */
  send(exchange: ClientExchange<Line>): void {
    this.exchange = exchange
    this.hasBytes = false
    exchange.connection = this
    this.parser.begin(exchange.sink)
    flushQueue.add(this)
  }

  /** Writes the request, unless its answer is not wanted any more. */
  flush(): void {
    if (this.exchange !== undefined) this.socket.write(this.exchange.request(), 'latin1')
  }

  resume(): void {
    this.isWanted = true
    if (!this.isHeldOn) this.socket.resume()
  }

  mayStream(): boolean {
    return this.owner.mayStream(this)
  }

  takeTurn(): void {
    this.isHeldOn = false
    if (this.isWanted) this.socket.resume()
  }

  /** Closes it; its exchange hears nothing more. */
  drop(): void {
    this.exchange = undefined
    this.lose(closedByServer())
  }

  private connected(): void {
    if (this.isGone) return
    this.isOpen = true
    clearTimeout(this.connecting)
    if (this.exchange === undefined) this.owner.opened(this)
    else this.send(this.exchange)
  }

  private read(bytes: Buffer, length: number): void {
    const { parser, exchange } = this
    flushQueue.gather()
    // Nothing was asked: whatever this belongs to, it is no answer.
    if (exchange === undefined) return this.drop()
    this.hasBytes = true
    const used = parser.push(bytes, length, this.buffer.handsOver(length))
    if (this.exchange !== exchange) return
    if (exchange.sink.isHandedOn) this.buffer.forget()
    if (parser.fault !== undefined) return this.lose(errorOf('bad_http', parser.fault))
    if (parser.isDone) return this.finish(exchange, used === length, bytes, used)
    if (parser.wantsPause) {
      parser.wantsPause = false
      this.isWanted = false
      this.socket.pause()
    }
    if (readBudget.count(length)) return
    this.isHeldOn = true
    this.socket.pause()
    readBudget.wait(this)
  }

  /** The answer is over: it ended in `bytes`, before index `to`; without them, with the connection. */
  private finish(exchange: ClientExchange<Line>, isClean: boolean, bytes?: Buffer, to = 0): void {
    const { sink } = exchange
    const { wholeAt } = this.parser
    this.exchange = undefined
    exchange.isOver = true
    this.isWanted = true
    const giveBack = this.buffer.rest()
    // Bytes behind the answer, or an answer to a request that is not wholly sent: what comes next is not known.
    if (isClean && this.parser.isPersistent && this.socket.writableLength === 0) this.owner.free(this)
    else this.drop()
    if (bytes === undefined || wholeAt < 0) sink.end(giveBack)
    else sink.whole!(bytes, wholeAt, to)
  }

  /** The server closed its side. */
  private ended(): void {
    const { exchange } = this
    if (exchange !== undefined && this.parser.endsWithConnection) this.finish(exchange, false)
    else this.lose(closedByServer())
  }

  private lose(error: Error): void {
    if (this.isGone) return
    const { exchange, owner } = this
    this.isGone = true
    this.exchange = undefined
    this.parser.stop()
    clearTimeout(this.connecting)
    this.socket.destroy()
    if (!this.isOpen && !this.isOpenedForOne) return owner.notOpened(this, error)
    // Servers close connections they think idle, now and then just as a request is on its way: once more, if it only reads.
    const isUnsent =
      exchange !== undefined && !this.hasBytes && !exchange.isRepeated && !exchange.isOver && !exchange.sink.isOnce
    owner.gone(this, isUnsent ? exchange : undefined)
    if (!isUnsent) exchange?.fail(error)
  }
}

const errorOf = (code: string, message: string): Error => Object.assign(new Error(message), { code })
const closedByServer = (): Error => errorOf('other_side_closed', 'the upstream closed the connection')

const open = (
  address: UpstreamAddress,
  buffer: ReadBuffer,
  callback: (length: number, bytes: Buffer) => void,
): Socket => {
  const options: TcpNetConnectOpts = {
    host: address.host,
    port: address.port,
    noDelay: true,
    onread: {
      buffer: () => buffer.next() as Uint8Array,
      callback: (length, bytes) => {
        callback(length, bytes as Buffer)
        return true
      },
    },
  }
  if (!address.isSecure) return connect(options)
  // SNI takes names only (RFC 6066, section 3).
  const servername = isIP(address.host) === 0 ? { servername: address.host } : {}
  return connectTls({ ...options, ...servername, ALPNProtocols: ['http/1.1'] })
}
