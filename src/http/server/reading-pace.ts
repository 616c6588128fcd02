import type { HttpLimits } from './http-limits.js'

/** What bounds how slowly a client may read. */
export type PaceLimits = Pick<HttpLimits, 'writeTimeoutMs' | 'minReadBytesPerSecond'>

/**
 * How long a client may still let wait what was written for it: `writeTimeoutMs` in all, which what it reads gives back at the least rate.
 *
 * So one that reads nothing is cut off after that time, one that reads faster than the least rate never, and one that reads a little now
 * and then is not kept waiting for.
 */
export class ReadingPace {
  private spentMs = 0

  /** How much longer the client may read nothing. */
  leftMs({ writeTimeoutMs }: PaceLimits): number {
    return Math.max(0, writeTimeoutMs - this.spentMs)
  }

  /** The client was waited for, and read `bytes` meanwhile. */
  waited(ms: number, bytes: number, { minReadBytesPerSecond }: PaceLimits): void {
    this.spentMs = Math.max(0, this.spentMs + ms - (bytes * 1_000) / minReadBytesPerSecond)
  }

  /** Nothing waits for the client any more. */
  rest(): void {
    this.spentMs = 0
  }
}
