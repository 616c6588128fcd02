import { TokenBucket } from '../../runtime/token-bucket.js'

/**
 * What one account uses of this process just now; bounds of the process are divided by it. Counters
 * only, each kept by the owner of its bound.
 */
export class AccountShare {
  /** Bytes of answers held in memory; ByteBudget's. */
  heldBytes = 0
  /** Calls that wait for a connection to some upstream; the transports'. */
  waitingCalls = 0
  /** Bytes of request bodies per second; the listeners'. */
  readonly bodyBytes = new TokenBucket()
  /** Replies over HTTP that cost nothing, per second; the listener's. */
  readonly freeReplies = new TokenBucket()
}

/**
 * The shares of the accounts that are in use, one for each account, however often its keys are
 * looked up anew.
 *
 * Bounds  a share is forgotten when neither an entitlement nor an answer refers to it any more
 */
export class AccountShares {
  private readonly byId = new Map<string, WeakRef<AccountShare>>()
  private readonly unused = new FinalizationRegistry<string>((accountId) => {
    if (this.byId.get(accountId)?.deref() === undefined) this.byId.delete(accountId)
  })

  of(accountId: string): AccountShare {
    const known = this.byId.get(accountId)?.deref()
    if (known !== undefined) return known
    const share = new AccountShare()
    this.byId.set(accountId, new WeakRef(share))
    this.unused.register(share, accountId)
    return share
  }
}
