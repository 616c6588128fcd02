import type { CallRecord } from '../ledger.js'
import type { ChargeRow } from './usage-store.js'

/** A mark that a call has or has not. */
export const countOf = (is: boolean): number => (is ? 1 : 0)

/** A call's marks in the usage. */
export const marksOf = (record: CallRecord): Pick<ChargeRow, 'errors' | 'forwarded' | 'cached'> => ({
  errors: countOf(record.isError),
  forwarded: countOf(record.servedBy === 'partner'),
  cached: countOf(record.servedBy === 'cache'),
})
