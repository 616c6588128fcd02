import { BoundedCache } from '../../accounts/bounded-cache.js'
import type { Authenticated } from '../../pipeline/stage.js'

/** The refused subscription that ends a connection. */
const MAX_REFUSED = 10
/** The refused subscription that ends a connection whose key is remembered for repeating. */
const MAX_REFUSED_AGAIN = 2
const REMEMBERED_MS = 60_000
const MAX_KEYS = 1_000

/** The reason of the close frame: at most 123 bytes (RFC 6455, section 5.5). */
export const SUBSCRIPTIONS_REFUSED = 'too many subscriptions were refused; see docs/calling.md, Subscriptions'

/**
 * The keys whose connections repeated a refused subscription within the last minute, for each
 * network. A process remembers the latest 1,000.
 */
export class SubscriptionRepeaters {
  private readonly untilMs = new BoundedCache<number>(MAX_KEYS)

  add(caller: Authenticated, nowMs: number): void {
    this.untilMs.set(keyOnNetwork(caller), nowMs + REMEMBERED_MS)
  }

  has(caller: Authenticated, nowMs: number): boolean {
    return (this.untilMs.get(keyOnNetwork(caller)) ?? 0) > nowMs
  }
}

const keyOnNetwork = ({ network, entitlement }: Authenticated) => `${entitlement.key.id} ${network.name}`

/**
 * Counts the subscriptions that one connection was refused.
 *
 * @solana/web3.js 1 repeats a refused subscription as soon as the refusal arrives, and prints each
 * refusal. After a close it connects again every second, for as long as its process lives: a key
 * that is remembered gets one refusal per connection instead of nine.
 *
 * The last one is not answered, and the connection closes half a second later or more. If the same
 * packet held a refusal and the close frame, web3.js would repeat the call on the closing socket
 * in an endless chain of microtasks. A minute without a refusal forgets those before it.
 */
export class RefusedSubscriptions {
  private refused = 0
  private refusedAtMs = 0
  private checks = 0
  private isOver = false

  constructor(private readonly repeaters: SubscriptionRepeaters) {}

  /** Counts one message's; true when they must stay unanswered. */
  isOverAfter(refused: number, caller: Authenticated, nowMs: number): boolean {
    if (nowMs - this.refusedAtMs > REMEMBERED_MS) this.refused = 0
    this.refusedAtMs = nowMs
    this.refused += refused
    if (this.isOver || this.refused >= (this.repeaters.has(caller, nowMs) ? MAX_REFUSED_AGAIN : MAX_REFUSED)) {
      this.isOver = true
      this.repeaters.add(caller, nowMs)
    }
    return this.isOver
  }

  /** True when it is time to close; to be called every PACE_CHECK_MS. */
  mustClose(): boolean {
    return this.isOver && ++this.checks > 1
  }
}
