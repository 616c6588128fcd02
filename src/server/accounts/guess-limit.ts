import { SourceThrottle } from './source-throttle.js'

const BURST_SECONDS = 10
/** Size of the second budget, as a multiple of the first. */
const LOOK_UPS_FACTOR = 10

/**
 * Bounds how many keys one source can try.
 *
 * Everything that turns out not to be a key counts against the first budget. Once it is empty,
 * texts with the right checksum, which are no accident, use a second, larger one. So a guesser does
 * not lock out other callers behind the same address.
 */
export class GuessLimit {
  private readonly guesses: SourceThrottle
  private readonly lookUps: SourceThrottle

  /**
   * `perSecond` unknown keys a source, and ten seconds' worth at once; may change at run time.
   * `nowMs` counts from 1970.
   */
  constructor(perSecond: () => number, nowMs: () => number) {
    this.guesses = new SourceThrottle({ perSecond, burstSeconds: BURST_SECONDS, nowMs })
    this.lookUps = new SourceThrottle({
      perSecond: () => perSecond() * LOOK_UPS_FACTOR,
      burstSeconds: BURST_SECONDS,
      nowMs,
    })
  }

  /** Counts a text that is certainly not a key. */
  count(source: string): void {
    this.guesses.take(source)
  }

  /**
   * Takes a look-up from a budget; undefined if both are empty. Call the returned function if the
   * key was good, to give it back.
   */
  take(source: string): (() => void) | undefined {
    for (const budget of [this.guesses, this.lookUps]) if (budget.take(source)) return () => budget.giveBack(source)
    return undefined
  }
}
