import { copyOf } from '../../../runtime/buffer-pool.js'
import { BytePieces, partsOf, sliceOf } from '../../../runtime/byte-pieces.js'
import { AnswerScanner, type Span } from '../../../wire/json/answer-scanner.js'
import { callStart, takeCallIds, usualResultAt } from '../../../wire/json/node-messages.js'
import type { AccountShare } from '../../accounts/account-share.js'
import { AnswerStream, BrokenByCaller, StreamedPayload } from '../../upstreams/answer-stream.js'
import { HeldPayload, TextPayload } from '../../upstreams/byte-budget.js'
import { type Outcome, outcomeOfStatus, reasonOf } from '../../upstreams/outcome.js'
import type { AnswerSink, RequestBody, RequestRest, UpstreamExchange } from '../../upstreams/transport/transport.js'
import type { Attempt } from './attempt.js'
import { readErrorHead } from './error-head.js'
import type { AnswerLimits } from './forward.js'

/** Larger answers are passed on while they arrive, unless they must be whole. */
const STREAM_ABOVE_BYTES = 262_144
/** Small answers may use the reserve of the memory budget. */
const SMALL_BYTES = 65_536
/** A node's error up to this size is copied, and counts in no budget. */
const SMALL_ERROR_BYTES = 4_096
/** Bytes of an HTTP error's body that are read to find a JSON-RPC error. */
const MAX_ERROR_BYTES = 65_536
/** The trace of 1,024 nested calls, the most that the EVM allows, has two levels for each. */
const MAX_ANSWER_DEPTH = 2_100

/**
 * Reads one upstream's answer as it arrives and classifies it: a result's span of bytes, a node's
 * error, or unusable.
 *
 * Errors  every defect of an answer is an Outcome; nothing is thrown
 */
export class AnswerReader implements AnswerSink {
  exchange: UpstreamExchange | undefined
  private lazyScanner: AnswerScanner | undefined
  private pieces: BytePieces | undefined
  private totalBytes = 0
  private heldBytes = 0
  private status = 0
  /** The id the answer must carry. */
  private id = takeCallIds()
  private stream: AnswerStream | undefined
  private isOver = false

  constructor(
    private readonly limits: AnswerLimits,
    /** Gets the outcome, once. */
    private readonly attempt: Pick<Attempt, 'end'>,
    /** The call's account; undefined: the gateway's own call. */
    private readonly account?: AccountShare,
  ) {}

  get isSentOnce(): boolean | undefined {
    return this.limits.isSentOnce
  }

  get isHandedOn(): boolean {
    return this.stream !== undefined
  }

  /** The call's whole body: `rest` behind its id. */
  bodyOf(rest: RequestRest): RequestBody {
    const start = callStart(this.id)
    return typeof rest === 'string' ? [start, rest] : [start, ...rest]
  }

  head(status: number, byteLength: number | undefined, id = this.id): void {
    this.status = status
    this.id = id
    if (byteLength !== undefined && byteLength > this.limits.maxBytes) this.tooLarge()
  }

  chunk(bytes: Buffer): boolean {
    const { limits, totalBytes: before } = this
    this.totalBytes += bytes.length
    if (this.totalBytes > (this.isAnswer() ? limits.maxBytes : MAX_ERROR_BYTES)) return this.tooLarge()
    if (!this.scanner.push(bytes)) {
      if (this.scanner.isTooDeep) return this.tooLarge()
      // A proxy's error page: the status says more than "not JSON".
      this.stop(this.isAnswer() ? { kind: 'unusable', reason: 'not_json' } : outcomeOfStatus(this.status))
      return true
    }
    if (this.stream !== undefined) return this.stream.push(this.resultPart(bytes, before))
    if (!limits.budget.take(bytes.length, this.account, this.totalBytes > SMALL_BYTES)) {
      this.stop({ kind: 'overloaded' })
      return true
    }
    this.heldBytes += bytes.length
    this.pieces ??= new BytePieces()
    this.pieces.add(bytes)
    if (this.scanner.overflow !== undefined) this.overflow(this.scanner.overflow)
    else if (limits.canStream && this.totalBytes > STREAM_ABOVE_BYTES) this.startStream()
    return true
  }

  whole(bytes: Buffer, from: number, to: number): void {
    const resultAt = this.isAnswer() ? usualResultAt(bytes, from, to, this.id) : -1
    if (resultAt < 0) {
      const copy = copyOf(bytes, from, to)
      this.chunk(copy.bytes)
      return this.end(copy.giveBack)
    }
    const { limits, account } = this
    const { budget } = limits
    if (!budget.take(to - from, account, to - from > SMALL_BYTES)) return this.stop({ kind: 'overloaded' })
    const payload = new TextPayload(bytes.toString('latin1', resultAt, to - 1), to - from, budget, account)
    this.report({ kind: 'result', payload })
  }

  end(giveBack?: () => void): void {
    if (this.isOver && this.stream === undefined) return
    const trouble = this.troubleAtEnd()
    if (this.stream !== undefined) {
      this.stream.end(trouble === undefined ? undefined : new Error(`the upstream's answer broke off: ${trouble}`))
    } else if (trouble !== undefined) {
      this.stop(this.isAnswer() ? { kind: 'unusable', reason: trouble } : outcomeOfStatus(this.status))
    } else this.reportWhole(giveBack)
  }

