import type { Account, Plan } from '../../accounts/account.js'
import { limitsOf } from '../../accounts/entitlement.js'
import { methodRowsOf, tooSlow } from '../../config/method-rows.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { checkNames } from './names.js'

/** The configured plan of a name. Errors: `unknown-name`. */
export const thePlan = ({ config: { plans } }: Operator, name: string): Plan => {
  checkNames('plan', [name], [...plans.keys()])
  return plans.get(name)!
}

type Terms = Pick<Account, 'isFailoverOn' | 'dailyCredits' | 'creditsPerSecond'>

/** Refuses terms that an account cannot have on a plan: no limits at all, a throttle that lets some method never pass, failover. */
export const checkTerms = ({ config, words }: Operator, plan: Plan, terms: Terms): void => {
  const limits = limitsOf(terms, plan)
  const missing = (['dailyCredits', 'creditsPerSecond'] as const).filter((name) => limits[name] === undefined)
  if (missing.length > 0) {
    const names = missing.map((name) => words.param(name)).join(' and ')
    throw new OperationError('refused', `plan ${plan.name} leaves limits to each account: give ${names}`)
  }
  const slowness =
    terms.creditsPerSecond === undefined ? undefined : tooSlow(terms.creditsPerSecond, methodRowsOf(config))
  if (slowness !== undefined) throw new OperationError('refused', `${words.param('creditsPerSecond')} ${slowness}`)
  if (terms.isFailoverOn && !plan.failover) {
    throw new OperationError('refused', `plan ${plan.name} does not include failover protection`)
  }
}
