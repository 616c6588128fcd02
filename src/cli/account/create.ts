import { createAccount } from '../../admin/operations/accounts.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { readNumber } from '../option-values.js'
import { describeTerms, limitOptions } from './limits.js'

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
    const params = {
      name: input.required('name'),
      plan: input.required('plan'),
      failover: input.isOn('failover'),
      dailyCredits: readNumber('daily-credits', input.text('daily-credits')),
      creditsPerSecond: readNumber('credits-per-second', input.text('credits-per-second')),
    }
    return withOperator(input, async (operator) => {
      const { plans, networks } = operator.config
      const created = await createAccount(operator, params)
      const next = `Next: tollgate key create --account ${created.id} --network ${networks.keys().next().value}`
      const terms = describeTerms(created, plans.get(created.plan))
      return { json: { id: created.id }, text: `${created.id} (${created.name}): ${terms}\n${next}` }
    })
  },
}
