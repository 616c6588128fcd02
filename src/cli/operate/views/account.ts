import type { Account, Plan } from '../../../server/accounts/account.js'
import { limitsOf } from '../../../server/accounts/entitlement.js'
import { oneLine } from '../../../server/accounts/one-line.js'
import type { ResultOf } from '../../../server/admin/method-types.js'
import { lineToCopy } from '../../line-to-copy.js'
import { type Columns, shortTime, tableOf } from '../../text-table.js'
import { folded } from '../../text-wrap.js'
import { keyTable } from './key.js'
import type { View } from './view.js'

/** One line about an account's terms; `plan` is undefined if it is no longer configured. */
const describeTerms = (account: Account, plan: Plan | undefined): string => {
  if (plan === undefined) return `plan ${account.plan} is not in the configuration: every call is refused`
  const { dailyCredits, creditsPerSecond } = limitsOf(account, plan)
  const parts = [`plan ${plan.name}`, `${dailyCredits ?? 0} credits a day`, `${creditsPerSecond ?? 0} a second`]
  if (plan.failover) parts.push(`failover ${account.isFailoverOn ? 'on' : 'off'}`)
  if (account.isSuspended) parts.push('SUSPENDED')
  if (account.email !== undefined) parts.push(account.email)
  return parts.join(', ')
}

const sentence = (account: Account, plans: ReadonlyMap<string, Plan>): string =>
  `${account.id} (${oneLine(account.name)}): ${describeTerms(account, plans.get(account.plan))}`

const describe: View<Account> = (account, { config: { plans } }) => sentence(account, plans)

const create: View<Account> = (account, { config: { plans, networks }, configFile }) => {
  const network = networks.keys().next().value
  // A line to copy, which is not broken.
  const next = `Next: ${lineToCopy(`key create --account ${account.id} --network ${network}`, configFile)}`
  return {
    json: { id: account.id },
    text: (columns) => `${folded(sentence(account, plans), columns)}\n${next}`,
  }
}

const list: View<readonly Account[]> = (accounts, { config: { plans } }) => {
  const limits = (account: Account) => limitsOf(account, plans.get(account.plan))
  const columns: Columns<Account> = {
    ...{ ID: 'id', NAME: 'name' },
    PLAN: ({ plan }) => (plans.has(plan) ? plan : `${plan} (unknown)`),
    'CREDITS/DAY': (account) => limits(account).dailyCredits ?? 0,
    'CREDITS/S': (account) => limits(account).creditsPerSecond ?? 0,
    FAILOVER: ({ isFailoverOn }) => (isFailoverOn ? 'on' : 'off'),
    // Most accounts are not, and a terminal of 80 columns has no place for the column.
    ...(accounts.some(({ isSuspended }) => isSuspended) && {
      SUSPENDED: ({ isSuspended }: Account) => (isSuspended ? 'yes' : 'no'),
    }),
  }
  return accounts.length === 0 ? 'There are no accounts.' : (width) => tableOf(columns, accounts, width)
}

const show: View<ResultOf<'account.show'>> = (shown, { config: { plans } }) => {
  const { limits, usedToday, keys, keyCount } = shown
  return (columns) =>
    [
      folded(sentence(shown, plans), columns),
      `Created: ${shortTime(shown.createdAt)}`,
      `Used today: ${usedToday} of ${limits.dailyCredits} credits`,
      keys.length === 0 ? 'No keys.' : keyTable(keys, columns),
      ...(keyCount === keys.length
        ? []
        : [`and ${keyCount - keys.length} more: tollgate key list --account ${shown.id}`]),
    ].join('\n')
}

const deleted: View<ResultOf<'account.delete'>> = (account) =>
  `${account.id} (${oneLine(account.name)}) is deleted, and its keys: ${account.keys}`

export const accountViews: Readonly<Record<string, View>> = {
  'account.create': create,
  'account.list': list,
  'account.show': show,
  'account.set': describe,
  'account.delete': deleted,
}
