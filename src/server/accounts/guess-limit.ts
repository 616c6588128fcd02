import { SourceThrottle } from './source-throttle.js'

const BURST_SECONDS = 10
/** The second budget, in times of the first. */
const LOOK_UPS_FACTOR = 10

/**
 * Bounds the keys that one source can try out.
 *
 * Two budgets: the first is for everything that turns out to be no key. Texts with the right
 * checksum, which are no accident, have a second and larger one when the first is empty, so that a
 * guesser does not lock out the other callers behind the same address.
 */
export class GuessLimit {
  private readonly guesses: SourceThrottle
  private readonly lookUps: SourceThrottle

  /**
   * `perSecond` unknown keys a source, and ten seconds' worth at once; it may change while the
   * gateway runs. `nowMs` counts from 1970.
   */
  constructor(perSecond: () => number, nowMs: () => number) {
    this.guesses = new SourceThrottle({ perSecond, burstSeconds: BURST_SECONDS, nowMs })
    this.lookUps = new SourceThrottle({
      perSecond: () => perSecond() * LOOK_UPS_FACTOR,
      burstSeconds: BURST_SECONDS,
      nowMs,
    })
  }

  /** Counts a text that is known to be no key. */
  count(source: string): void {
    this.guesses.take(source)
  }

  /**
   * Takes a look-up from a budget; undefined when both are empty. Call what it returns when the key
   * was good: then it was no guess.
   */
  take(source: string): (() => void) | undefined {
    for (const budget of [this.guesses, this.lookUps]) if (budget.take(source)) return () => budget.giveBack(source)
    return undefined
  }
}
