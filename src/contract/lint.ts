import { isTooDeep, TOO_DEEP } from './document-bounds.js'
import { lintBorrowedCode, lintBorrowedSchemas } from './lint/borrowed.js'
import { lintDocument } from './lint/document.js'
import { lintEffects, lintEffectTypes } from './lint/effects.js'
import { lintErrors } from './lint/errors.js'
import { lintExamples } from './lint/examples.js'
import { lintExtensions } from './lint/extensions.js'
import { lintMethods } from './lint/methods.js'
import { type ContractMistake, mistakesOf } from './lint/mistake.js'
import { lintMethodNames, lintSchemaNames } from './lint/names.js'
import { lintPlaces } from './lint/params/contract-addresses.js'
import { lintFamilies } from './lint/params/families.js'
import { lintKnownAnswers } from './lint/params/known-answers.js'
import { lintLeftOut } from './lint/params/left-out.js'
import { lintPositions } from './lint/params/positions.js'
import { lintPrices } from './lint/params/price.js'
import { lintResumePoints, lintSubscriptions } from './lint/params/subscriptions.js'
import { lintPatterns } from './lint/patterns.js'
import { lintReferences } from './lint/references.js'
import type { LintRule, RuleContext } from './lint/rule.js'
import { lintSchemas } from './lint/schemas.js'
import { lintParts, lintShape } from './lint/shape.js'
import { createPlainAjv } from './schemas.js'
import type { WrittenContract } from './with-errors.js'

/** Rules that run together. */
interface RuleGroup {
  readonly name: string
  /** The groups that must have run without a mistake before. */
  readonly after: readonly string[]
  readonly rules: readonly LintRule[]
}

/** All rules, in the order in which they run and report. */
const groups: readonly RuleGroup[] = [
  { name: 'references', after: [], rules: [lintReferences] },
  { name: 'tables', after: [], rules: [lintExtensions, lintErrors, lintDocument] },
  {
    name: 'methods',
    after: ['references'],
    rules: [lintMethods, lintEffects, lintMethodNames, lintSchemaNames, lintSubscriptions],
  },
  { name: 'schemas', after: ['references'], rules: [lintPatterns, lintSchemas] },
  {
    // Patterns with catastrophic backtracking must not run, and only valid schemas check values.
    name: 'values',
    after: ['references', 'schemas'],
    rules: [
      lintPositions,
      lintEffectTypes,
      lintKnownAnswers,
      lintLeftOut,
      lintPrices,
      lintResumePoints,
      lintPlaces,
      lintFamilies,
      lintExamples,
    ],
  },
  { name: 'origin', after: ['references'], rules: [lintBorrowedCode, lintBorrowedSchemas] },
]

/** The mistakes found by each group whose condition holds. */
const runGroups = (contract: WrittenContract, hasMistakes: boolean, context: RuleContext): ContractMistake[] => {
  const mistakes: ContractMistake[] = []
  const fine = new Set<string>()
  /** False if the rule did not reach its end. */
  const apply = (rule: LintRule): boolean => {
    try {
      // One by one: a call's arguments are limited, and a document may have more mistakes.
      for (const mistake of mistakesOf((report) => rule(contract, report, context))) mistakes.push(mistake)
      return true
    } catch (error) {
      // A rule fails on a part of the wrong type, which has then been reported already.
      if (mistakes.length === 0 && !hasMistakes) mistakes.push({ path: '', message: (error as Error).message })
      return false
    }
  }
  for (const { name, after, rules } of groups) {
    if (!after.every((one) => fine.has(one))) continue
    const before = mistakes.length
    const areDone = rules.map(apply).every(Boolean)
    if (areDone && mistakes.length === before) fine.add(name)
  }
  return mistakes
}

/**
 * Finds everything wrong with a parsed openrpc.json, each mistake with its place.
 *
 * Rules that follow references run only if all references resolve, and only valid schemas check
 * examples: a mistake is reported at its cause. With a `base`, the document is an operator's,
 * completed with the parts that it inherits from the base.
 */
export const lint = (document: unknown, base?: WrittenContract): ContractMistake[] => {
  if (isTooDeep(document)) return [{ path: '', message: TOO_DEEP }]
  const shape = mistakesOf((report) => lintShape(document, report))
  const missing = mistakesOf((report) => lintParts(document, report))
  if (missing.length > 0) return shape.length > 0 ? shape : missing
  const context = { ajv: createPlainAjv(), ...(base && { base }) }
  const mistakes = runGroups(document as WrittenContract, shape.length > 0, context)
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
