import type { AnswerSink, Exchange } from './transport.js'

/** Where an exchange waits before it has a connection. */
interface Queue {
  remove(exchange: WireExchange): void
}

/** The connection it is sent on. */
interface Carrier {
  resume(): void
  /** Closes it. */
  drop(): void
}

/** One request of the wire transport, from when it was asked for until its answer is whole or it failed. */
export class WireExchange implements Exchange {
  connection: Carrier | undefined
  isOver = false
  isRepeated = false
  /** Neighbours in the queue of those that wait for a connection. */
  before: WireExchange | undefined
  behind: WireExchange | undefined
  isWaiting = false

  constructor(
    readonly sink: AnswerSink,
    private readonly head: Buffer,
    private readonly body: readonly Buffer[],
    private readonly queue: Queue,
  ) {}

  resume(): void {
    if (!this.isOver) this.connection?.resume()
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
  bytes(): Buffer {
    let bodyBytes = 0
    for (const part of this.body) bodyBytes += part.length
    const length = `${bodyBytes}\r\n\r\n`
    const bytes = Buffer.allocUnsafe(this.head.length + length.length + bodyBytes)
    let at = this.head.copy(bytes)
    at += bytes.write(length, at, 'latin1')
    for (const part of this.body) at += part.copy(bytes, at)
    return bytes
  }
}
