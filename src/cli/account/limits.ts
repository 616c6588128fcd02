import type { Account, Plan } from '../../accounts/account.js'
import { limitsOf } from '../../accounts/entitlement.js'
import type { Option } from '../command.js'

/** The options of an account's own limits. */
export const limitOptions = {
  'daily-credits': { type: 'string', value: 'C', description: "credits a day of this account alone, over its plan's" },
  'credits-per-second': {
    type: 'string',
    value: 'C',
    description: "credits a second of this account alone, over its plan's",
  },
} as const satisfies Record<string, Option>

/** One line about what an account may do; `plan` is undefined when it is no longer configured. */
export const describeTerms = (account: Account, plan: Plan | undefined): string => {
  if (plan === undefined) return `plan ${account.plan} is not in the configuration: every call is refused`
  const { dailyCredits, creditsPerSecond } = limitsOf(account, plan)
  const parts = [`plan ${plan.name}`, `${dailyCredits ?? 0} credits a day`, `${creditsPerSecond ?? 0} a second`]
  if (plan.failover) parts.push(`failover ${account.isFailoverOn ? 'on' : 'off'}`)
  if (account.isSuspended) parts.push('SUSPENDED')
  return parts.join(', ')
}
