import { isObject } from '../map-schema.js'
import { withFilledProse } from '../prose.js'
import type { WrittenContract } from '../with-errors.js'

/**
 * An operator's document with what the base lends it. What is of the wrong type is left as it is,
 * for the lint to name.
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
