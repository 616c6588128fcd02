import { lintErrorData } from './lint/error-data.js'
import { lintErrors } from './lint/errors.js'
import { lintExamples } from './lint/examples.js'
import { lintExtensions } from './lint/extensions.js'
import { lintMethods } from './lint/methods.js'
import type { ContractMistake } from './lint/mistake.js'
import { lintReferences } from './lint/references.js'
import { lintSchemas } from './lint/schemas.js'
import { hasSkeleton, lintShape } from './lint/shape.js'
import type { WrittenContract } from './with-errors.js'

/**
 * Everything wrong with a parsed openrpc.json, each mistake with its place.
 *
 * Rules that follow references wait until all references lead somewhere, and examples are judged only by schemas that
 * are right themselves: a mistake is reported where it is, not where it shows.
 */
export const lint = (document: unknown): ContractMistake[] => {
  const shape = lintShape(document)
  if (!hasSkeleton(document))
    return shape.length > 0
      ? shape
      : [{ path: '', message: 'methods or components lack a part that the generator needs' }]
  const mistakes: ContractMistake[] = []
  const apply = (rule: (contract: WrittenContract) => ContractMistake[]) => {
    try {
      mistakes.push(...rule(document as WrittenContract))
    } catch (error) {
      // A rule trips over a part of the wrong type; that the part is wrong has then been said already.
      if (mistakes.length + shape.length === 0) mistakes.push({ path: '', message: (error as Error).message })
    }
  }
  apply(lintReferences)
  const canFollow = mistakes.length === 0
  apply(lintExtensions)
  apply(lintErrors)
  if (mistakes.length === 0) apply(lintErrorData)
  if (canFollow) {
    apply(lintMethods)
    const before = mistakes.length
    apply(lintSchemas)
    if (mistakes.length === before) apply(lintExamples)
  }
  // Some mistakes that the meta-schema sees have been named by a rule, which says more.
  const isNew = ({ path }: ContractMistake) => path === '' || mistakes.every((mistake) => mistake.path !== path)
  return [...mistakes, ...shape.filter(isNew)]
}
