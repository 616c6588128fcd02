const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 3_600_000

/** Hears when an upstream's calls begin or cease to share round trips. */
export type OnSharing = (isSharing: boolean) => void

/** Whether an upstream's calls may share round trips just now: not for a while after it did something else than answer them. */
export class BatchingState {
  isOn = true
  private restMs = FIRST_REST_MS
  private resting: NodeJS.Timeout | undefined

  constructor(private readonly onSharing: OnSharing) {
    onSharing(true)
  }

  /** It went well: the next rest is a short one again. */
  worked(): void {
    this.restMs = FIRST_REST_MS
  }

  /** Pauses; twice as long each time in a row. */
  rest(): void {
    if (!this.isOn) return
    this.isOn = false
    this.onSharing(false)
    this.resting = setTimeout(() => {
      this.isOn = true
      this.onSharing(true)
    }, this.restMs)
    this.resting.unref()
    this.restMs = Math.min(LONGEST_REST_MS, this.restMs * 2)
  }

  close(): void {
    clearTimeout(this.resting)
  }
}
