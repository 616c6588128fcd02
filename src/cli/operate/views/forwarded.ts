import { type AskForwarded, DEFAULT_LIMIT } from '../../../server/admin/operations/forwarded.js'
import type { ForwardedRow } from '../../../server/credits/usage/usage-store.js'
import { textTable } from '../../text-table.js'
import type { View } from './view.js'

const HEADINGS = ['AT', 'ACCOUNT', 'NETWORK', 'METHOD', 'PARTNER', 'MS', 'WHY']

/** A table of the calls that went to a partner, and how to see earlier ones. */
export const forwardedView: View<readonly ForwardedRow[], AskForwarded> = (
  rows,
  { params: { limit = DEFAULT_LIMIT } },
) => {
  const table = textTable(
    HEADINGS,
    rows.map((row) => [row.at, row.accountId, row.network, row.method, row.partner, row.durationMs, row.reason]),
  )
  const more = rows.length < limit ? '' : `\nThe last ${limit}; for those before add --until ${rows[0]!.at}`
  return { json: rows, text: rows.length === 0 ? 'No call was forwarded.' : table + more }
}
