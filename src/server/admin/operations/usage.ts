import { inTurns, sorting } from '../../../runtime/turns/in-turns.js'
import type { AccountGroupRow, UsageGrouping, UsageGroupRow } from '../../credits/usage/usage-store.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { malformed } from '../operation-error.js'
import { type Days, rangeOf, readDays } from './days.js'
import { checkOwner } from './records.js'

/** Default grouping of usage. */
export const DEFAULT_GROUPING: UsageGrouping = 'method'

/** Accounts in one answer about all. An answer with PAGE_ROWS rows takes no further account. */
const PAGE_ACCOUNTS = 500
const PAGE_ROWS = 5_000

/**
 * One group: its name under the grouping's (`method: eth_getLogs`), and its sums. Hours rolled up
 * long ago appear as their day.
 */
export type UsageGroup = ResultOf<'usage'>['rows'][number]

/**
 * Usage of one account, or of several, whose rows then name the account; `credits` and `calls` are
 * the sums of the rows. Rows of one account are in order of time or by falling credits, those of
 * several in order of names. `next`, if present, is the `after` of the next request.
 */
export type Usage = Days & Omit<ResultOf<'usage'>, 'day' | 'from' | 'to'>

/** Usage of one account, or of all accounts page by page. */
export const askUsage = async (deps: OperationDeps, params: ParamsOf<'usage'>): Promise<Usage> => {
  const { words } = deps
  const { account, all = false, after, by = DEFAULT_GROUPING } = params
  const days = readDays(deps, params)
  if ((account === undefined) !== all) throw malformed(`give either ${words.param('account')} or ${words.param('all')}`)
  return account === undefined
    ? usageOfAll(deps, days, by, after)
    : { account, ...summed(days, await rowsOf(deps, account, days, by)) }
}

const rowsOf = async (deps: OperationDeps, account: string, days: Days, by: UsageGrouping): Promise<UsageGroup[]> => {
  const found = await deps.store.usage.usageBy(account, rangeOf(days), by)
  await checkOwner(deps, account, found)
  const isTime = by === 'day' || by === 'hour'
  const rows = await inTurns(sorting(found, (a, b) => (isTime ? 0 : b.credits - a.credits) || byName(a, b)))
  return rows.map(({ name, ...sums }) => ({ [by]: name, ...sums }))
}

const usageOfAll = async ({ store }: OperationDeps, days: Days, by: UsageGrouping, after?: string): Promise<Usage> => {
  const page = { after, limit: PAGE_ACCOUNTS, rows: PAGE_ROWS }
  const found = await store.usage.usageOfAccounts(page, rangeOf(days), by)
  const accounts = new Map<string, AccountGroupRow[]>()
  for (const row of found.rows) {
    const others = accounts.get(row.accountId)
    if (others === undefined) accounts.set(row.accountId, [row])
    else others.push(row)
  }
  const rows = [...accounts.values()].flatMap((own) =>
    own.sort(byName).map(({ accountId, name, ...sums }) => ({ account: accountId, [by]: name, ...sums })),
  )
  return { ...summed(days, rows), ...(found.next !== undefined && { next: found.next }) }
}

/** Credits that an account used on a day. Reads in pieces, because many keys make many rows. */
export const usedOn = async ({ usage }: OperationDeps['store'], accountId: string, day: string): Promise<number> => {
  const [sum] = await usage.usageBy(accountId, { from: day, to: day }, 'day')
  return sum?.credits ?? 0
}

const byName = (one: UsageGroupRow, other: UsageGroupRow): number => (one.name < other.name ? -1 : 1)

const summed = (days: Days, rows: readonly UsageGroup[]) => ({
  ...days,
  credits: rows.reduce((sum, { credits }) => sum + credits, 0),
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  rows,
})
