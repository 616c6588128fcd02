import type { Socket } from 'node:net'
import { BLOCK_BYTES, giveBlocks, takeBlock } from '../../../runtime/buffer-pool.js'
import { type Flushable, flushQueue } from '../../../runtime/system-ports.js'
import { IoFirstTimer } from '../../../runtime/timers.js'
import { readBudget, type TurnWaiter } from '../../../runtime/turns/process-budgets.js'
import { openSocket, type UpstreamAddress } from './address.js'
import { AnswerParser } from './answer-parser.js'
import type { ClientExchange } from './client-exchange.js'

const CONNECT_TIMEOUT_MS = 3_000
/** Blocks that one answer may give back for reuse; those of a larger answer are not reused. */
const MAX_HANDED_OVER = 128

/** Receives a connection's events: its pool. */
export interface ConnectionOwner<Use> {
  readonly address: UpstreamAddress
  /** A connection that was opened without an exchange is established. */
  opened(connection: ClientConnection<Use>): void
  /** A connection that was opened without an exchange failed to open. */
  notOpened(connection: ClientConnection<Use>, error: Error): void
  /** Its exchange is over: it can take another. */
  free(connection: ClientConnection<Use>): void
  /** True if its answer may continue at its reader's pace. */
  mayStream(connection: ClientConnection<Use>): boolean
  /**
   * It closed. `unsent` is an exchange to repeat on a new connection: the server closed this one
   * without an answer.
   */
  gone(connection: ClientConnection<Use>, unsent: ClientExchange<Use> | undefined): void
}

/**
 * The buffer that a connection reads into: one reused block, whose bytes are copied out, as most
 * answers are small. A block that one read fills to more than half is handed over and replaced.
 */
class ReadBuffer {
  private current = takeBlock()
  private isNew = true
  /** The blocks handed over for the current answer. */
  private handedOver: Buffer[] | undefined
  /** True if the blocks are not tracked: there are too many, or their reader drops them, too. */
  private isForgetful = false

  /**
   * The buffer for the next read; undefined to reuse the last one. Node also asks for each address
   * that it tries, and until a read keeps none for the next address.
   */
  next(): Buffer | undefined {
    return this.isNew ? this.current : undefined
  }

  /** Records that `length` bytes were read. Returns whether their reader owns them, uncopied. */
  handsOver(length: number): boolean {
    // A few bytes would keep the whole block in memory for as long as the reader keeps them.
    this.isNew = length > BLOCK_BYTES / 2
    if (!this.isNew) return false
    this.remember(this.current)
    this.current = takeBlock()
    return true
  }

  /** Ends an answer. Returns a function that gives its blocks back, if it has any. */
  rest(): (() => void) | undefined {
    const { handedOver } = this
    this.isForgetful = false
    if (handedOver === undefined) return undefined
    this.handedOver = undefined
    return () => giveBlocks(handedOver)
  }

  /** Stops tracking blocks: their reader drops them as the answer arrives. */
  forget(): void {
    this.handedOver = undefined
    this.isForgetful = true
  }

  private remember(block: Buffer): void {
    if (this.isForgetful) return
    if (this.handedOver === undefined) this.handedOver = [block]
    else if (this.handedOver.length < MAX_HANDED_OVER) this.handedOver.push(block)
    else this.forget()
  }
}

/**
 * A keep-alive connection to an upstream, with at most one exchange at a time. The pool shares its
 * connections among accounts.
 */
export class ClientConnection<Use> implements Flushable, TurnWaiter {
  /** When it became idle; set by the pool. */
  idleSince = 0
  /** The account of its exchange, as the pool counts it; set by the pool. */
  use: Use | undefined
  /** True if the answer continues at its reader's pace; set by the pool. */
  isStream = false
  private readonly parser = new AnswerParser()
  private readonly buffer = new ReadBuffer()
  private readonly socket: Socket
  private readonly connecting: IoFirstTimer
  private readonly isOpenedForOne: boolean
  private hasBytes = false
  private isOpen = false
  private isGone = false
  /** Waits for the next turn of the event loop. */
  private isHeldOn = false
  /** True unless the reader of the answer is behind. */
  private isWanted = true

