import { TokenBucket } from '../../runtime/token-bucket.js'
import { BoundedCache } from './bounded-cache.js'

/** The upstream that accepted an account's last write, and until when it is remembered. */
export interface LastWrite {
  readonly upstream: object
  /** When the gateway learned of it, from the monotonic clock. */
  readonly acceptedMs: number
  readonly untilMs: number
}

/**
 * One account's current use of this process, by which the process's bounds are divided. The
 * owner of each bound maintains its counter.
 */
export class AccountShare {
  /** `accountId`: left out where failures at nodes do not matter. */
  constructor(readonly accountId?: string) {}

  /** Bytes of answers held in memory; maintained by ByteBudget. */
  heldBytes = 0
  /** Calls waiting for a connection to an upstream; maintained by the transports. */
  waitingCalls = 0
  /** Bytes of request bodies per second; maintained by the listeners. */
  readonly bodyBytes = new TokenBucket()
  /** Calls per second over HTTP that cost nothing; maintained by the listener. */
  readonly freeCalls = new TokenBucket()
  /** The last write by network; maintained by OwnWrites. Undefined before the first. */
  lastWrites: WeakMap<object, LastWrite> | undefined
}

/** Shares of accounts that are not in use: a change of any key drops all entitlements. */
const MAX_KEPT = 1_000

/**
 * Shares of the accounts in use, one per account, however often its keys are looked up.
 *
 * Bounds  a share is dropped once no entitlement and no answer refers to it, and 1,000 others were
 *         looked up since
 */
export class AccountShares {
  private readonly byId = new Map<string, WeakRef<AccountShare>>()
  private readonly kept = new BoundedCache<AccountShare>(MAX_KEPT)
  private readonly unused = new FinalizationRegistry<string>((accountId) => {
    if (this.byId.get(accountId)?.deref() === undefined) this.byId.delete(accountId)
  })

  of(accountId: string): AccountShare {
    const share = this.byId.get(accountId)?.deref() ?? this.add(accountId)
    this.kept.set(accountId, share)
    return share
  }

  private add(accountId: string): AccountShare {
    const share = new AccountShare(accountId)
    this.byId.set(accountId, new WeakRef(share))
    this.unused.register(share, accountId)
    return share
  }
}
