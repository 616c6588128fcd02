import { steadyClock } from '../../../runtime/system-ports.js'
import type { TimeLimits } from './postgres-connection.js'

/**
 * Detects whether accounts or keys may have changed since this process last read them.
 *
 * It also polls their version, because an announcement may be lost with its connection. If no poll
 * was answered for `believedMs`, everything counts as changed: cached keys are no longer trusted
 * and must be read again.
 *
 * `version` was read before any account or key; `readVersion` rejects within a bounded time if the
 * store does not answer.
 */
export class AccountWatch {
  private hasChanged = false
  private isClosed = false
  private readonly steadyMs: () => number
  private answeredAtMs: number
  private timer: NodeJS.Timeout

  constructor(
    private version: number,
    private readonly readVersion: () => Promise<number>,
    private readonly limits: TimeLimits,
    nowMs: () => number,
  ) {
    this.steadyMs = steadyClock(nowMs)
    this.answeredAtMs = this.steadyMs()
    this.timer = this.pollLater()
  }

  /** Records an announcement. */
  hear(): void {
    this.hasChanged = true
  }

  takeChange(): boolean {
    const answer = this.hasChanged
    this.hasChanged = false
    return answer
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private pollLater(): NodeJS.Timeout {
    return setTimeout(() => void this.poll(), this.limits.pollEveryMs)
  }

  private async poll(): Promise<void> {
    try {
      const seen = await this.readVersion()
      if (seen !== this.version) this.hasChanged = true
      this.version = seen
      this.answeredAtMs = this.steadyMs()
    } catch {
      if (this.steadyMs() - this.answeredAtMs >= this.limits.believedMs) {
        this.hasChanged = true
        this.answeredAtMs = this.steadyMs()
      }
    }
    if (!this.isClosed) this.timer = this.pollLater()
  }
}
