import { BytePieces } from '../protocol/byte-pieces.js'
import type { Exchange } from './transport.js'

/** Bytes waiting for a slow reader before the upstream is asked to pause. */
const PAUSE_ABOVE_BYTES = 1_048_576

/**
 * The rest of a large answer, handed from the upstream's socket to the caller's as fast as the slower of the two.
 *
 * Iterating throws when the answer breaks off, turns out not to be JSON, or when the upstream sends nothing for `stallMs` while the
 * reader waits; leaving the loop early aborts the exchange.
 */
export class AnswerStream implements AsyncIterable<Buffer> {
  private readonly waiting = new BytePieces()
  private waitingBytes = 0
  private isEnded = false
  private failure: Error | undefined
  private wake: (() => void) | undefined

  constructor(
    private readonly exchange: () => Exchange,
    private readonly stallMs: number,
  ) {}

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
    this.isEnded = true
    this.failure = failure
    this.wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Buffer> {
    try {
      for (;;) {
        const chunk = this.waiting.shift()
        if (chunk !== undefined) {
          const wasFull = this.waitingBytes >= PAUSE_ABOVE_BYTES
          this.waitingBytes -= chunk.length
          if (wasFull && this.waitingBytes < PAUSE_ABOVE_BYTES) this.exchange().resume()
          yield chunk
        } else if (this.failure !== undefined) throw this.failure
        else if (this.isEnded) return
        else await this.more()
      }
    } finally {
      if (!this.isEnded) this.exchange().abort()
    }
  }

  /** Settles when there is something new; an upstream that keeps its reader waiting too long has failed. */
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
