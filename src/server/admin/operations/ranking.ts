import { inPieces } from '../../../runtime/turns/read-in-pieces.js'
import type { Account } from '../../accounts/account.js'
import { limitsOf } from '../../accounts/entitlement.js'
import { dayOf } from '../../credits/day.js'
import type { AccountActivity, UsageGroupRow } from '../../credits/usage/usage-store.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'

type RankedBy = NonNullable<ParamsOf<'usage.ranking'>['by']>
type RankedAccount = ResultOf<'usage.ranking'>['rows'][number]

const DEFAULT_LIMIT = 100
const MAX_METHODS = 10

const shareOf = ({ credits, dailyCredits }: RankedAccount): number =>
  dailyCredits === 0 ? Number(credits > 0) : credits / dailyCredits

const VALUES: Readonly<Record<RankedBy, (row: RankedAccount) => number | string>> = {
  credits: ({ credits }) => credits,
  share: shareOf,
  errors: ({ errors }) => errors,
  lastUsed: ({ lastUsedAt }) => lastUsedAt ?? '',
}

/** The rows with the greatest values, of any number that are added; equal ones in order of time. */
class TopRows<T> {
  private kept: T[] = []

  constructor(
    private readonly limit: number,
    private readonly rank: (row: T) => number | string,
  ) {}

  add(rows: readonly T[]): void {
    this.kept = [...this.kept, ...rows]
      .sort((one, other) => {
        const [a, b] = [this.rank(one), this.rank(other)]
        return a === b ? 0 : a > b ? -1 : 1
      })
      .slice(0, this.limit)
  }

  get rows(): readonly T[] {
    return this.kept
  }
}

const rankedOf = (
  { config }: OperationDeps,
  account: Account,
  { used, failed, lastUsedAt }: Omit<AccountActivity, 'accountId'>,
): RankedAccount => {
  const plan = config.plans.get(account.plan)
  const { dailyCredits = 0 } = plan === undefined ? {} : limitsOf(account, plan)
  const sum = (name: 'calls' | 'credits') => used.reduce((all, row) => all + row[name], 0)
  return {
    account,
    dailyCredits,
    calls: sum('calls'),
    credits: sum('credits'),
    errors: failed,
    lastUsedAt: lastUsedAt ?? null,
  }
}

const addMethods = (sums: Map<string, UsageGroupRow>, rows: readonly UsageGroupRow[]): void => {
  for (const row of rows) {
    const { calls = 0, credits = 0, errors = 0 } = sums.get(row.name) ?? {}
    const { name } = row
    sums.set(name, { name, calls: calls + row.calls, credits: credits + row.credits, errors: errors + row.errors })
  }
}

const PAGE_ACCOUNTS = 500

/** Reads the accounts with a text, page after page, the oldest first. */
const walkAccounts = ({ store: { accounts } }: OperationDeps, search: string) =>
  inPieces<Account>(PAGE_ACCOUNTS, (after, limit) => accounts.listAccounts({ after, limit, search }))

/**
 * Ranks accounts by what they did today, and the methods that they called by credits. It reads
 * every account, in pieces, and keeps `limit` of them.
 */
export const askRanking = async (
  deps: OperationDeps,
  { search = '', by = 'credits', limit = DEFAULT_LIMIT }: ParamsOf<'usage.ranking'>,
): Promise<ResultOf<'usage.ranking'>> => {
  const day = dayOf(deps.nowMs())
  const top = new TopRows(limit, VALUES[by])
  const methods = new Map<string, UsageGroupRow>()
  const sums = { accounts: 0, calls: 0, credits: 0, errors: 0 }
  for await (const accounts of walkAccounts(deps, search)) {
    const byId = new Map(accounts.map((account) => [account.id, account]))
    const activities = await deps.store.usage.activity([...byId.keys()], day)
    const rows = activities.map((one) => rankedOf(deps, byId.get(one.accountId)!, one))
    for (const { used } of activities) addMethods(methods, used)
    for (const { calls, credits, errors } of rows) {
      sums.accounts += 1
      sums.calls += calls
      sums.credits += credits
      sums.errors += errors
    }
    top.add(rows)
  }
  const topMethods = new TopRows<UsageGroupRow>(MAX_METHODS, ({ credits }) => credits)
  topMethods.add([...methods.values()])
  return {
    ...{ day, ...sums, rows: top.rows },
    methods: topMethods.rows.map(({ name, calls, credits }) => ({ method: name, calls, credits })),
  }
}
