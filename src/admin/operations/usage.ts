import { dayOf, isDay } from '../../credits/day.js'
import type { UsageRow } from '../../credits/usage-store.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { theAccount } from './records.js'

/** What a row of usage can stand for. */
export const GROUPINGS = ['network', 'method', 'key'] as const
type Grouping = (typeof GROUPINGS)[number]

/** Whose usage, on which UTC day (today), by what (method). */
export interface AskUsage {
  readonly account: string
  readonly day?: string | undefined
  readonly by?: Grouping | undefined
}

interface Sums {
  calls: number
  credits: number
  errors: number
}

/** One group: its name under the grouping's (`method: eth_getLogs`), and its sums. */
export type UsageGroup = Sums & { readonly [Name in Grouping]?: string }

/** An account's usage; `credits` and `calls` are the sums of the rows, the dearest row first. */
export interface Usage {
  readonly account: string
  readonly day: string
  readonly credits: number
  readonly calls: number
  readonly rows: readonly UsageGroup[]
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

/** What an account used. */
export const askUsage = async (operator: Operator, params: AskUsage): Promise<Usage> => {
  const { store, words } = operator
  const { by = 'method', day = dayOf(operator.nowMs()) } = params
  if (!isDay(day)) {
    throw new OperationError('malformed', `${words.param('day')} must be a day as YYYY-MM-DD, not "${day}"`)
  }
  const account = await theAccount(operator, params.account)
  const groups = group(await store.usage.usage(account.id, day), by)
  return {
    account: account.id,
    day,
    credits: groups.reduce((sum, [, sums]) => sum + sums.credits, 0),
    calls: groups.reduce((sum, [, sums]) => sum + sums.calls, 0),
    rows: groups.map(([name, sums]) => ({ [by]: name, ...sums })),
  }
}
