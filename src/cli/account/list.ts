import { limitsOf } from '../../accounts/entitlement.js'
import { listAccounts } from '../../admin/operations/accounts.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { textTable } from '../text-table.js'

const HEADINGS = ['ID', 'NAME', 'PLAN', 'CREDITS/DAY', 'CREDITS/S', 'FAILOVER', 'SUSPENDED', 'CREATED']

/** `tollgate account list`. */
export const accountList: Command = {
  name: 'account list',
  summary: 'Lists the accounts.',
  usage: 'tollgate account list [--config FILE]',
  options: configOption,
  run: (input) =>
    withOperator(input, async (operator) => {
      const { plans } = operator.config
      const accounts = await listAccounts(operator)
      const rows = accounts.map((account) => {
        const { dailyCredits = 0, creditsPerSecond = 0 } = limitsOf(account, plans.get(account.plan))
        const plan = plans.has(account.plan) ? account.plan : `${account.plan} (unknown)`
        const switches = [account.isFailoverOn ? 'on' : 'off', account.isSuspended ? 'yes' : 'no']
        return [account.id, account.name, plan, dailyCredits, creditsPerSecond, ...switches, account.createdAt]
      })
      return { json: accounts, text: accounts.length === 0 ? 'There are no accounts.' : textTable(HEADINGS, rows) }
    }),
}
