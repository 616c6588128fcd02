import { askForwarded, DEFAULT_LIMIT } from '../admin/operations/forwarded.js'
import { type Command, configOption } from './command.js'
import { withOperator } from './configured.js'
import { readNumber } from './option-values.js'
import { textTable } from './text-table.js'

const HEADINGS = ['AT', 'ACCOUNT', 'NETWORK', 'METHOD', 'PARTNER', 'MS', 'WHY']

/** `tollgate forwarded`: which calls left the house, and why. */
export const forwarded: Command = {
  name: 'forwarded',
  summary: 'Lists the calls that went to a partner, and why.',
  usage: 'tollgate forwarded [--account ID] [--since TIME] [--until TIME] [--limit N] [--config FILE]',
  options: {
    account: { type: 'string', value: 'ID', description: "only this account's" },
    since: { type: 'string', value: 'TIME', description: 'only since 2026-11-21T08:00:00Z, or 15m, 2h, 7d ago' },
    until: {
      type: 'string',
      value: 'TIME',
      description: 'only until then; to see what came before the first one shown',
    },
    limit: { type: 'string', value: 'N', description: `how many, the last ones; default ${DEFAULT_LIMIT}` },
    ...configOption,
  },
  run: (input) => {
    const limit = readNumber('limit', input.text('limit')) ?? DEFAULT_LIMIT
    const times = { since: input.text('since'), until: input.text('until') }
    return withOperator(input, async (operator) => {
      const rows = await askForwarded(operator, { account: input.text('account'), ...times, limit })
      const table = textTable(
        HEADINGS,
        rows.map((row) => [row.at, row.accountId, row.network, row.method, row.partner, row.durationMs, row.reason]),
      )
      const more = rows.length < limit ? '' : `\nThe last ${limit}; for those before add --until ${rows[0]!.at}`
      return { json: rows, text: rows.length === 0 ? 'No call was forwarded.' : table + more }
    })
  },
}
