import { idStart, type RoundTrip, type SharedCall } from './shared-call.js'
import { splitBatch } from './split-batch.js'
import type { AnswerSink, Exchange, UpstreamTransport } from './transport.js'

const MAX_ANSWER_BYTES = 4_194_304

/** What a batch tells of itself. */
export interface BatchOwner {
  readonly single: UpstreamTransport
  /** It was answered, call for call. */
  answered(): void
  /** Everybody gave up waiting. */
  abandon(): void
  /** The answer was none to a batch. */
  sendAlone(calls: readonly SharedCall[]): void
}

/** Several calls sent as one JSON-RPC batch, with the ids 1, 2, 3 …: sends them, and deals the answers out. */
export class Batch implements AnswerSink, RoundTrip {
  private readonly exchange: Exchange
  private readonly chunks: Buffer[] = []
  private answerBytes = 0
  private status = 0
  private waiting: number

  constructor(
    private readonly calls: readonly SharedCall[],
    private readonly owner: BatchOwner,
  ) {
    this.waiting = calls.length
    this.exchange = owner.single.exchange([this.body()], this)
  }

  head(status: number): void {
    this.status = status
  }

  chunk(bytes: Buffer): boolean {
    this.answerBytes += bytes.length
    if (this.answerBytes > MAX_ANSWER_BYTES) {
      this.exchange.abort()
      this.owner.sendAlone(this.calls)
    } else this.chunks.push(bytes)
    return true
  }

  end(): void {
    const { calls, chunks, status } = this
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    // Too many calls, or no room for any: to ask for each by itself would make it worse.
    if (status === 429 || status === 503) {
      for (const call of calls) call.settle(status, bytes)
      return
    }
    const bounds = status >= 200 && status < 300 ? splitBatch(bytes, calls.length) : undefined
    if (bounds === undefined) return this.owner.sendAlone(calls)
    this.owner.answered()
    for (const [index, call] of calls.entries())
      call.settle(status, bytes.subarray(bounds[index * 2], bounds[index * 2 + 1]))
  }

  /** A connection cut because of the batch looks like one cut by chance. */
  fail(): void {
    this.owner.sendAlone(this.calls)
  }

  left(): void {
    if (--this.waiting > 0) return
    this.exchange.abort()
    this.owner.abandon()
  }

  private body(): Buffer {
    const starts = this.calls.map((call, index) => {
      call.trip = this
      call.id = index + 1
      return idStart(call.id)
    })
    let length = this.calls.length + 1
    for (const [index, call] of this.calls.entries()) length += starts[index]!.length + call.restBytes
    const bytes = Buffer.allocUnsafe(length)
    let at = 0
    for (const [index, call] of this.calls.entries()) {
      bytes[at] = index === 0 ? 0x5b : 0x2c
      at = call.write(bytes, at + 1, starts[index]!)
    }
    bytes[at] = 0x5d
    return bytes
  }
}
