import { isTooDeep, TOO_DEEP } from './document-bounds.js'
import { lintBorrowed } from './lint/borrowed.js'
import { lintDocument } from './lint/document.js'
import { lintEffects, lintEffectTypes } from './lint/effects.js'
import { lintErrorData } from './lint/error-data.js'
import { lintErrors } from './lint/errors.js'
import { lintExamples } from './lint/examples.js'
import { lintExtensions } from './lint/extensions.js'
import { lintFamilies } from './lint/families.js'
import { lintMethods } from './lint/methods.js'
import type { ContractMistake } from './lint/mistake.js'
import { lintNames } from './lint/names.js'
import { lintNumbers } from './lint/numbers.js'
import { lintPlaces } from './lint/params/contract-addresses.js'
import { lintKnownAnswers } from './lint/params/known-answers.js'
import { lintLeftOut } from './lint/params/left-out.js'
import { lintPositions } from './lint/params/positions.js'
import { lintPrices } from './lint/params/price.js'
import { lintResumePoints, lintSubscriptions } from './lint/params/subscriptions.js'
import { lintPatterns } from './lint/patterns.js'
import { lintReferences } from './lint/references.js'
import { lintSchemas } from './lint/schemas.js'
import { hasSkeleton, lintShape } from './lint/shape.js'
import { lintStatuses } from './lint/statuses.js'
import { shippedEffects } from './operator/shipped-files.js'
import { createJudge } from './schemas.js'
import type { WrittenContract } from './with-errors.js'

/**
 * Finds everything wrong with a parsed openrpc.json, each mistake with its place.
 *
 * Rules that follow references run only if all references resolve, and only valid schemas check
 * examples: a mistake is reported at its cause. With a `base`, the document is an operator's,
 * completed with the parts that it inherits from the base.
 */
export const lint = (document: unknown, base?: WrittenContract): ContractMistake[] => {
  if (isTooDeep(document)) return [{ path: '', message: TOO_DEEP }]
  const shape = lintShape(document)
  if (!hasSkeleton(document))
    return shape.length > 0
      ? shape
      : [{ path: '', message: 'methods or components lack a part that the generator needs' }]
  const mistakes: ContractMistake[] = []
  const apply = (rule: (contract: WrittenContract) => ContractMistake[]) => {
    try {
      // One by one: a call's arguments are limited, and a document may have more mistakes.
      for (const mistake of rule(document as WrittenContract)) mistakes.push(mistake)
    } catch (error) {
      // A rule fails on a part of the wrong type, which has then been reported already.
      if (mistakes.length + shape.length === 0) mistakes.push({ path: '', message: (error as Error).message })
    }
  }
  const isFine = (...rules: readonly ((contract: WrittenContract) => ContractMistake[])[]): boolean => {
    const before = mistakes.length
    for (const rule of rules) apply(rule)
    return mistakes.length === before
  }
  const canFollow = isFine(lintReferences)
  if (isFine(lintExtensions, lintErrors, lintStatuses, (contract) => lintDocument(contract, base)) && canFollow)
    isFine(lintErrorData)
  if (canFollow) {
    isFine(
      lintMethods,
      (contract) => lintEffects(contract, base === undefined ? new Map() : shippedEffects()),
      lintNames,
      (contract) => lintSubscriptions(contract, base),
    )
    // Patterns with catastrophic backtracking must not run, and only valid schemas check values.
    const ajv = createJudge()
    if (isFine(lintPatterns, (contract) => lintSchemas(contract, ajv)))
      isFine(
        lintPositions,
        lintEffectTypes,
        lintKnownAnswers,
        lintLeftOut,
        lintPrices,
        lintResumePoints,
        (contract) => lintPlaces(contract, base === undefined),
        lintFamilies,
        (contract) => lintExamples(contract, ajv),
      )
    // An operator's document may mention numbers of its chain.
    if (base === undefined) isFine(lintNumbers)
    else isFine((contract) => lintBorrowed(contract, base))
  }
  return [...mistakes, ...unnamed(shape, mistakes)]
}

/** The pointers of everything that contains a place, from the document inwards. */
const placesAround = (path: string): string[] => {
  const steps = path.split('/')
  return steps.slice(1).map((_, count) => steps.slice(0, count + 1).join('/'))
}

/**
 * The meta-schema's mistakes at places where no rule found any: rules say more, and one line for
 * each cause is enough.
 */
const unnamed = (
  shape: readonly ContractMistake[],
  mistakes: readonly ContractMistake[],
): readonly ContractMistake[] => {
  const named = new Set(mistakes.map(({ path }) => path))
  const around = new Set([...named].flatMap(placesAround))
  return shape.filter(
    ({ path }) =>
      path === '' || !(around.has(path) || named.has(path) || placesAround(path).some((one) => named.has(one))),
  )
}
