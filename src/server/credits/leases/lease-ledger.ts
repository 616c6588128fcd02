import { type SystemPorts, steadyClock } from '../../../runtime/system-ports.js'
import type { Entitlement } from '../../accounts/account.js'
import { DayClock } from '../day.js'
import type { Journal } from '../journal.js'
import type { LostLines } from '../journal-backlog.js'
import type { Hold, HoldRefusal, Ledger, StoreReadings } from '../ledger.js'
import { type HoldDeps, leastOf, OpenHold } from '../open-hold.js'
import { ChargeLog } from './charge-log.js'
import type { Lease } from './lease.js'
import { LeaseClient } from './lease-client.js'
import type { LeaseStore } from './lease-store.js'
import { LeaseTable } from './lease-table.js'

export interface LeaseLedgerDeps extends Pick<SystemPorts, 'nowMs' | 'afterTurn'> {
  readonly store: LeaseStore
  readonly journal: Journal
  /**
   * The store lost charges of lines after `settledLine`; `lost` lines are missing from the journal
   * too.
   */
  onLoss?(settledLine: number, lost: LostLines | undefined): void
  /** Duration of an exchange, by the monotonic clock. */
  onExchanged?(durationMs: number): void
}

/**
 * The ledger of one of several processes. It holds from leases in memory, writes charges to the
 * journal before their replies leave, and settles them in the store in groups. A hold belongs to
 * the day it was taken in, by this process's clock.
 *
 * While the store is away, leases are spent for at most half a minute; then every hold is refused.
 */
export class LeaseLedger implements Ledger {
  private readonly journal: Journal
  private readonly nowMs: () => number
  private readonly steadyMs: () => number
  private readonly days: DayClock
  private readonly leases: LeaseTable
  private readonly charges: ChargeLog
  private readonly client: LeaseClient
  private readonly holdDeps: HoldDeps<Lease, Lease>

  constructor({ store, journal, nowMs, afterTurn, onLoss = () => {}, onExchanged = () => {} }: LeaseLedgerDeps) {
    const days = new DayClock(nowMs)
    const steadyMs = steadyClock(nowMs)
    const leases = new LeaseTable(steadyMs)
    const charges = new ChargeLog(journal, afterTurn)
    const { processId } = journal
    const client = new LeaseClient({ store, processId, leases, charges, steadyMs, onLoss, onExchanged })
    this.journal = journal
    this.nowMs = nowMs
    this.steadyMs = steadyMs
    this.days = days
    this.leases = leases
    this.charges = charges
    this.client = client
    // A refund frees credits once it is settled; see Lease.
    this.holdDeps = { writer: charges, days, prepareRefund: async () => () => {} }
    store.onCallBack((accountId) => {
      leases.callBack(accountId)
      void client.run()
    })
  }

  hold(entitlement: Entitlement, priceCredits: number): ReturnType<Ledger['hold']> {
    const { charges, client } = this
    const { account, key } = this.leasesFor(entitlement)
    // While the journal cannot be written, one call at a time tries it again.
    if (charges.failure !== undefined && account.held > 0) return 'ledger-unavailable'
    if (client.isLost) return 'ledger-unavailable'
    if (priceCredits > account.limit) return 'daily-credits-exhausted'
    if (key !== undefined && priceCredits > key.limit) return 'key-daily-credits-exhausted'
    const isEnough = account.free >= priceCredits && (key === undefined || key.free >= priceCredits)
    // Waiting calls come first.
    if (isEnough && account.waiters.size === 0) {
      return new OpenHold(this.holdDeps, account, key, entitlement, priceCredits)
    }
    if (client.trouble !== undefined) return 'ledger-unavailable'
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
    const { client } = this
    return client.trouble === undefined ? client.learn(this.leasesFor(entitlement)) : undefined
  }

  trouble(): string | undefined {
    return this.client.trouble ?? this.charges.failure
  }

  /**
   * Settles charges, refills leases, hands idle ones back, and tries again a journal that failed;
   * call it about every 100 ms. Never rejects.
   */
  tick(): Promise<void> {
    this.charges.retry(this.steadyMs())
    return this.client.tick()
  }

  readings(): StoreReadings {
    return {
      leasedCredits: this.leases.leasedCredits,
      journalLines: this.charges.unsettledLines,
      lastSettledMs: this.nowMs() - (this.steadyMs() - this.client.settledMs),
    }
  }

  /**
   * Settles all charges and hands back all leases, at the end of a drain. If the store is away,
   * `trouble` has its error.
   */
  async flush(): Promise<void> {
    this.charges.writeTurn()
    const isOver = await this.client.end()
    // The next process settles charges that were made in the meantime.
    this.journal.close(isOver && this.charges.isSettled)
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
      this.client.wait({
        priceCredits,
        account,
        key,
        sinceMs: this.steadyMs(),
        isAsked: false,
        answer: (isHeld, short) => {
          if (isHeld) resolve(new OpenHold(this.holdDeps, account, key, entitlement, priceCredits))
          else if (short === undefined) resolve('ledger-unavailable')
          else resolve(short === account ? 'daily-credits-exhausted' : 'key-daily-credits-exhausted')
        },
      })
    })
  }
}
