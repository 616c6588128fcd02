import { joined, lengthOf, type Piece } from '../../jsonrpc/write-reply.js'
import type { QueueItem } from '../../runtime/intrusive-queue.js'
import type { ResponseSink } from './response-sink.js'

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

/** One request of the HTTP client, from when it was asked for until its answer is whole or it failed. */
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
