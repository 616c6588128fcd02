import { askForwarded } from '../admin/operations/forwarded.js'
import { type Command, configOption } from './command.js'
import { withOperator } from './configured.js'
import { textTable } from './text-table.js'

const HEADINGS = ['AT', 'ACCOUNT', 'NETWORK', 'METHOD', 'PARTNER', 'MS', 'WHY']

/** `tollgate forwarded`: which calls left the house, and why. */
export const forwarded: Command = {
  name: 'forwarded',
  summary: 'Lists the calls that went to a partner, and why.',
  usage: 'tollgate forwarded [--account ID] [--since TIME] [--config FILE]',
  options: {
    account: { type: 'string', value: 'ID', description: "only this account's" },
    since: { type: 'string', value: 'TIME', description: 'only since 2026-11-21T08:00:00Z, or 15m, 2h, 7d ago' },
    ...configOption,
  },
  run: (input) =>
    withOperator(input, async (operator) => {
      const rows = await askForwarded(operator, { account: input.text('account'), since: input.text('since') })
      const table = textTable(
        HEADINGS,
        rows.map((row) => [row.at, row.accountId, row.network, row.method, row.partner, row.durationMs, row.reason]),
      )
      return { json: rows, text: rows.length === 0 ? 'No call was forwarded.' : table }
    }),
}
