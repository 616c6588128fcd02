import { setAccount } from '../../admin/operations/accounts.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { readLimit, readSwitch } from '../option-values.js'
import { describeTerms, limitOptions } from './limits.js'

/** `tollgate account set`: changes an account; a running gateway sees it within a second. */
export const accountSet: Command = {
  name: 'account set',
  summary: 'Changes an account. An empty limit takes it away again.',
  usage:
    'tollgate account set ID [--plan PLAN] [--failover on|off] [--suspended on|off] [--daily-credits C] [--credits-per-second C] [--config FILE]',
  positionals: ['ID'],
  options: {
    plan: { type: 'string', value: 'PLAN', description: 'a plan of the configuration' },
    failover: { type: 'string', value: 'on|off', description: 'failover protection; the plan must include it' },
    suspended: { type: 'string', value: 'on|off', description: 'whether all calls of the account are refused' },
    ...limitOptions,
    ...configOption,
  },
  run: (input) => {
    const params = {
      id: input.positionals[0]!,
      plan: input.text('plan'),
      failover: readSwitch('failover', input.text('failover')),
      suspended: readSwitch('suspended', input.text('suspended')),
      dailyCredits: readLimit('daily-credits', input.text('daily-credits')),
      creditsPerSecond: readLimit('credits-per-second', input.text('credits-per-second')),
    }
    return withOperator(input, async (operator) => {
      const account = await setAccount(operator, params)
      const terms = describeTerms(account, operator.config.plans.get(account.plan))
      return { json: account, text: `${account.id} (${account.name}): ${terms}` }
    })
  },
}
