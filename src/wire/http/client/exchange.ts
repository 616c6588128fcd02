import type { QueueItem } from '../../../runtime/intrusive-collections.js'
import { joined, lengthOf, type Piece } from '../../jsonrpc/write-reply.js'

/** What an exchange tells as it goes; after `end` or `fail` nothing more comes. */
export interface ResponseSink {
  /**
   * Whether the request must not be sent a second time, even where the connection was closed
   * without an answer.
   */
  readonly isOnce?: boolean | undefined
  /**
   * Whether the bytes go on to another reader while they arrive, so that none of them may be held
   * on to.
   */
  readonly isHandedOn?: boolean
  /** Before `head`: the body is gzip. A sink without this takes the bytes for what they are. */
  packed?(): void
  /** The status line and headers arrived. `byteLength` is undefined when the server did not say. */
  head(status: number, byteLength: number | undefined): void
  /** Some bytes of the body, the sink's to keep. False asks to pause until `resume`. */
  chunk(bytes: Buffer): boolean
  /**
   * The whole body in one go, instead of `chunk` and `end`: `bytes` from `from` to `to`, which are
   * the sink's to look at until it returns. A sink without this is given a copy as its only chunk.
   */
  whole?(bytes: Buffer, from: number, to: number): void
  /**
   * `giveBack`: lets the memory of all the answer's bytes be written over, for a sink that is
   * certain that none of them is looked at any more.
   */
  end(giveBack?: () => void): void
  fail(error: Error): void
}

/** Where an exchange waits before it has a connection. */
interface Queue<Line> {
  remove(exchange: ClientExchange<Line>): void
}

/** The connection it is sent on. */
interface Carrier {
  resume(): void
  mayStream(): boolean
  /** Closes it. */
  drop(): void
}

/**
 * One request of the HTTP client, from when it was asked for until its answer is whole or it
 * failed.
 */
export class ClientExchange<Line> implements QueueItem<ClientExchange<Line>> {
  connection: Carrier | undefined
  isOver = false
  isRepeated = false
  /** Neighbours in the queue of those that wait for a connection. */
  before: ClientExchange<Line> | undefined
  behind: ClientExchange<Line> | undefined
  isWaiting = false

  constructor(
    readonly sink: ResponseSink,
    private readonly head: string,
    private readonly body: readonly Piece[],
    private readonly queue: Queue<Line>,
    /** Whose share of the pool's connections it takes. */
    readonly line: Line,
  ) {}

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

  /** The request as it goes over the wire, in one piece: one write, one packet if it is small. */
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
