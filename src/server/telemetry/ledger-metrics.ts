import { Gauge, type Registry } from 'prom-client'
import { DurationCounts } from './meters.js'
import { registerCounted, registerGauge } from './registration.js'

/** State of settling with the store. `lastSettledMs` counts from 1970; undefined: never. */
export interface LedgerReadings {
  readonly leasedCredits: number
  readonly journalLines: number
  readonly lastSettledMs: number | undefined
  readonly storeTimes: DurationCounts
}

/** Readings of a process that has charged nothing yet. */
export const NO_LEDGER: LedgerReadings = {
  leasedCredits: 0,
  journalLines: 0,
  lastSettledMs: undefined,
  storeTimes: new DurationCounts(),
}

const STORE_TIMES = 'tollgate_store_write_duration_seconds'

/** Shows how charges reach the store. */
export const registerLedgerMetrics = (registry: Registry, read: () => LedgerReadings): void => {
  registerGauge(
    registry,
    'tollgate_ledger_leased_credits',
    'Credits of accounts that this gateway holds leases of and has not settled; 0 where one process owns the store',
    () => read().leasedCredits,
  )
  registerGauge(
    registry,
    'tollgate_ledger_journal_lines',
    'Lines of the journal that the store does not have yet',
    () => read().journalLines,
  )
  new Gauge({
    name: 'tollgate_ledger_last_settled_timestamp_seconds',
    help: 'When the store last took what was charged, or answered that it is there, in seconds since 1970; of several workers the oldest',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.reset()
      this.remove()
      const { lastSettledMs } = read()
      if (lastSettledMs !== undefined) this.set(lastSettledMs / 1000)
    },
  })
  registerCounted(registry, 'histogram', {
    name: STORE_TIMES,
    labelNames: [],
    help: 'Time that the store took for one group of charges, or one exchange of leases',
    values: () => read().storeTimes.readings(STORE_TIMES, {}),
  })
}
