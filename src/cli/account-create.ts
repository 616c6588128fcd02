import type { NewAccount } from '../accounts/account-store.js'
import { checkTerms, describeTerms, limitOptions, thePlan } from './account-limits.js'
import { type Command, configOption } from './command.js'
import { withStore } from './configured.js'
import { readNumber } from './option-values.js'

/** `tollgate account create`: someone new to pay for calls. */
export const accountCreate: Command = {
  name: 'account create',
  summary: 'Creates an account.',
  usage:
    'tollgate account create --name NAME --plan PLAN [--failover] [--daily-credits C] [--credits-per-second C] [--config FILE]',
  options: {
    name: { type: 'string', value: 'NAME', description: 'what people call the account' },
    plan: { type: 'string', value: 'PLAN', description: 'a plan of the configuration' },
    failover: { type: 'boolean', description: 'switch failover protection on; the plan must include it' },
    ...limitOptions,
    ...configOption,
  },
  run: (input) => {
    const name = input.required('name')
    const planName = input.required('plan')
    const dailyCredits = readNumber('daily-credits', input.text('daily-credits'))
    const creditsPerSecond = readNumber('credits-per-second', input.text('credits-per-second'))
    return withStore(input, async (config, store) => {
      const plan = thePlan(config, planName)
      const account: NewAccount = {
        name,
        plan: plan.name,
        isFailoverOn: input.isOn('failover'),
        ...(dailyCredits === undefined ? {} : { dailyCredits }),
        ...(creditsPerSecond === undefined ? {} : { creditsPerSecond }),
      }
      checkTerms(plan, account)
      const created = await store.accounts.createAccount(account)
      const network = config.networks.keys().next().value
      const next = `Next: tollgate key create --account ${created.id} --network ${network}`
      return { json: { id: created.id }, text: `${created.id} (${name}): ${describeTerms(created, plan)}\n${next}` }
    })
  },
}
