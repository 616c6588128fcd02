import { askUsage, GROUPINGS } from '../admin/operations/usage.js'
import { type Command, configOption } from './command.js'
import { withOperator } from './configured.js'
import { readChoice } from './option-values.js'
import { textTable } from './text-table.js'

/** `tollgate usage`: what an account used on a day. */
export const usage: Command = {
  name: 'usage',
  summary: 'Shows what an account used on a day.',
  usage: 'tollgate usage --account ID [--day YYYY-MM-DD] [--by network|method|key] [--config FILE]',
  options: {
    account: { type: 'string', value: 'ID', description: 'the account' },
    day: { type: 'string', value: 'YYYY-MM-DD', description: 'the UTC day; default today' },
    by: { type: 'string', value: 'network|method|key', description: 'what a row stands for; default method' },
    ...configOption,
  },
  run: (input) => {
    const account = input.required('account')
    const by = readChoice('by', input.text('by') ?? 'method', GROUPINGS)
    return withOperator(input, async (operator) => {
      const used = await askUsage(operator, { account, by, day: input.text('day') })
      const table = textTable(
        [by.toUpperCase(), 'CALLS', 'CREDITS', 'ERRORS'],
        used.rows.map((row) => [row[by] ?? '', row.calls, row.credits, row.errors]),
      )
      const sums = `${used.account} on ${used.day}: ${used.credits} credits, ${used.calls} calls`
      return { json: used, text: used.rows.length === 0 ? sums : `${sums}\n${table}` }
    })
  },
}
