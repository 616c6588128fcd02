import type { CallRecord } from './ledger.js'
import type { ChargeRow } from './usage-store.js'

const count = (is: boolean): number => (is ? 1 : 0)

/** A call's marks in the usage. */
export const marksOf = (record: CallRecord): Pick<ChargeRow, 'errors' | 'forwarded' | 'cached'> => ({
  errors: count(record.isError),
  forwarded: count(record.servedBy === 'partner'),
  cached: count(record.servedBy === 'cache'),
})
