import { isObject } from '../../runtime/is-object.js'
import { withFilledProse } from '../prose.js'
import type { WrittenContract } from '../with-errors.js'

/**
 * An operator's document completed with the parts that it inherits from the base. Parts of the
 * wrong type stay as they are, for the lint to report.
 */
export const withBase = (document: unknown, base: WrittenContract): unknown => {
  if (!isObject(document)) return document
  const components = document.components ?? {}
  if (!isObject(components)) return document
  const schemas = components.schemas ?? {}
  return {
    ...document,
    components: {
      ...components,
      schemas: isObject(schemas) ? { ...withFilledProse(base, base.components.schemas), ...schemas } : schemas,
      errors: base.components.errors,
    },
    'x-errors': base['x-errors'],
    'x-headers': base['x-headers'],
    'x-extensions': base['x-extensions'],
  }
}
