import type { Contract } from '../contract.js'
import type { DiffFinding } from './finding.js'

/** What a plan of a configuration grants; left out: each account has its own. */
export interface PlanCredits {
  readonly name: string
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
}

const shortOf = ({ dailyCredits, creditsPerSecond }: PlanCredits, price: number): string | undefined => {
  if (creditsPerSecond !== undefined && creditsPerSecond < price) return `creditsPerSecond is ${creditsPerSecond}`
  // 0, a plan that may do nothing, is meant.
  if (dailyCredits !== undefined && dailyCredits > 0 && dailyCredits < price) return `dailyCredits is ${dailyCredits}`
  return undefined
}

/** The plans that could pay a call of a method, or need not, and cannot any more: a gateway refuses such a configuration at start. */
export const planFindings = (
  before: Contract,
  after: Contract,
  plans: readonly PlanCredits[],
): readonly DiffFinding[] =>
  after.methods.flatMap(({ name, 'x-credits': price }, index) => {
    const old = before.methods.find((method) => method.name === name)?.['x-credits']
    return plans.flatMap((plan): readonly DiffFinding[] => {
      const reason = shortOf(plan, price)
      if (reason === undefined || (old !== undefined && shortOf(plan, old) !== undefined)) return []
      const path = `/methods/${index}/x-credits`
      return [{ rule: 'PLAN_CANNOT_PAY', path, methods: [name], old, new: price, note: `plan ${plan.name}: ${reason}` }]
    })
  })
