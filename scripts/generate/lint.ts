import type { Contract } from './contract.js'
import { lintErrors } from './lint/errors.js'
import { lintExamples } from './lint/examples.js'
import { lintExtensions } from './lint/extensions.js'
import { lintMethods } from './lint/methods.js'
import type { Mistake } from './lint/mistake.js'
import { lintReferences } from './lint/references.js'
import { lintSchemas } from './lint/schemas.js'
import { hasSkeleton, lintShape } from './lint/shape.js'

/**
 * Everything wrong with a parsed openrpc.json, each mistake with its place.
 *
 * Rules that follow references wait until all references lead somewhere, and examples are judged only by schemas that
 * are right themselves: a mistake is reported where it is, not where it shows.
 */
export const lint = (document: unknown): Mistake[] => {
  const shape = lintShape(document)
  if (!hasSkeleton(document))
    return shape.length > 0
      ? shape
      : [{ path: '', message: 'methods or components lack a part that the generator needs' }]
  const contract = document as Contract
  const references = lintReferences(contract)
  const mistakes = [...references, ...lintExtensions(contract), ...lintErrors(contract)]
  if (references.length === 0) {
    const schemas = lintSchemas(contract)
    mistakes.push(...lintMethods(contract), ...schemas, ...(schemas.length === 0 ? lintExamples(contract) : []))
  }
  // Some mistakes that the meta-schema sees have been named by a rule, which says more.
  const isNew = ({ path }: Mistake) => path === '' || mistakes.every((mistake) => mistake.path !== path)
  return [...mistakes, ...shape.filter(isNew)]
}
