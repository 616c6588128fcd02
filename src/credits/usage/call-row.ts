import type { CallRecord } from '../ledger.js'
import type { ChargeRow } from './usage-store.js'

/** A mark that a call has or has not. */
const countOf = (is: boolean): number => (is ? 1 : 0)

/** The usage of one call, whose credits were held on `day`. */
export const rowOf = (
  { accountId, day }: Pick<ChargeRow, 'accountId' | 'day'>,
  keyId: string,
  hour: number,
  record: CallRecord,
  credits: number,
): ChargeRow => ({
  accountId,
  keyId,
  day,
  hour,
  network: record.network,
  method: record.method,
  calls: 1,
  credits,
  errors: countOf(record.isError),
  forwarded: countOf(record.servedBy === 'partner'),
  cached: countOf(record.servedBy === 'cache'),
})

/** The usage of a call whose charge could not be made: its caller gets an error instead of the answer, and pays nothing. */
export const unchargedRow = (row: ChargeRow): ChargeRow => ({
  ...row,
  credits: 0,
  errors: 1,
  forwarded: 0,
  cached: 0,
})

/** What takes a charge out of the usage again and leaves one call, which ended as `record` says. */
export const refundRow = (row: ChargeRow, record: CallRecord): ChargeRow => ({
  ...row,
  calls: 0,
  credits: -row.credits,
  errors: countOf(record.isError) - row.errors,
  forwarded: countOf(record.servedBy === 'partner') - row.forwarded,
  cached: countOf(record.servedBy === 'cache') - row.cached,
})
