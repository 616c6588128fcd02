import type { Account, Plan } from '../accounts/account.js'
import { limitsOf } from '../accounts/entitlement.js'
import type { Config } from '../config/config.js'
import { tooSlow } from '../config/rules.js'
import { CommandError, type Option } from './command.js'
import { readNames } from './option-values.js'

/** The options of an account's own limits. */
export const limitOptions = {
  'daily-credits': { type: 'string', value: 'C', description: "credits a day of this account alone, over its plan's" },
  'credits-per-second': {
    type: 'string',
    value: 'C',
    description: "credits a second of this account alone, over its plan's",
  },
} as const satisfies Record<string, Option>

/** The plan of a name given on the command line. */
export const thePlan = ({ plans }: Config, name: string): Plan => {
  readNames('plan', [name], [...plans.keys()])
  return plans.get(name)!
}

type Terms = Pick<Account, 'isFailoverOn' | 'dailyCredits' | 'creditsPerSecond'>

/** Refuses terms that an account cannot have on a plan: no limits at all, a throttle that lets some method never pass, failover. */
export const checkTerms = (plan: Plan, terms: Terms): void => {
  const { dailyCredits, creditsPerSecond } = limitsOf(terms, plan)
  const missing = [
    ...(dailyCredits === undefined ? ['--daily-credits'] : []),
    ...(creditsPerSecond === undefined ? ['--credits-per-second'] : []),
  ]
  if (missing.length > 0) {
    throw new CommandError(`plan ${plan.name} leaves limits to each account: give ${missing.join(' and ')}`)
  }
  const slowness = terms.creditsPerSecond === undefined ? undefined : tooSlow(terms.creditsPerSecond)
  if (slowness !== undefined) throw new CommandError(`--credits-per-second ${slowness}`)
  if (terms.isFailoverOn && !plan.failover) {
    throw new CommandError(`plan ${plan.name} does not include failover protection`)
  }
}

/** One line about what an account may do; `plan` is undefined when it is no longer configured. */
export const describeTerms = (account: Account, plan: Plan | undefined): string => {
  if (plan === undefined) return `plan ${account.plan} is not in the configuration: every call is refused`
  const { dailyCredits, creditsPerSecond } = limitsOf(account, plan)
  const parts = [`plan ${plan.name}`, `${dailyCredits ?? 0} credits a day`, `${creditsPerSecond ?? 0} a second`]
  if (plan.failover) parts.push(`failover ${account.isFailoverOn ? 'on' : 'off'}`)
  if (account.isSuspended) parts.push('SUSPENDED')
  return parts.join(', ')
}