  fail(error: Error): void {
    if (this.stream !== undefined) this.stream.end(error)
    else this.finish({ kind: 'unreachable', reason: reasonOf(error) })
  }

  /** Ends the exchange: time is up, or no caller waits. Cuts off a stream already passed on. */
  stop(outcome: Outcome): void {
    this.exchange?.abort()
    if (this.stream === undefined) return this.finish(outcome)
    const Break = outcome.kind === 'answer-too-large' ? BrokenByCaller : Error
    this.stream.end(new Break(`the answer was cut off: ${outcome.kind}`))
  }

  private get scanner(): AnswerScanner {
    this.lazyScanner ??= new AnswerScanner(MAX_ANSWER_DEPTH, this.limits.maxElements)
    return this.lazyScanner
  }

  private isAnswer(): boolean {
    return this.status >= 200 && this.status < 300
  }

  private tooLarge(): true {
    this.stop(this.isAnswer() ? { kind: 'answer-too-large' } : outcomeOfStatus(this.status))
    return true
  }

  private troubleAtEnd(): string | undefined {
    const { scanner } = this
    if (!scanner.isComplete()) return 'not_json'
    const { hasError } = scanner
    if (!hasError && scanner.result === undefined) return 'no_result'
    if (this.stream !== undefined && hasError) return 'result_and_error'
    // A node that could not read the request may answer with an error and no id.
    const { idText } = scanner
    const isOwn = idText === String(this.id) || (hasError && (idText === undefined || idText === 'null'))
    return isOwn ? undefined : 'wrong_id'
  }

  private reportWhole(giveBack: (() => void) | undefined): void {
    const { error, result, hasError } = this.scanner
    if (hasError) return this.reportError(error!, giveBack)
    if (!this.isAnswer()) return this.stop(outcomeOfStatus(this.status))
    this.report({ kind: 'result', payload: this.held(result!, this.scanner.elementCount, giveBack) })
  }

  private reportError(span: Span, giveBack: (() => void) | undefined): void {
    // With these the error is about the node, or about our key there, whatever it says of the call.
    if (this.status === 401 || this.status === 429 || this.status >= 500) return this.stop(outcomeOfStatus(this.status))
    const { code, message } = readErrorHead(this.pieces!.all(), span)
    if (typeof code !== 'number' || typeof message !== 'string')
      return this.stop({ kind: 'unusable', reason: 'bad_error' })
    if (span.end - span.start <= SMALL_ERROR_BYTES)
      return this.finish({ kind: 'node-error', code, message, bytes: Buffer.from(this.slice(span)) })
    this.report({ kind: 'node-error', code, message, bytes: undefined, payload: this.held(span, 0, giveBack) })
  }

  /** The part of the answer that goes to the caller, with all that it holds of the budget. */
  private held({ start, end }: Span, elements: number, giveBack: (() => void) | undefined): HeldPayload {
    const chunks = this.parts(start, end)
    this.pieces?.clear()
    return new HeldPayload(chunks, elements, giveBack, this.heldBytes, this.limits.budget, this.account)
  }

  private overflow(last: Span): void {
    const parse = (span: Span): unknown => JSON.parse(this.slice(span).toString('utf8'))
    const first = this.scanner.firstElement ?? last
    this.stop({ kind: 'too-many-results', first: parse(first), last: parse(last) })
  }

  /** Passes the answer on while it arrives, once its result has begun, unless it must be whole. */
  private startStream(): void {
    const { scanner, limits } = this
    if (limits.maxElements !== undefined || !this.isAnswer() || scanner.resultStart < 0 || scanner.hasError) return
    // Before a byte is passed on, another node can still be asked.
    if (scanner.idText !== undefined && scanner.idText !== String(this.id))
      return this.stop({ kind: 'unusable', reason: 'wrong_id' })
    if (this.exchange?.mayStream?.() === false) return
    const chunks = this.parts(scanner.resultStart, scanner.result?.end ?? this.totalBytes)
    this.stream = new AnswerStream(() => this.exchange!, limits, this.account)
    const payload = new StreamedPayload(chunks, this.stream, this.heldBytes, limits.budget, this.account)
    this.report({ kind: 'result', payload })
    this.pieces?.clear()
  }

  /** The part of a chunk, beginning at offset `before`, that belongs to the result. */
  private resultPart(chunk: Buffer, before: number): Buffer {
    const end = this.scanner.result?.end ?? before + chunk.length
    return chunk.subarray(0, Math.max(0, Math.min(chunk.length, end - before)))
  }

  private parts(start: number, end: number): Buffer[] {
    return partsOf(this.pieces?.all() ?? [], start, end)
  }

  private slice({ start, end }: Span): Buffer {
    return sliceOf(this.pieces?.all() ?? [], start, end)
  }

  /** Reports an outcome that holds none of the answer's bytes. */
  private finish(outcome: Outcome): void {
    if (this.isOver) return
    this.limits.budget.giveBack(this.heldBytes, this.account)
    this.pieces?.clear()
    this.report(outcome)
  }

  private report(outcome: Outcome): void {
    if (this.isOver) return
    this.isOver = true
    this.attempt.end(outcome)
  }
}
