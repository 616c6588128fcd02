import type { Entitlement } from '../accounts/account.js'
import { BalanceCache } from './balance-cache.js'
import { currentDay } from './day.js'
import { type DayBalance, type KeyBalance, remainingOf } from './day-balance.js'
import { GroupWriter, type Schedule } from './group-writer.js'
import type { Hold, HoldRefusal, Ledger } from './ledger.js'
import { type HoldParts, OpenHold } from './open-hold.js'
import { Recovery } from './recovery.js'
import type { UsageStore } from './usage/usage-store.js'

/** `now` is in milliseconds since 1970; `maxAccounts` bounds how many accounts' days are kept in memory. */
export interface SingleLedgerParts {
  readonly store: Pick<UsageStore, 'readDay' | 'write'>
  now(): number
  readonly schedule: Schedule
  readonly maxAccounts: number
}

const UNUSED = { used: 0, held: 0 }

/** A ledger that can be brought to rest. */
export interface SingleLedger extends Ledger {
  /** Writes what still waits to be written; for the end of a drain. Whether it succeeded, `trouble` says. */
  flush(): Promise<void>
}

/**
 * The ledger of one process that alone serves its store: holds live in memory, charges are written once each event-loop turn.
 *
 * A hold belongs to the day it was taken in. While the store is away every hold is refused; recovery is tried at most every 250 ms,
 * by whoever asks for a hold or for `trouble`. A charge that could not be written gives its credits back.
 */
export const createSingleLedger = ({ store, now, schedule, maxAccounts }: SingleLedgerParts): SingleLedger => {
  const today = currentDay(now)
  const balances = new BalanceCache(store, maxAccounts, today)
  const writer = new GroupWriter(store, schedule)
  const recovery = new Recovery(writer, () => store.readDay('', today()), now)
  const parts: HoldParts<DayBalance, KeyBalance> = {
    writer,
    today,
    now,
    prepareRefund: (balance, keyId, credits) => balances.prepareRefund(balance, keyId, credits),
  }

  const holdIn = (balance: DayBalance, entitlement: Entitlement, priceCredits: number): Hold | HoldRefusal => {
    const { key, dailyCredits } = entitlement
    if (balance.remaining(dailyCredits) < priceCredits) return 'daily-credits-exhausted'
    const part = balance.key(key.id)
    if (key.dailyLimit !== undefined && part.remaining(key.dailyLimit) < priceCredits) {
      return 'key-daily-credits-exhausted'
    }
    return new OpenHold(parts, balance, part, entitlement, priceCredits)
  }

  const readAndHold = async (entitlement: Entitlement, priceCredits: number): Promise<Hold | HoldRefusal> => {
    if (recovery.failure !== undefined) {
      await recovery.recover()
      if (recovery.failure !== undefined) return 'ledger-unavailable'
    }
    try {
      return await balances.read(entitlement.account.id, (balance) => holdIn(balance, entitlement, priceCredits))
    } catch (error) {
      recovery.readFailed(error)
      return 'ledger-unavailable'
    }
  }

  return {
    hold: (entitlement, priceCredits) => {
      const balance = recovery.failure === undefined ? balances.get(entitlement.account.id) : undefined
      return balance === undefined ? readAndHold(entitlement, priceCredits) : holdIn(balance, entitlement, priceCredits)
    },
    remainingCredits: ({ account, key, dailyCredits }) => {
      const balance = balances.get(account.id)
      if (balance === undefined) return undefined
      const remaining = balance.remaining(dailyCredits)
      if (key.dailyLimit === undefined) return remaining
      return Math.min(remaining, remainingOf(balance.keys.get(key.id) ?? UNUSED, key.dailyLimit))
    },
    readDay: ({ account }) => {
      if (recovery.failure !== undefined) {
        void recovery.recover()
        return undefined
      }
      return balances.read(account.id, () => {}).catch((error: unknown) => recovery.readFailed(error))
    },
    trouble: () => {
      const reason = recovery.failure
      if (reason !== undefined) void recovery.recover()
      return reason
    },
    flush: () => writer.flush(),
  }
}
