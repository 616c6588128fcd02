import type { Account, Plan } from '../../../server/accounts/account.js'
import { limitsOf } from '../../../server/accounts/entitlement.js'
import type { DeletedAccount, ShownAccount } from '../../../server/admin/operations/accounts.js'
import { textTable } from '../../text-table.js'
import { keyTable } from './key.js'
import type { View } from './view.js'

const HEADINGS = ['ID', 'NAME', 'PLAN', 'CREDITS/DAY', 'CREDITS/S', 'FAILOVER', 'SUSPENDED', 'CREATED']

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

const describe: View<Account> = (account, { config: { plans } }) => ({
  json: account,
  text: `${account.id} (${account.name}): ${describeTerms(account, plans.get(account.plan))}`,
})

const create: View<Account> = (account, asked) => {
  const network = asked.config.networks.keys().next().value
  const next = `Next: tollgate key create --account ${account.id} --network ${network}`
  return { json: { id: account.id }, text: `${describe(account, asked).text}\n${next}` }
}

const list: View<readonly Account[]> = (accounts, { config: { plans } }) => {
  const rows = accounts.map((account) => {
    const { dailyCredits = 0, creditsPerSecond = 0 } = limitsOf(account, plans.get(account.plan))
    const plan = plans.has(account.plan) ? account.plan : `${account.plan} (unknown)`
    const switches = [account.isFailoverOn ? 'on' : 'off', account.isSuspended ? 'yes' : 'no']
    return [account.id, account.name, plan, dailyCredits, creditsPerSecond, ...switches, account.createdAt]
  })
  return { json: accounts, text: accounts.length === 0 ? 'There are no accounts.' : textTable(HEADINGS, rows) }
}

const show: View<ShownAccount> = (shown, asked) => {
  const { limits, usedToday, keys, keyCount } = shown
  const text = [
    describe(shown, asked).text,
    `Used today: ${usedToday} of ${limits.dailyCredits} credits`,
    keys.length === 0 ? 'No keys.' : keyTable(keys),
    ...(keyCount === keys.length
      ? []
      : [`and ${keyCount - keys.length} more: tollgate key list --account ${shown.id}`]),
  ].join('\n')
  return { json: shown, text }
}

const deleted: View<DeletedAccount> = (account) => ({
  json: account,
  text: `${account.id} (${account.name}) is deleted, and its keys: ${account.keys}`,
})

/** Views of the account commands' results. */
export const accountViews: Readonly<Record<string, View>> = {
  'account.create': create,
  'account.list': list,
  'account.show': show,
  'account.set': describe,
  'account.delete': deleted,
}
