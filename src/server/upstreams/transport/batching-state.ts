const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 3_600_000
const MAX_SIGNS = 3
const ONE_SIGN_MS = 100

/** Hears when an upstream's calls begin or cease to share round trips. */
export type OnSharing = (isSharing: boolean) => void

/**
 * Whether an upstream's calls may share round trips just now: not for a while after it did
 * something else than answer them.
 */
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

/**
 * Counts how often in a row callers gave up, without a word from the node in between: the round
 * trip they shared may be what makes their answers late.
 *
 * All calls given up within a tenth of a second are one sign: a caller that ends with all its
 * connections says nothing about the node, and must not end sharing for the others. That its
 * connections close in one turn of the event loop is not certain.
 */
export class AbandonCounter {
  private signs = 0
  private isCounted = false

  /** A caller gave up; true when that was one time too many. */
  add(): boolean {
    if (this.isCounted) return false
    this.isCounted = true
    setTimeout(() => {
      this.isCounted = false
    }, ONE_SIGN_MS).unref()
    return ++this.signs >= MAX_SIGNS
  }

  /** The node was heard of. */
  clear(): void {
    this.signs = 0
  }
}
