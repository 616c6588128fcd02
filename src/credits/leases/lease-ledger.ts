import type { Entitlement } from '../../accounts/account.js'
import { currentDay } from '../day.js'
import type { Schedule } from '../group-writer.js'
import type { Journal } from '../journal.js'
import type { LostLines } from '../journal-backlog.js'
import type { Hold, HoldRefusal, Ledger } from '../ledger.js'
import { type HoldParts, OpenHold } from '../open-hold.js'
import { ChargeLog } from './charge-log.js'
import type { Lease } from './lease.js'
import { LeaseClient } from './lease-client.js'
import type { LeaseStore } from './lease-store.js'
import { LeaseTable } from './lease-table.js'

/** `now` is in milliseconds since 1970. */
export interface LeaseLedgerParts {
  readonly store: LeaseStore
  readonly journal: Journal
  now(): number
  readonly schedule: Schedule
  /** Hears that the store had lost charges of lines after this one, and which of them the journal does not have any more either. */
  onLoss?(settledLine: number, lost: LostLines | undefined): void
}

const leastOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.min(one, other)

/** A ledger that shares accounts' days with other processes. */
export interface LeaseLedger extends Ledger {
  /** To be called every 100 ms or so: settles, fills leases up, hands idle ones back. Settles when that is done; never rejects. */
  tick(): Promise<void>
  /** Settles everything and hands everything back; for the end of a drain. The store's error, when it was away, is in `trouble`. */
  flush(): Promise<void>
}

/**
 * The ledger of one of several processes: holds are taken from leases in memory, charges are durable in the journal before the reply
 * leaves, and settled in the store in groups. A hold belongs to the day it was taken in, by this process's clock.
 *
 * While the store is away, what is leased is spent, for half a minute at most, and then every hold is refused.
 */
export const createLeaseLedger = ({
  store,
  journal,
  now,
  schedule,
  onLoss = () => {},
}: LeaseLedgerParts): LeaseLedger => {
  const today = currentDay(now)
  const leases = new LeaseTable(now)
  const notes = new ChargeLog(journal, schedule)
  const exchanger = new LeaseClient({ store, processId: journal.processId, leases, notes, now, onLoss })
  // A refund is free again once it is settled; see Lease.
  const parts: HoldParts<Lease, Lease> = { writer: notes, today, now, prepareRefund: async () => () => {} }
  store.onCallBack((accountId) => {
    leases.callBack(accountId)
    void exchanger.run()
  })

  const leasesFor = ({ account, key, dailyCredits }: Entitlement): { account: Lease; key: Lease | undefined } => {
    const day = today()
    const whole = leases.get({ accountId: account.id, scope: '', day })
    whole.limit = dailyCredits
    if (key.dailyLimit === undefined) return { account: whole, key: undefined }
    const part = leases.get({ accountId: account.id, scope: key.id, day })
    part.limit = key.dailyLimit
    return { account: whole, key: part }
  }

  const waitForCredits = (account: Lease, key: Lease | undefined, entitlement: Entitlement, priceCredits: number) =>
    new Promise<Hold | HoldRefusal>((resolve) => {
      exchanger.wait({
        priceCredits,
        account,
        key,
        sinceMs: now(),
        isAsked: false,
        answer: (isHeld, short) => {
          if (isHeld) resolve(new OpenHold(parts, account, key, entitlement, priceCredits))
          else if (short === undefined) resolve('ledger-unavailable')
          else resolve(short === account ? 'daily-credits-exhausted' : 'key-daily-credits-exhausted')
        },
      })
    })

  return {
    hold: (entitlement, priceCredits) => {
      const { account, key } = leasesFor(entitlement)
      // While the journal cannot be written, one call at a time finds out whether it can again.
      if (notes.failure !== undefined && account.held > 0) return 'ledger-unavailable'
      if (exchanger.isLost) return 'ledger-unavailable'
      if (priceCredits > account.limit) return 'daily-credits-exhausted'
      if (key !== undefined && priceCredits > key.limit) return 'key-daily-credits-exhausted'
      const isEnough = account.free >= priceCredits && (key === undefined || key.free >= priceCredits)
      // Whoever waits comes first.
      if (isEnough && account.waiters.size === 0) {
        return new OpenHold(parts, account, key, entitlement, priceCredits)
      }
      if (exchanger.trouble !== undefined) return 'ledger-unavailable'
      return waitForCredits(account, key, entitlement, priceCredits)
    },
    remainingCredits: ({ account, key, dailyCredits }) => {
      const day = { accountId: account.id, day: today() }
      const ofAccount = leases.remaining({ ...day, scope: '' }, dailyCredits)
      if (key.dailyLimit === undefined) return ofAccount
      return leastOf(ofAccount, leases.remaining({ ...day, scope: key.id }, key.dailyLimit))
    },
    readDay: (entitlement) => (exchanger.trouble === undefined ? exchanger.learn(leasesFor(entitlement)) : undefined),
    trouble: () => exchanger.trouble ?? notes.failure,
    tick: () => exchanger.tick(),
    flush: async () => {
      notes.writeTurn()
      const isOver = await exchanger.end()
      journal.close(isOver)
    },
  }
}
