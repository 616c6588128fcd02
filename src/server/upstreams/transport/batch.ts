import { BytePieces } from '../../../runtime/byte-pieces.js'
import { stopwatchMs } from '../../../runtime/system-ports.js'
import { takeCallIds } from '../../../wire/json/node-messages.js'
import type { BatchTransport } from './batch-transport.js'
import type { SharedCall } from './shared-call.js'
import { splitBatch } from './split-batch.js'
import type { AnswerSink, UpstreamExchange } from './transport.js'

const MAX_ANSWER_BYTES = 4_194_304
/** A caller that hangs up sooner shows nothing about the node. */
const UNANSWERED_MS = 100

/**
 * Several calls of one account sent as one JSON-RPC batch with consecutive ids: sends them, and
 * distributes the answers.
 */
export class Batch implements AnswerSink {
  private readonly exchange: UpstreamExchange
  private readonly pieces = new BytePieces()
  private answerBytes = 0
  private status = 0
  private waiting: number
  private readonly firstId: number
  private readonly sentMs = stopwatchMs()

  constructor(
    private readonly calls: readonly SharedCall[],
    private readonly owner: BatchTransport,
  ) {
    this.waiting = calls.length
    this.firstId = takeCallIds(calls.length)
    this.exchange = owner.single.exchange([this.body()], this, false, calls[0]!.account)
  }

  get waitsFor(): UpstreamExchange['waitsFor'] {
    return this.exchange.waitsFor
  }

  head(status: number): void {
    this.status = status
  }

  chunk(bytes: Buffer): boolean {
    this.answerBytes += bytes.length
    if (this.answerBytes > MAX_ANSWER_BYTES) {
      this.exchange.abort()
      this.owner.sendAlone(this.calls)
    } else this.pieces.add(bytes)
    return true
  }

  end(): void {
    const pieces = this.pieces.all()
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    this.whole(bytes, 0, bytes.length)
  }

  whole(bytes: Buffer, from: number, to: number): void {
    const { calls, status } = this
    // Too many calls, or no capacity: sending each call alone would make it worse.
    if (status === 429 || status === 503) {
      for (const call of calls) call.answered(status, bytes, from, to)
      return
    }
    const isAnswer = status >= 200 && status < 300
    const bounds = isAnswer ? splitBatch(bytes, from, to, this.firstId, calls.length) : undefined
    if (bounds === undefined) return this.owner.sendAlone(calls)
    this.owner.answered()
    let at = 0
    for (const call of calls) call.answered(status, bytes, bounds[at++]!, bounds[at++]!)
  }

  /** A connection cut because of the batch looks like one cut by chance. */
  fail(): void {
    this.owner.sendAlone(this.calls)
  }

  /** No caller waits for one of its calls any more. */
  left(): void {
    if (--this.waiting > 0) return
    this.exchange.abort()
    if (stopwatchMs() - this.sentMs >= UNANSWERED_MS) this.owner.abandon()
  }

  private body(): string {
    let text = ''
    let id = this.firstId
    for (const call of this.calls) {
      call.trip = this
      call.number = id++
      text += text === '' ? `[${call.text()}` : `,${call.text()}`
    }
    return `${text}]`
  }
}
