import { FairQueue } from '../../runtime/turns/fair-queue.js'
import { AwayGuard } from '../accounts/store-away.js'

/**
 * What pages look up in the store before an operation: two at a time, and the rest of the store's
 * connections is for what calls wait for.
 *
 * Bounds  each connection to the listeners has one look-up waiting
 */
export class PageLookUps {
  private readonly queue = new FairQueue({ maxRunning: 2, maxWaiting: Number.POSITIVE_INFINITY })
  private readonly away = new AwayGuard()

  /** Looks up in the owner's turn. Errors: rejects with those of `lookUp`, or with StoreAway. */
  run<Found>(owner: string, lookUp: () => Promise<Found>): Promise<Found> {
    return this.queue.runStep(owner, this.away.guard(lookUp))
  }
}
