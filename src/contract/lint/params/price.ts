import type { Contract, ContractMethod } from '../../contract.js'
import { methodRule } from '../rule.js'
import { canBeArray, schemasInParams } from '../values.js'

/** The mistake in a method's price rule, if any. */
const troubleOf = (contract: Contract, method: ContractMethod): string | undefined => {
  const { 'x-credits': most, 'x-credits-by': rule } = method
  if (rule === undefined) return undefined
  const { base, perResultKiB, each, of } = rule
  if ((perResultKiB === undefined) === (of === undefined) || (each === undefined) !== (of === undefined))
    return 'a price is by the size of the result (perResultKiB), or by the items of a parameter (each, of): one of the two'
  const least = base + (perResultKiB ?? each ?? 0)
  if (least > most)
    return `x-credits is the most that a call costs, ${most}, but by this rule the smallest one costs ${least}`
  if (of === undefined) return undefined
  const schemas = schemasInParams(contract, method, of)
  if (schemas.length === 0) return `${of} points at no parameter of ${method.name}`
  return schemas.some((schema) => canBeArray(contract, schema))
    ? undefined
    : `${of} takes no array, so there is nothing to count`
}

/**
 * Checks prices by parameter or by result: the rules must be computable, and never cost more than
 * `x-credits`.
 */
export const lintPrices = methodRule((method, report, contract) => {
  const message = troubleOf(contract, method)
  if (message !== undefined) report('/x-credits-by', message)
})
