import type { Entitlement } from '../../accounts/account.js'
import { DayClock } from '../day.js'
import type { Schedule } from '../group-writer.js'
import type { Journal } from '../journal.js'
import type { LostLines } from '../journal-backlog.js'
import type { Hold, HoldRefusal, Ledger, StoreReadings } from '../ledger.js'
import { type HoldDeps, OpenHold } from '../open-hold.js'
import { ChargeLog } from './charge-log.js'
import type { Lease } from './lease.js'
import { LeaseClient } from './lease-client.js'
import type { LeaseStore } from './lease-store.js'
import { LeaseTable } from './lease-table.js'

/** `now` is in milliseconds since 1970. */
export interface LeaseLedgerDeps {
  readonly store: LeaseStore
  readonly journal: Journal
  now(): number
  readonly schedule: Schedule
  /**
   * The store lost charges of lines after `settledLine`; `lost` lines are missing from the journal
   * too.
   */
  onLoss?(settledLine: number, lost: LostLines | undefined): void
  /** Duration of an exchange, by the monotonic clock. */
  onExchanged?(durationMs: number): void
}

const leastOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.min(one, other)

/**
 * The ledger of one of several processes. It holds from leases in memory, writes charges to the
 * journal before their replies leave, and settles them in the store in groups. A hold belongs to
 * the day it was taken in, by this process's clock.
 *
 * While the store is away, leases are spent for at most half a minute; then every hold is refused.
 */
export class LeaseLedger implements Ledger {
  private readonly journal: Journal
  private readonly now: () => number
  private readonly days: DayClock
  private readonly leases: LeaseTable
  private readonly notes: ChargeLog
  private readonly exchanger: LeaseClient
  private readonly parts: HoldDeps<Lease, Lease>

  constructor({ store, journal, now, schedule, onLoss = () => {}, onExchanged = () => {} }: LeaseLedgerDeps) {
    const days = new DayClock(now)
    const leases = new LeaseTable(now)
    const notes = new ChargeLog(journal, schedule)
    const exchanger = new LeaseClient({ store, processId: journal.processId, leases, notes, now, onLoss, onExchanged })
    this.journal = journal
    this.now = now
    this.days = days
    this.leases = leases
    this.notes = notes
    this.exchanger = exchanger
    // A refund frees credits once it is settled; see Lease.
    this.parts = { writer: notes, days, prepareRefund: async () => () => {} }
    store.onCallBack((accountId) => {
      leases.callBack(accountId)
      void exchanger.run()
    })
  }

  hold(entitlement: Entitlement, priceCredits: number): ReturnType<Ledger['hold']> {
    const { notes, exchanger } = this
    const { account, key } = this.leasesFor(entitlement)
    // While the journal cannot be written, one call at a time tries it again.
    if (notes.failure !== undefined && account.held > 0) return 'ledger-unavailable'
    if (exchanger.isLost) return 'ledger-unavailable'
    if (priceCredits > account.limit) return 'daily-credits-exhausted'
    if (key !== undefined && priceCredits > key.limit) return 'key-daily-credits-exhausted'
    const isEnough = account.free >= priceCredits && (key === undefined || key.free >= priceCredits)
    // Waiting calls come first.
    if (isEnough && account.waiters.size === 0) {
      return new OpenHold(this.parts, account, key, entitlement, priceCredits)
    }
    if (exchanger.trouble !== undefined) return 'ledger-unavailable'
    return this.waitForCredits(account, key, entitlement, priceCredits)
  }

  remainingCredits({ account, key, dailyCredits }: Entitlement): number | undefined {
    const { leases } = this
    const day = { accountId: account.id, day: this.days.today() }
    const ofAccount = leases.remaining({ ...day, scope: '' }, dailyCredits)
    if (key.dailyLimit === undefined) return ofAccount
    return leastOf(ofAccount, leases.remaining({ ...day, scope: key.id }, key.dailyLimit))
  }

  readDay(entitlement: Entitlement): Promise<void> | undefined {
    const { exchanger } = this
    return exchanger.trouble === undefined ? exchanger.learn(this.leasesFor(entitlement)) : undefined
  }

  trouble(): string | undefined {
    return this.exchanger.trouble ?? this.notes.failure
  }

  /**
   * Settles charges, refills leases and hands idle ones back; call it about every 100 ms. Never
   * rejects.
   */
  tick(): Promise<void> {
    return this.exchanger.tick()
  }

  readings(): StoreReadings {
    return {
      leasedCredits: this.leases.leasedCredits,
      journalLines: this.notes.unsettledLines,
      lastSettledMs: this.exchanger.heardMs,
    }
  }

  /**
   * Settles all charges and hands back all leases, at the end of a drain. If the store is away,
   * `trouble` has its error.
   */
  async flush(): Promise<void> {
    this.notes.writeTurn()
    const isOver = await this.exchanger.end()
    this.journal.close(isOver)
  }

  private leasesFor({ account, key, dailyCredits }: Entitlement): { account: Lease; key: Lease | undefined } {
    const day = this.days.today()
    const whole = this.leases.get({ accountId: account.id, scope: '', day })
    whole.limit = dailyCredits
    if (key.dailyLimit === undefined) return { account: whole, key: undefined }
    const part = this.leases.get({ accountId: account.id, scope: key.id, day })
    part.limit = key.dailyLimit
    return { account: whole, key: part }
  }

  private waitForCredits(
    account: Lease,
    key: Lease | undefined,
    entitlement: Entitlement,
    priceCredits: number,
  ): Promise<Hold | HoldRefusal> {
    return new Promise((resolve) => {
      this.exchanger.wait({
        priceCredits,
        account,
        key,
        sinceMs: this.now(),
        isAsked: false,
        answer: (isHeld, short) => {
          if (isHeld) resolve(new OpenHold(this.parts, account, key, entitlement, priceCredits))
          else if (short === undefined) resolve('ledger-unavailable')
          else resolve(short === account ? 'daily-credits-exhausted' : 'key-daily-credits-exhausted')
        },
      })
    })
  }
}
