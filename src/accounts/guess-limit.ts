import { createSourceThrottle } from './source-throttle.js'

const BURST_SECONDS = 10
/** The second budget, in times of the first. */
const LOOK_UPS_FACTOR = 10

/**
 * Bounds the keys that one source can try out.
 *
 * Two budgets: the first is for everything that turns out to be no key. Texts with the right checksum, which are no accident, have a
 * second and larger one when the first is empty, so that a guesser does not lock out the other callers behind the same address.
 */
export interface GuessLimit {
  /** Counts a text that is known to be no key. */
  count(source: string): void
  /** Takes a look-up from a budget; undefined when both are empty. Call what it returns when the key was good: then it was no guess. */
  take(source: string): (() => void) | undefined
}

/** `perSecond` unknown keys a source, and ten seconds' worth at once; it may change while the gateway runs. `nowMs` counts from 1970. */
export const createGuessLimit = (perSecond: () => number, nowMs: () => number): GuessLimit => {
  const guesses = createSourceThrottle({ perSecond, burstSeconds: BURST_SECONDS, nowMs })
  const lookUps = createSourceThrottle({
    perSecond: () => perSecond() * LOOK_UPS_FACTOR,
    burstSeconds: BURST_SECONDS,
    nowMs,
  })
  return {
    count: (source) => void guesses.take(source),
    take: (source) => {
      for (const budget of [guesses, lookUps]) if (budget.take(source)) return () => budget.giveBack(source)
      return undefined
    },
  }
}
