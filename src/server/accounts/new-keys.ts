import { withTimeLimit } from '../../runtime/time-limit.js'
import { FairQueue } from '../../runtime/turns/fair-queue.js'
import { sourceName } from './source-range.js'

/** Time limit of a look-up in the store; below two seconds, as for credits. */
export const LOOK_UP_MS = 1_500
export const NO_ANSWER = 'the store does not answer'
/** PostgreSQL finds as many with one question, see KeyLookUps. */
const LIMITS = { maxRunning: 32, maxWaiting: 1_024 }

/**
 * Look-ups of keys that were never seen: a few at once, and sources take turns. Anybody may invent
 * keys, and from many addresses; known keys and their credits must not wait for these.
 */
export class NewKeys {
  private readonly queue = new FairQueue(LIMITS)

  /** Errors  rejects with those of `lookUp`; if too many wait, or the turn comes too late */
  async lookUp<Found>(source: string, lookUp: () => Promise<Found | undefined>): Promise<Found | undefined> {
    let isWaiting = true
    const found = this.queue.run(sourceName(source), async () => (isWaiting ? lookUp() : undefined))
    if (found === undefined) throw new Error('too many new keys wait for the store')
    try {
      return await withTimeLimit(found, LOOK_UP_MS, NO_ANSWER)
    } finally {
      isWaiting = false
    }
  }
}
