import type { AccountChanges } from '../accounts/account-store.js'
import { checkTerms, describeTerms, limitOptions, thePlan } from './account-limits.js'
import { type Command, CommandError, configOption, type Input, UsageError } from './command.js'
import { theAccount, withStore } from './configured.js'
import { readLimit, readSwitch } from './option-values.js'

const present = (changes: { [Name in keyof AccountChanges]: AccountChanges[Name] | undefined }): AccountChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

const readChanges = (input: Input): AccountChanges => {
  const changes = present({
    plan: input.text('plan'),
    isFailoverOn: readSwitch('failover', input.text('failover')),
    isSuspended: readSwitch('suspended', input.text('suspended')),
    dailyCredits: readLimit('daily-credits', input.text('daily-credits')),
    creditsPerSecond: readLimit('credits-per-second', input.text('credits-per-second')),
  })
  if (Object.keys(changes).length === 0) throw new UsageError('nothing to change: give at least one option')
  return changes
}

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
    const changes = readChanges(input)
    return withStore(input, async (config, store) => {
      const before = await theAccount(store, input.positionals[0]!)
      const hasTerms = Object.keys(changes).some((name) => name !== 'isSuspended')
      const isConfigured = config.plans.has(changes.plan ?? before.plan)
      // An account whose plan left the configuration can still be suspended.
      const plan = hasTerms || isConfigured ? thePlan(config, changes.plan ?? before.plan) : undefined
      if (plan !== undefined && hasTerms) {
        const dailyCredits = changes.dailyCredits === undefined ? before.dailyCredits : changes.dailyCredits
        const creditsPerSecond =
          changes.creditsPerSecond === undefined ? before.creditsPerSecond : changes.creditsPerSecond
        const isFailoverOn = changes.isFailoverOn ?? before.isFailoverOn
        if (isFailoverOn && !plan.failover && changes.isFailoverOn === undefined) {
          throw new CommandError(
            `plan ${plan.name} does not include failover protection, which is on: add --failover off`,
          )
        }
        checkTerms(plan, {
          isFailoverOn,
          ...(dailyCredits == null ? {} : { dailyCredits }),
          ...(creditsPerSecond == null ? {} : { creditsPerSecond }),
        })
      }
      const account = (await store.accounts.changeAccount(before.id, changes)) ?? before
      return { json: account, text: `${account.id} (${account.name}): ${describeTerms(account, plan)}` }
    })
  },
}
