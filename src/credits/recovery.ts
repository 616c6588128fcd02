import type { GroupWriter } from './group-writer.js'

const RETRY_MS = 250

/** Knows whether the store works, and tries it again at most every 250 ms when it did not. */
export class Recovery {
  private readFailure: string | undefined
  private lastTryMs = Number.NEGATIVE_INFINITY
  private trying: Promise<void> | undefined

  constructor(
    readonly writer: GroupWriter,
    /** Reads something, anything; rejects while the store cannot be read. */
    readonly tryRead: () => Promise<unknown>,
    readonly now: () => number,
  ) {}

  /** Why the store could not be written or read the last time; undefined when it could. */
  get failure(): string | undefined {
    return this.writer.failure ?? this.readFailure
  }

  /** Takes note of a read that failed. */
  readFailed(error: unknown): void {
    this.readFailure = error instanceof Error ? error.message : String(error)
    this.lastTryMs = this.now()
  }

  /** Tries the store again, unless that was done just now; a promise is there only while a try is going on. It never rejects. */
  recover(): Promise<void> | undefined {
    const elapsedMs = this.now() - this.lastTryMs
    // A clock set back must not make the wait longer.
    if (this.trying === undefined && (elapsedMs >= RETRY_MS || elapsedMs < 0)) {
      this.lastTryMs = this.now()
      this.trying = this.try()
    }
    return this.trying
  }

  private async try(): Promise<void> {
    try {
      await this.writer.probe()
      if (this.readFailure !== undefined) await this.tryRead()
      this.readFailure = undefined
    } catch (error) {
      this.readFailed(error)
    } finally {
      this.trying = undefined
    }
  }
}
