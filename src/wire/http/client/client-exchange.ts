import type { QueueItem } from '../../../runtime/intrusive-collections.js'
import { joined, lengthOf, type Piece } from '../../jsonrpc/write-reply.js'

/** Receives the answer to an exchange; nothing follows `end` or `fail`. */
export interface ResponseSink {
  /** True if the request must not be repeated, even if the connection closed without an answer. */
  readonly isSentOnce?: boolean | undefined
  /** True if the sink passes the bytes on as they arrive, so that none of them may be kept. */
  readonly isHandedOn?: boolean
  /** Called before `head` if the body is gzip. Without it, the sink gets the bytes as they are. */
  packed?(): void
  /** The status line and headers arrived. `byteLength` is undefined if it was not declared. */
  head(status: number, byteLength: number | undefined): void
  /** Some bytes of the body, which the sink may keep. Returns false to pause until `resume`. */
  chunk(bytes: Buffer): boolean
  /**
   * The whole body at once, instead of `chunk` and `end`: `bytes` from `from` to `to`, valid until
   * the call returns. A sink without this receives a copy as its only chunk.
   */
  whole?(bytes: Buffer, from: number, to: number): void
  /**
   * `giveBack` allows the memory of the whole answer to be overwritten; for a sink that is certain
   * that nothing reads it any more.
   */
  end(giveBack?: () => void): void
  fail(error: Error): void
}

interface Queue<Use> {
  remove(exchange: ClientExchange<Use>): void
  isAtLimit(use: Use): boolean
}

interface Carrier {
  resume(): void
  mayStream(): boolean
  drop(): void
}

/** One request of the HTTP client, from its creation until its answer is complete or it fails. */
export class ClientExchange<Use> implements QueueItem<ClientExchange<Use>> {
  connection: Carrier | undefined
  isOver = false
  isRepeated = false
  /** Neighbours in the queue of exchanges that wait for a connection. */
  before: ClientExchange<Use> | undefined
  behind: ClientExchange<Use> | undefined
  isWaiting = false

  constructor(
    readonly sink: ResponseSink,
    private readonly head: string,
    private readonly body: readonly Piece[],
    private readonly queue: Queue<Use>,
    /** The account whose share of the pool's connections it uses. */
    readonly use: Use,
  ) {}

  get waitsFor(): 'connection' | 'turn' | undefined {
    if (!this.isWaiting) return undefined
    return this.queue.isAtLimit(this.use) ? 'turn' : 'connection'
  }

  resume(): void {
    if (!this.isOver) this.connection?.resume()
  }

  mayStream(): boolean {
    return this.isOver || (this.connection?.mayStream() ?? true)
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.isWaiting) this.queue.remove(this)
    else this.connection?.drop()
  }

  fail(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    this.sink.fail(error)
  }

  /** The request in one piece: one write, and one packet if it is small. */
  request(): Piece {
    let text = ''
    for (const piece of this.body) {
      if (typeof piece !== 'string') return joined([this.headOf(lengthOf(this.body)), ...this.body])
      text += piece
    }
    return this.headOf(text.length) + text
  }

  private headOf(bodyBytes: number): string {
    return `${this.head}${bodyBytes}\r\n\r\n`
  }
}
