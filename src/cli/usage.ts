import { askUsage, GROUPINGS } from '../admin/operations/usage.js'
import { type Command, configOption } from './command.js'
import { withOperator } from './configured.js'
import { readChoice } from './option-values.js'
import { textTable } from './text-table.js'

/** `tollgate usage`: what an account used on a day, or over days. */
export const usage: Command = {
  name: 'usage',
  summary: 'Shows what an account used on a day, or over days.',
  usage:
    'tollgate usage --account ID [--day YYYY-MM-DD | --from YYYY-MM-DD [--to YYYY-MM-DD]] [--by network|method|key|day|hour] [--config FILE]',
  options: {
    account: { type: 'string', value: 'ID', description: 'the account' },
    day: { type: 'string', value: 'YYYY-MM-DD', description: 'the UTC day; default today' },
    from: { type: 'string', value: 'YYYY-MM-DD', description: 'the first of several days' },
    to: { type: 'string', value: 'YYYY-MM-DD', description: 'the last of several days; default today' },
    by: { type: 'string', value: GROUPINGS.join('|'), description: 'what a row stands for; default method' },
    ...configOption,
  },
  run: (input) => {
    const account = input.required('account')
    const by = readChoice('by', input.text('by') ?? 'method', GROUPINGS)
    const days = { day: input.text('day'), from: input.text('from'), to: input.text('to') }
    return withOperator(input, async (operator) => {
      const used = await askUsage(operator, { account, by, ...days })
      const table = textTable(
        [by.toUpperCase(), 'CALLS', 'CREDITS', 'ERRORS'],
        used.rows.map((row) => [row[by] ?? '', row.calls, row.credits, row.errors]),
      )
      const when = 'day' in used ? `on ${used.day}` : `from ${used.from} to ${used.to}`
      const sums = `${used.account} ${when}: ${used.credits} credits, ${used.calls} calls`
      return { json: used, text: used.rows.length === 0 ? sums : `${sums}\n${table}` }
    })
  },
}
