import { BytePieces } from '../../runtime/byte-pieces.js'
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
 *         upstream connection
 */
export class AnswerStream implements AsyncIterable<Buffer> {
  private readonly waiting = new BytePieces()
  private waitingBytes = 0
  private isEnded = false
  private failure: Error | undefined
  private wake: (() => void) | undefined
  private passedBytes = 0
  private checks = 0
  private pausedChecks = 0
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly exchange: () => UpstreamExchange,
    private readonly stallMs: number,
    private readonly pace?: () => StreamPace,
  ) {
    this.timer = setInterval(() => this.check(), CHECK_MS)
    this.timer.unref()
  }

  /** Adds bytes; false if the reader is too far behind. */
  push(chunk: Buffer): boolean {
    if (chunk.length > 0) {
      this.waiting.add(chunk)
      this.waitingBytes += chunk.length
      this.wake?.()
    }
    return this.waitingBytes < PAUSE_ABOVE_BYTES
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
          const wasFull = this.waitingBytes >= PAUSE_ABOVE_BYTES
          this.waitingBytes -= chunk.length
          this.passedBytes += chunk.length
          if (wasFull && this.waitingBytes < PAUSE_ABOVE_BYTES) this.exchange().resume()
          yield chunk
        } else if (this.failure !== undefined) throw this.failure
        else if (this.isEnded) return
        else await this.more()
      }
    } finally {
      clearInterval(this.timer)
      if (!this.isEnded) this.exchange().abort()
    }
  }

  private check(): void {
    this.checks++
    if (this.waitingBytes >= PAUSE_ABOVE_BYTES) this.pausedChecks++
    if (this.pace === undefined) return
    const { writeTimeoutMs, minReadBytesPerSecond } = this.pace()
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
      }, this.stallMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
