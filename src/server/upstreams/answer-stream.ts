import { BytePieces } from '../../runtime/byte-pieces.js'
import type { UpstreamExchange } from './transport/transport.js'

/** Bytes waiting for a slow reader before the upstream is asked to pause. */
const PAUSE_ABOVE_BYTES = 1_048_576

/** How often it is looked whether an answer passes fast enough. */
const LOOK_MS = 500
/**
 * Looks at which the upstream waited for the reader, after which its breaking off is the reader's
 * doing.
 */
const MAX_PAUSED_LOOKS = 2

/** An answer may take `writeTimeoutMs`, and as long as its bytes take at the least rate. */
export interface StreamPace {
  readonly writeTimeoutMs: number
  readonly minReadBytesPerSecond: number
}

/**
 * The answer broke off after its reader had let the upstream wait: for this the upstream is not to
 * blame.
 */
export class HeldUpByReader extends Error {}

/**
 * The rest of a large answer, handed from the upstream's socket to the caller's as fast as the
 * slower of the two.
 *
 * Iterating throws when the answer breaks off, turns out not to be JSON, or when the upstream sends
 * nothing for `stallMs` while the reader waits; leaving the loop early aborts the exchange.
 * Bounds  the time it takes by its `pace`, whichever of the two is slow: it keeps a connection to
 *         the upstream
 */
export class AnswerStream implements AsyncIterable<Buffer> {
  private readonly waiting = new BytePieces()
  private waitingBytes = 0
  private isEnded = false
  private failure: Error | undefined
  private wake: (() => void) | undefined
  private passedBytes = 0
  private looks = 0
  private pausedLooks = 0
  private readonly looking: NodeJS.Timeout

  constructor(
    private readonly exchange: () => UpstreamExchange,
    private readonly stallMs: number,
    private readonly pace?: () => StreamPace,
  ) {
    this.looking = setInterval(() => this.look(), LOOK_MS)
    this.looking.unref()
  }

  /** Adds bytes; false when the reader is too far behind. */
  push(chunk: Buffer): boolean {
    if (chunk.length > 0) {
      this.waiting.add(chunk)
      this.waitingBytes += chunk.length
      this.wake?.()
    }
    return this.waitingBytes < PAUSE_ABOVE_BYTES
  }

  end(failure?: Error): void {
    clearInterval(this.looking)
    this.isEnded = true
    const isHeldUp = failure !== undefined && this.pausedLooks >= MAX_PAUSED_LOOKS
    this.failure = isHeldUp ? new HeldUpByReader(failure.message) : failure
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
      clearInterval(this.looking)
      if (!this.isEnded) this.exchange().abort()
    }
  }

  private look(): void {
    this.looks++
    if (this.waitingBytes >= PAUSE_ABOVE_BYTES) this.pausedLooks++
    if (this.pace === undefined) return
    const { writeTimeoutMs, minReadBytesPerSecond } = this.pace()
    if (this.looks * LOOK_MS <= writeTimeoutMs + (this.passedBytes * 1_000) / minReadBytesPerSecond) return
    this.exchange().abort()
    this.end(new Error('the answer took too long to pass'))
  }

  /**
   * Settles when there is something new; an upstream that keeps its reader waiting too long has
   * failed.
   */
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
