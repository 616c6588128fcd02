const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 3_600_000
const MAX_SIGNS = 3
const ONE_SIGN_MS = 100

/** Called when an upstream's calls begin or cease to share round trips. */
export type OnSharing = (isSharing: boolean) => void

/**
 * Tracks whether an upstream's calls may share round trips: not for a while after it failed to
 * answer them.
 */
export class BatchingState {
  isOn = true
  private pauseMs = FIRST_REST_MS
  private pausing: NodeJS.Timeout | undefined

  constructor(private readonly onSharing: OnSharing) {
    onSharing(true)
  }

  /** Success: the next pause is a short one again. */
  worked(): void {
    this.pauseMs = FIRST_REST_MS
  }

  /** Pauses; twice as long each time in a row. */
  pause(): void {
    if (!this.isOn) return
    this.isOn = false
    this.onSharing(false)
    this.pausing = setTimeout(() => {
      this.isOn = true
      this.onSharing(true)
    }, this.pauseMs)
    this.pausing.unref()
    this.pauseMs = Math.min(LONGEST_REST_MS, this.pauseMs * 2)
  }

  close(): void {
    clearTimeout(this.pausing)
  }
}

/**
 * Counts how often in a row callers gave up without any answer from the node: sharing the round
 * trip may be what delays the answers.
 *
 * Everything within a tenth of a second counts once: a caller that closes all its connections says
 * nothing about the node and must not end sharing for the others. Its connections may close in
 * different turns of the event loop.
 */
export class AbandonCounter {
  private signs = 0
  private isCounted = false

  /** Records that a caller gave up; true if the limit is reached. */
  add(): boolean {
    if (this.isCounted) return false
    this.isCounted = true
    setTimeout(() => {
      this.isCounted = false
    }, ONE_SIGN_MS).unref()
    return ++this.signs >= MAX_SIGNS
  }

  /** Resets the count after an answer from the node. */
  clear(): void {
    this.signs = 0
  }
}
