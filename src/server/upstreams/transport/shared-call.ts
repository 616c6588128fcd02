import { callStart } from '../../../wire/json/node-messages.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { Batch } from './batch.js'
import type { AnswerSink, RequestBody, UpstreamExchange, UpstreamTransport } from './transport.js'

/** A call that shares a round trip with others, or is sent alone after all. */
export class SharedCall implements UpstreamExchange {
  isOver = false
  /** The id it was sent with. */
  number = 0
  /** The batch, while under way; undefined if sent alone. */
  trip: Batch | undefined
  private alone: UpstreamExchange | undefined

  constructor(
    private readonly body: RequestBody,
    readonly sink: AnswerSink,
    readonly account: AccountShare | undefined,
    private readonly fields: string | undefined,
  ) {}

  /**
   * True if a cheap call's body can be put behind another id: it is short enough to be one text.
   */
  static canShare(body: RequestBody): boolean {
    return body.length === 2 && typeof body[1] === 'string'
  }

  /** The body behind its id, as latin1 text. */
  get rest(): string {
    return this.body[1] as string
  }

  /** The body with the id it is sent with, as latin1 text. */
  text(): string {
    return callStart(this.number) + this.rest
  }

  get waitsFor(): UpstreamExchange['waitsFor'] {
    return this.isOver ? undefined : (this.alone ?? this.trip)?.waitsFor
  }

  sendAlone(transport: UpstreamTransport): void {
    this.trip = undefined
    if (!this.isOver) this.alone = transport.exchange(this.body, this.sink, false, this.account, this.fields)
  }

  /** Passes an answer, `bytes` from `from` to `to`, to the sink as if it had arrived alone. */
  answered(status: number, bytes: Buffer, from: number, to: number): void {
    const { sink } = this
    this.trip = undefined
    if (!this.isOver) sink.head(status, to - from, this.number)
    if (!this.isOver && sink.whole === undefined) sink.chunk(Buffer.from(bytes.subarray(from, to)))
    if (this.isOver) return
    this.isOver = true
    if (sink.whole === undefined) sink.end()
    else sink.whole(bytes, from, to)
  }

  resume(): void {
    this.alone?.resume()
  }

  mayStream(): boolean {
    return this.alone?.mayStream?.() ?? true
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.alone !== undefined) this.alone.abort()
    else this.trip?.left()
  }
}
