import { joined, lengthOf, type Piece } from '../../jsonrpc/write-reply.js'
import type { AccountLine, Caller } from '../../upstreams/transport/connection-shares.js'
import type { AnswerSink, RequestBody, UpstreamExchange } from '../../upstreams/transport/transport.js'

/** Where an exchange waits before it has a connection. */
interface Queue {
  remove(exchange: ClientExchange): void
}

/** The connection it is sent on. */
interface Carrier {
  resume(): void
  mayStream(): boolean
  /** Closes it. */
  drop(): void
}

/** One request of the wire transport, from when it was asked for until its answer is whole or it failed. */
export class ClientExchange implements UpstreamExchange, Caller {
  connection: Carrier | undefined
  isOver = false
  isRepeated = false
  /** Neighbours in the queue of those that wait for a connection. */
  before: Caller | undefined
  behind: Caller | undefined
  isWaiting = false

  constructor(
    readonly sink: AnswerSink,
    private readonly head: string,
    private readonly body: RequestBody,
    private readonly queue: Queue,
    readonly line: AccountLine,
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
