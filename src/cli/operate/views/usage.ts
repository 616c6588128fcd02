import { type AskUsage, DEFAULT_GROUPING, type Usage } from '../../../server/admin/operations/usage.js'
import { textTable } from '../../text-table.js'
import type { View } from './view.js'

/** The sums of an account's usage, and a table of its groups. */
export const usageView: View<Usage, AskUsage> = (used, { params: { by = DEFAULT_GROUPING } }) => {
  const table = textTable(
    [by.toUpperCase(), 'CALLS', 'CREDITS', 'ERRORS'],
    used.rows.map((row) => [row[by] ?? '', row.calls, row.credits, row.errors]),
  )
  const when = 'day' in used ? `on ${used.day}` : `from ${used.from} to ${used.to}`
  const sums = `${used.account} ${when}: ${used.credits} credits, ${used.calls} calls`
  return { json: used, text: used.rows.length === 0 ? sums : `${sums}\n${table}` }
}
