import type { SystemPorts } from '../../runtime/system-ports.js'
import type { Config } from '../config/config.js'
import { LeaseLedger } from '../credits/leases/lease-ledger.js'
import { LeaseOwner } from '../credits/leases/lease-owner.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import type { Ledger } from '../credits/ledger.js'
import type { SettledLines } from '../credits/settled-lines.js'
import { SingleLedger } from '../credits/single-ledger.js'
import { openJournal } from '../storage/journals/journal-file.js'
import type { StoreOptions } from '../storage/open.js'
import type { Lending, Store } from '../storage/store.js'
import { type LedgerReadings, NO_LEDGER } from '../telemetry/ledger-metrics.js'
import type { Log } from '../telemetry/log.js'
import { DurationCounts } from '../telemetry/meters.js'
import { orGiveUp } from './or-give-up.js'
import { Settler, settleAllJournals } from './settle-journals.js'

const TICK_MS = 100
const MAX_ACCOUNTS_IN_MEMORY = 50_000

export interface OpenLedger {
  readonly ledger: Ledger
  /** Why the ledger or its store cannot write now; undefined if they can. For /readyz. */
  trouble(): string | undefined
  /**
   * Settles charges and returns leases; call it when no call is in flight any more. Rejects if
   * charges are left in the journal, or leases in the store; with RowsLost if rows of usage are
   * left in memory.
   */
  flush(): Promise<void>
  readings(): LedgerReadings
}

/** Lends the days of a store, and settles the journals of its processes. */
export interface OpenLeaseOwner {
  readonly owner: LeaseOwner
  /** Stop it before closing the store. */
  readonly settler: Settler
}

/**
 * Ends the processes whose journals are not there, after all others are settled, and logs
 * them. To settle such a journal later, the operator puts it back.
 */
const endWithoutJournal = (lines: SettledLines, folder: string, log: Pick<Log, 'warn'>): void => {
  for (const processId of lines.processes()) {
    const line = lines.lineOf(processId) ?? 0
    const reason = `the journal of the process ${processId} is not there: what it had not settled of its last tenth of a second is missing from the usage until ${processId}.journal is put into ${folder}`
    log.warn({ process: processId, reason }, 'a journal is missing')
    lines.end(processId, line, [])
  }
}

/**
 * Begins to lend the days of a store that this process owns.
 *
 * Errors  rejects if processes of an earlier gateway still lease from it, it cannot be written, or
 *         a journal cannot be read
 */
export const openLeaseOwner = async (lending: Lending, log: Pick<Log, 'warn'>): Promise<OpenLeaseOwner> => {
  const lines = lending.settledLines()
  const owner = new LeaseOwner(lines)
  const { journalFolder } = lending
  const settler = new Settler(owner.connect(), journalFolder, log)
  await orGiveUp(
    async () => {
      await settleAllJournals(settler, journalFolder)
      endWithoutJournal(lines, journalFolder, log)
    },
    () => settler.stop(),
  )
  return { owner, settler }
}

/**
 * The ledger of one of several processes. `stateDir` holds their journals; without a log, another
 * process reports kept journals.
 *
 * Errors  rejects if the store cannot be reached or a journal cannot be written
 */
export const openLeasedLedger = async (
  leases: LeaseStore,
  { stateDir, synchronous }: Pick<Config, 'stateDir' | 'synchronous'>,
  ports: SystemPorts,
  log: Pick<Log, 'error'>,
  settlerLog?: Pick<Log, 'warn'>,
): Promise<OpenLedger> => {
  const settler = new Settler(leases, stateDir, settlerLog)
  await settler.settle()
  const processId = ports.randomBytes(12).toString('hex')
  const journal = await orGiveUp(
    () => openJournal(stateDir, processId, synchronous === 'full'),
    () => settler.stop(),
  )
  const giveUp = () => {
    settler.stop()
    // The process never existed, so there is nothing to settle.
    journal.close(true)
  }
  await orGiveUp(() => leases.begin(processId), giveUp)
  const storeTimes = new DurationCounts()
  const ledger = new LeaseLedger({
    store: leases,
    journal,
    nowMs: ports.nowMs,
    afterTurn: ports.afterTurn,
    onExchanged: (durationMs) => storeTimes.observe(durationMs),
    onLoss: (settledLine, lostLines) =>
      log.error(
        { processId, settledLine, lostLines },
        lostLines === undefined
          ? 'the store lost charges that it had committed; they are written again from the journal'
          : 'the store lost charges that it had committed, and the journal does not have these lines any more',
      ),
  })
  const ticking = setInterval(() => void ledger.tick(), TICK_MS)
  return {
    ledger,
    trouble: () => ledger.trouble(),
    readings: () => ({ ...ledger.readings(), storeTimes }),
    flush: async () => {
      clearInterval(ticking)
      settler.stop()
      await ledger.flush()
      const { journalLines } = ledger.readings()
      const trouble = ledger.trouble()
      if (journalLines === 0 && trouble === undefined) return
      const why = trouble ?? 'it did not take them in time'
      throw new Error(`lines of the journal ${processId} that are not in the store: ${journalLines} (${why})`)
    },
  }
}

/** The options with which a gateway opens its store. */
export const storeOptions = (
  { synchronous }: Pick<Config, 'synchronous'>,
  { nowMs }: Pick<SystemPorts, 'nowMs'>,
  log: Pick<Log, 'error'>,
): StoreOptions => ({
  clock: nowMs,
  synchronous,
  onLostRefund: (refund) => log.error({ refund }, 'a refund is left out: the store has no such usage'),
})

/** A store as a ledger needs it; `readings` exist if it is written through a journal. */
type LedgerStore = Pick<Store, 'usage' | 'leases' | 'trouble'> & Partial<Pick<OpenLedger, 'readings'>>

/**
 * Opens the ledger that fits the store: of one process on SQLite, with leases on PostgreSQL.
 *
 * Errors  as for `openLeasedLedger`
 */
export const openLedger = async (
  { usage, leases, trouble, readings = () => NO_LEDGER }: LedgerStore,
  config: Pick<Config, 'stateDir' | 'synchronous'>,
  ports: SystemPorts,
  log: Pick<Log, 'error' | 'warn'>,
): Promise<OpenLedger> => {
  if (leases !== undefined) return openLeasedLedger(leases, config, ports, log, log)
  const ledger = new SingleLedger({
    store: usage,
    nowMs: ports.nowMs,
    afterTurn: ports.afterTurn,
    maxAccounts: MAX_ACCOUNTS_IN_MEMORY,
  })
  return { ledger, readings, trouble: () => ledger.trouble() ?? trouble?.(), flush: () => ledger.flush() }
}
