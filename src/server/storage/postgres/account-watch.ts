import type { TimeLimits } from './connection.js'

/**
 * Knows whether accounts or keys may have changed since this process last read them.
 *
 * It looks at their version from time to time, whatever is announced: an announcement may be lost
 * with the connection it was to come by. When no look was answered for `believedMs`, everything
 * counts as changed: what this process remembers of keys is not believed any longer, and each must
 * be read again.
 *
 * `version` was read before anything of accounts and keys; `readVersion` rejects within a bounded
 * time when the store does not answer.
 */
export class AccountWatch {
  private hasChanged = false
  private isClosed = false
  private answeredAtMs: number
  private timer: NodeJS.Timeout

  constructor(
    private version: number,
    private readonly readVersion: () => Promise<number>,
    private readonly limits: TimeLimits,
    private readonly nowMs: () => number,
  ) {
    this.answeredAtMs = nowMs()
    this.timer = this.lookLater()
  }

  /** Takes note of an announcement. */
  hear(): void {
    this.hasChanged = true
  }

  /** See Store.changed. */
  changed(): boolean {
    const answer = this.hasChanged
    this.hasChanged = false
    return answer
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.look(), this.limits.lookEveryMs)
  }

  private async look(): Promise<void> {
    try {
      const seen = await this.readVersion()
      if (seen !== this.version) this.hasChanged = true
      this.version = seen
      this.answeredAtMs = this.nowMs()
    } catch {
      if (this.nowMs() - this.answeredAtMs >= this.limits.believedMs) {
        this.hasChanged = true
        this.answeredAtMs = this.nowMs()
      }
    }
    if (!this.isClosed) this.timer = this.lookLater()
  }
}
