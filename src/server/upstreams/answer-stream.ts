import { BytePieces } from '../../runtime/byte-pieces.js'
import type { AccountShare } from '../accounts/account-share.js'
import { type ByteBudget, HeldPayload } from './byte-budget.js'
import type { UpstreamExchange } from './transport/transport.js'

/** Bytes buffered for a slow reader before the upstream is asked to pause. */
const PAUSE_ABOVE_BYTES = 1_048_576

/** Interval at which the pace of an answer is checked. */
const CHECK_MS = 500
/** After this many checks that found the upstream paused, a broken answer is the reader's fault. */
const MAX_PAUSED_CHECKS = 2

/** An answer may take `writeTimeoutMs` plus the time its bytes take at the lowest rate. */
export interface StreamPace {
  readonly writeTimeoutMs: number
  readonly minReadBytesPerSecond: number
}

/**
 * Limits of a streamed answer.
 *
 * `stallMs`  how long the upstream may keep the reader waiting for the next piece
 * `pace`     its slowest pace; left out: its reader's
 * `budget`   counts the answer's bytes in memory
 */
export interface StreamLimits {
  readonly stallMs: number
  readonly pace?: (() => StreamPace) | undefined
  readonly budget: ByteBudget
}

/**
 * The answer broke off through its caller's doing, not the upstream's: the caller made the upstream
 * wait, or asked for more than the gateway takes.
 */
export class BrokenByCaller extends Error {}

/**
 * The rest of a large answer, passed from the upstream's socket to the caller's at the pace of the
 * slower one.
 *
 * Iterating throws if the answer breaks off or is not JSON, or if the upstream sends nothing for
 * `stallMs` while the reader waits. Leaving the loop early aborts the exchange.
 * Bounds  `pace` limits the total time, whichever side is slow, because the answer occupies an
 *         upstream connection. The upstream pauses if the reader is far behind. If the budget has
 *         no room, it pauses after each read, until the reader took all
 */
export class AnswerStream implements AsyncIterable<Buffer> {
  private readonly waiting = new BytePieces()
  private waitingBytes = 0
  private pauseAboveBytes = PAUSE_ABOVE_BYTES
  private isPaused = false
  private isEnded = false
  private failure: Error | undefined
  private wake: (() => void) | undefined
  private passedBytes = 0
  private checks = 0
  private pausedChecks = 0
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly exchange: () => UpstreamExchange,
    private readonly limits: StreamLimits,
    private readonly account: AccountShare | undefined,
  ) {
    this.timer = setInterval(() => this.check(), CHECK_MS)
    this.timer.unref()
  }

  /** Adds bytes; false if the upstream must pause. */
  push(chunk: Buffer): boolean {
    if (chunk.length > 0) {
      this.waiting.add(chunk)
      this.waitingBytes += chunk.length
      this.pauseAboveBytes = this.limits.budget.count(chunk.length, this.account) ? PAUSE_ABOVE_BYTES : 0
      if (this.waitingBytes > this.pauseAboveBytes) this.isPaused = true
      this.wake?.()
    }
    return !this.isPaused
  }

  end(failure?: Error): void {
    clearInterval(this.timer)
    this.isEnded = true
    const isHeldUp = failure !== undefined && this.pausedChecks >= MAX_PAUSED_CHECKS
    this.failure = isHeldUp ? new BrokenByCaller(failure.message) : failure
    this.wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Buffer> {
    try {
      for (;;) {
        const chunk = this.waiting.shift()
        if (chunk !== undefined) {
          this.passedBytes += chunk.length
          this.giveBack(chunk.length)
          this.readOn()
          yield chunk
        } else if (this.failure !== undefined) throw this.failure
        else if (this.isEnded) return
        else await this.more()
      }
    } finally {
      this.drop()
    }
  }

  /** Drops what no reader took, and aborts the exchange unless it is over. */
  drop(): void {
    clearInterval(this.timer)
    if (!this.isEnded) this.exchange().abort()
    this.waiting.clear()
    this.giveBack(this.waitingBytes)
  }

  private giveBack(bytes: number): void {
    this.waitingBytes -= bytes
    this.limits.budget.giveBack(bytes, this.account)
  }

  /** Resumes a paused upstream if the reader is no longer too far behind. */
  private readOn(): void {
    if (!this.isPaused || this.waitingBytes > this.pauseAboveBytes) return
    this.isPaused = false
    this.exchange().resume()
  }

  private check(): void {
    this.checks++
    if (this.isPaused) this.pausedChecks++
    const { pace } = this.limits
    if (pace === undefined) return
    const { writeTimeoutMs, minReadBytesPerSecond } = pace()
    if (this.checks * CHECK_MS <= writeTimeoutMs + (this.passedBytes * 1_000) / minReadBytesPerSecond) return
    this.exchange().abort()
    this.end(new Error('the answer took too long to pass'))
  }

  /** Resolves when there is news. An upstream that sends nothing for `stallMs` has failed. */
  private more(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.exchange().abort()
        this.end(new Error('the upstream stopped sending'))
      }, this.limits.stallMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** A result whose end is still arriving. Its release ends the stream, too. */
export class StreamedPayload extends HeldPayload {
  constructor(
    chunks: readonly Buffer[],
    private readonly stream: AnswerStream,
    heldBytes: number,
    budget: ByteBudget,
    account: AccountShare | undefined,
  ) {
    super(chunks, 0, undefined, heldBytes, budget, account)
    this.rest = stream
  }

  override release(bytes?: number): void {
    super.release(bytes)
    if (bytes === undefined) this.stream.drop()
  }
}
