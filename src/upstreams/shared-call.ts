import type { AnswerSink, Exchange, UpstreamTransport } from './transport.js'

/** How the body of a call that is sent alone begins; what follows it can be put behind another id. */
const ALONE = Buffer.from('{"jsonrpc":"2.0","id":1,')

/** Where a shared call is under way. */
export interface RoundTrip {
  /** Nobody waits for the call any more. */
  left(call: SharedCall): void
}

/** A call that shares a round trip with others, or is sent alone after all. */
export class SharedCall implements Exchange {
  isOver = false
  /** The id it was sent with. */
  id = 0
  /** Where it is under way, once it is and unless it was sent alone. */
  trip: RoundTrip | undefined
  private alone: Exchange | undefined

  constructor(
    readonly body: readonly Buffer[],
    readonly sink: AnswerSink,
  ) {}

  /** Whether a body can be put behind another id. */
  static canShare(body: readonly Buffer[]): boolean {
    return body.length === 1 && body[0]!.length > ALONE.length && ALONE.compare(body[0]!, 0, ALONE.length) === 0
  }

  /** Bytes of the body behind its id. */
  get restBytes(): number {
    return this.body[0]!.length - ALONE.length
  }

  /** Writes the body with another id into `bytes` at `at`; `start` is what `idStart` made of the id. Returns the index behind it. */
  write(bytes: Buffer, at: number, start: string): number {
    const rest = at + bytes.write(start, at, 'latin1')
    return rest + this.body[0]!.copy(bytes, rest, ALONE.length)
  }

  sendAlone(transport: UpstreamTransport): void {
    this.trip = undefined
    if (!this.isOver) this.alone = transport.exchange(this.body, this.sink)
  }

  /** Hands an answer to the sink as if it had come alone. The bytes are the sink's to keep. */
  settle(status: number, bytes: Buffer): void {
    const { sink } = this
    this.trip = undefined
    if (!this.isOver) sink.head(status, bytes.length, `${this.id}`)
    if (!this.isOver) sink.chunk(bytes)
    if (this.isOver) return
    this.isOver = true
    sink.end()
  }

  resume(): void {
    this.alone?.resume()
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.alone !== undefined) this.alone.abort()
    else this.trip?.left(this)
  }
}

/** How a call's body with this id begins, up to where the rest follows. */
export const idStart = (id: number): string => `{"jsonrpc":"2.0","id":${id},`
