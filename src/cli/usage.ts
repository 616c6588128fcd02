import { dayOf } from '../credits/day.js'
import type { UsageRow } from '../credits/usage-store.js'
import { type Command, configOption } from './command.js'
import { theAccount, withStore } from './configured.js'
import { readChoice, readDayOption } from './option-values.js'
import { textTable } from './text-table.js'

const GROUPINGS = ['network', 'method', 'key'] as const
type Grouping = (typeof GROUPINGS)[number]

interface Sums {
  calls: number
  credits: number
  errors: number
}

const group = (rows: readonly UsageRow[], by: Grouping): [string, Sums][] => {
  const groups = new Map<string, Sums>()
  for (const row of rows) {
    const name = by === 'key' ? row.keyId : row[by]
    const sums = groups.get(name) ?? { calls: 0, credits: 0, errors: 0 }
    sums.calls += row.calls
    sums.credits += row.credits
    sums.errors += row.errors
    groups.set(name, sums)
  }
  return [...groups].sort(([a, one], [b, other]) => other.credits - one.credits || (a < b ? -1 : 1))
}

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
    const accountId = input.required('account')
    const by = readChoice('by', input.text('by') ?? 'method', GROUPINGS)
    const day = readDayOption('day', input.text('day') ?? dayOf(input.edges.nowMs()))
    return withStore(input, async (_config, store) => {
      const account = await theAccount(store, accountId)
      const groups = group(await store.usage.usage(account.id, day), by)
      const credits = groups.reduce((sum, [, sums]) => sum + sums.credits, 0)
      const calls = groups.reduce((sum, [, sums]) => sum + sums.calls, 0)
      const table = textTable(
        [by.toUpperCase(), 'CALLS', 'CREDITS', 'ERRORS'],
        groups.map(([name, sums]) => [name, sums.calls, sums.credits, sums.errors]),
      )
      return {
        json: {
          account: account.id,
          day,
          credits,
          calls,
          rows: groups.map(([name, sums]) => ({ [by]: name, ...sums })),
        },
        text: `${account.id} on ${day}: ${credits} credits, ${calls} calls${groups.length === 0 ? '' : `\n${table}`}`,
      }
    })
  },
}
