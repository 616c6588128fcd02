import { BucketThrottle } from '../../src/server/credits/throttle-bucket.js'
import { WatchedLedger } from '../../src/server/credits/watched-ledger.js'
import { EventCreditsPool } from '../../src/server/subscriptions/event-credits-pool.js'
import type { PaidKind } from '../../src/server/subscriptions/prepaid-events.js'
import { anEntitlement } from './accounts.js'
import { aLedger } from './ledger.js'

/** The kind of subscription that is paid for, and its price. */
export const HEADS = { network: 'main', usageName: 'eth_subscription:newHeads', variant: '', priceCredits: () => 20 }

/** Credits of events on a ledger with a fake store, at noon; `open` opens those of an account. */
export const prepaidEvents = (dailyCredits = 1_000_000, creditsPerSecond = 1_000_000) => {
  const { ledger, store, clock } = aLedger()
  const entitlement = anEntitlement({ dailyCredits, creditsPerSecond })
  const nowMs = () => clock.nowMs
  const levels: number[] = []
  const watchedLedger = new WatchedLedger(ledger, [80, 100], nowMs, ({ level }) => void levels.push(level))
  const pool = new EventCreditsPool({ ledger, watchedLedger, throttle: new BucketThrottle(), nowMs })
  const open = (of = entitlement, kind: PaidKind = HEADS) => pool.open(() => of, kind)
  /** The levels of credits that were warned of; a second passes. */
  const warned = () => {
    watchedLedger.stop()
    return levels
  }
  /** A machine that halts for a second ends the wait of the pool before its refunds are written. */
  const end = async () => {
    await pool.end()
    await ledger.flush()
  }
  return { ledger, store, clock, pool, open, entitlement, warned, end }
}
