import type { Validate } from '../../../../generated/validators.js'
import { stepsOf } from '../../../contract/json-pointer.js'
import type { MethodValidators } from '../../../contract/method-contract.js'

/**
 * Compares a result with the contract: `whole`; `loose` if a member is missing or only conformance
 * rules are broken; `broken` if something has the wrong type.
 *
 * `schemaPath`  JSON pointer into the contract; `place`: into the result
 */
export type ResultFit =
  | { readonly kind: 'whole' }
  | { readonly kind: 'loose' | 'broken'; readonly schemaPath: string; readonly place: string }

const WHOLE: ResultFit = { kind: 'whole' }

/** Checks a method's parsed result against the contract. A fitting result is checked only once. */
export const fitOf = (
  { validateResult: isWhole, validateStructure: isSound }: MethodValidators,
  value: unknown,
): ResultFit => {
  if (isWhole(value)) return WHOLE
  return isSound(value) ? violationIn('loose', isWhole) : violationIn('broken', isSound)
}

const violationIn = (kind: 'loose' | 'broken', { errors }: Validate): ResultFit => {
  const { schemaPath, instancePath } = errors!.at(-1)!
  // The validators' own keyword for "this, or null"; in the contract it is a choice.
  return { kind, schemaPath: schemaPath.replaceAll('/unlessNull', ''), place: instancePath }
}

/**
 * True if a result has a non-null value at a place of another result; lists count by their first
 * element.
 */
export const hasPlace = (value: unknown, place: string): boolean => {
  let [current, isThere] = [value, value !== null]
  for (const name of stepsOf(place)) {
    if (!isThere || typeof current !== 'object') return false
    current = Array.isArray(current) ? current[0] : (current as Record<string, unknown>)[name]
    isThere = current !== undefined && current !== null
  }
  return isThere
}