  /** `exchange` is sent as soon as the connection is established. */
  constructor(
    private readonly owner: ConnectionOwner<Use>,
    private exchange?: ClientExchange<Use>,
  ) {
    this.isOpenedForOne = exchange !== undefined
    if (exchange !== undefined) exchange.connection = this
    this.socket = openSocket(owner.address, {
      buffer: () => this.buffer.next() as Uint8Array,
      callback: (length, bytes) => {
        this.read(bytes as Buffer, length)
        return true
      },
    })
    this.socket.on(owner.address.isSecure ? 'secureConnect' : 'connect', () => this.connected())
    this.socket.on('error', (error) => this.lose(error))
    this.socket.on('end', () => this.ended())
    this.socket.on('close', () => this.lose(closedByServer()))
    this.connecting = new IoFirstTimer(() =>
      this.lose(errorOf('connect_timeout', 'the upstream accepted no connection in time')),
    )
    this.connecting.set(CONNECT_TIMEOUT_MS)
  }

  /** Seconds for which the server keeps an idle connection, if it says so. */
  get keepAliveSeconds(): number | undefined {
    return this.parser.keepAliveSeconds
  }

  /** Sends a request; the connection must be free. */
  send(exchange: ClientExchange<Use>): void {
    this.exchange = exchange
    this.hasBytes = false
    exchange.connection = this
    this.parser.begin(exchange.sink)
    flushQueue.add(this)
  }

  /** Writes the request, unless its caller no longer wants the answer. */
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

  /** Closes the connection; its exchange receives nothing more. */
  drop(): void {
    this.exchange = undefined
    this.lose(closedByServer())
  }

  private connected(): void {
    if (this.isGone) return
    this.isOpen = true
    this.connecting.clear()
    if (this.exchange === undefined) this.owner.opened(this)
    else this.send(this.exchange)
  }

  private read(bytes: Buffer, length: number): void {
    const { parser, exchange } = this
    flushQueue.gather()
    // No request is under way, so these bytes are not an answer.
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
    readBudget.wait(this, exchange.use)
  }

  /** Ends the answer at index `to` of `bytes`, or, without them, with the connection. */
  private finish(exchange: ClientExchange<Use>, isClean: boolean, bytes?: Buffer, to = 0): void {
    const { sink } = exchange
    const { wholeAt } = this.parser
    this.exchange = undefined
    exchange.isOver = true
    this.isWanted = true
    const giveBack = this.buffer.rest()
    // After surplus bytes, or an answer to a request not yet sent in full, the connection's state
    // is unknown.
    if (isClean && this.parser.isPersistent && this.socket.writableLength === 0) this.owner.free(this)
    else this.drop()
    if (bytes === undefined || wholeAt < 0) sink.end(giveBack)
    else sink.whole!(bytes, wholeAt, to)
  }

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
    this.connecting.clear()
    this.socket.destroy()
    if (!this.isOpen) Object.assign(error, { isUnsent: true })
    if (!this.isOpen && !this.isOpenedForOne) return owner.notOpened(this, error)
    // Servers sometimes close an idle connection just as a request arrives: repeat it once if it
    // only reads.
    const isUnsent =
      exchange !== undefined && !this.hasBytes && !exchange.isRepeated && !exchange.isOver && !exchange.sink.isSentOnce
    owner.gone(this, isUnsent ? exchange : undefined)
    if (!isUnsent) exchange?.fail(error)
  }
}

const errorOf = (code: string, message: string): Error => Object.assign(new Error(message), { code })
const closedByServer = (): Error => errorOf('other_side_closed', 'the upstream closed the connection')
