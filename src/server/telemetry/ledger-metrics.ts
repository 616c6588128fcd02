import type { StoreReadings } from '../credits/ledger.js'
import { DurationCounts } from './meters.js'
import type { ReadMetric } from './registration.js'

/** State of settling with the store. */
export interface LedgerReadings extends StoreReadings {
  readonly storeTimes: DurationCounts
}

/** Readings of a process that has charged nothing yet. */
export const NO_LEDGER: LedgerReadings = {
  leasedCredits: 0,
  journalLines: 0,
  lastSettledMs: undefined,
  storeTimes: new DurationCounts(),
}

export const ledgerMetrics = (ledger: () => LedgerReadings): ReadMetric[] => [
  {
    name: 'tollgate_ledger_leased_credits',
    type: 'gauge',
    help: 'Credits of accounts that this gateway holds leases of and has not settled; 0 where one process owns the store',
    read: () => ledger().leasedCredits,
  },
  {
    name: 'tollgate_ledger_journal_lines',
    type: 'gauge',
    help: 'Lines of the journal that the store does not have yet',
    read: () => ledger().journalLines,
  },
  {
    name: 'tollgate_ledger_last_settled_timestamp_seconds',
    type: 'gauge',
    help: 'When the store last took all charges that waited (with PostgreSQL, even none), in seconds since 1970; of several workers the oldest',
    aggregator: 'min',
    read: () => {
      const { lastSettledMs } = ledger()
      return lastSettledMs === undefined ? [] : lastSettledMs / 1000
    },
  },
  {
    name: 'tollgate_store_write_duration_seconds',
    type: 'histogram',
    help: 'Time that the store took for one group of charges, or one exchange of leases',
    read: (name) => ledger().storeTimes.readings(name, {}),
  },
]
