import { stopwatchMs } from '../../runtime/system-ports.js'
import type { AccountShare, LastWrite } from '../accounts/account-share.js'
import type { Upstream } from './upstream.js'

/** Two blocks of Ethereum: until then other nodes have a write, too. */
const OWN_WRITES_MS = 30_000

/** Remembers each account's last write to a network, so that the account reads what it wrote. */
export class OwnWrites {
  constructor(
    private readonly upstreams: readonly Pick<Upstream, 'name'>[],
    private readonly nowMs: () => number,
  ) {}

  /** Remembers which upstream accepted an account's write. False if it is not in the pool. */
  accepted(name: string, account: AccountShare): boolean {
    const upstream = this.upstreams.find((one) => one.name === name)
    if (upstream === undefined) return false
    account.lastWrites ??= new WeakMap()
    account.lastWrites.set(this, { upstream, acceptedMs: stopwatchMs(), untilMs: this.nowMs() + OWN_WRITES_MS })
    return true
  }

  /** The account's last write, for as long as other upstreams may lack it. */
  lastOf({ lastWrites }: AccountShare, now = this.nowMs()): LastWrite | undefined {
    const last = lastWrites?.get(this)
    return last !== undefined && now < last.untilMs ? last : undefined
  }

  /**
   * True if the account's last write may be missing in the answer to a call of `other` that began
   * at `beganMs` (stopwatch): the node was perhaps asked before the write, or is one that lacks it.
   */
  mayBeMissing(account: AccountShare, other: AccountShare, beganMs: number): boolean {
    const last = this.lastOf(account)
    return last !== undefined && (beganMs <= last.acceptedMs || (other !== account && this.upstreams.length > 1))
  }
}
