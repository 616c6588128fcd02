import type { Contract } from '../../contract/contract.js'
import { isTooDeep, TOO_DEEP } from '../../contract/document-bounds.js'
import { dataSchemaOf } from '../../contract/error-data.js'
import { pointer } from '../../contract/lint/mistake.js'
import { backtracks, patternsOf } from '../../contract/lint/patterns.js'
import { withFilledProse } from '../../contract/prose.js'
import { errorsPointer, impliedErrorsOf, type WrittenContract } from '../../contract/with-errors.js'
import { isObject } from '../../runtime/is-object.js'

/** The mistakes of a document that is not a contract. */
export interface NoContract {
  readonly mistake: string
}

const kindMistake = (kind: unknown, path: string): string | undefined => {
  if (!isObject(kind) || !isObject(kind.event)) return `${path} has no event`
  const { params = [] } = kind
  if (!Array.isArray(params)) return `${path}/params is no array`
  const wrong = params.findIndex((one) => !isObject(one) || !isObject(one.schema))
  return wrong < 0 ? undefined : `${path}/params/${wrong} has no schema`
}

const subscriptionMistake = (subscription: unknown, path: string): string | undefined => {
  if (subscription === undefined) return undefined
  if (!isObject(subscription) || !isObject(subscription.kinds)) return `${path} has no kinds`
  for (const [name, kind] of Object.entries(subscription.kinds)) {
    const mistake = kindMistake(kind, `${path}/kinds${pointer(name)}`)
    if (mistake !== undefined) return mistake
  }
  return undefined
}

const methodMistake = (method: unknown, path: string): string | undefined => {
  if (!isObject(method) || typeof method.name !== 'string') return `${path} is no method with a name`
  if (!Array.isArray(method.params)) return `${path}/params is no array`
  const wrong = [...method.params, method.result].findIndex((one) => !isObject(one) || !isObject(one.schema))
  if (wrong < 0) return subscriptionMistake(method['x-subscription'], `${path}/x-subscription`)
  return `${path}/${wrong < method.params.length ? `params/${wrong}` : 'result'} has no schema`
}

/** The place of a pattern that must not run: compared documents may fail the lint. */
const slowPatternIn = ({ methods, components }: Record<string, unknown>): string | undefined => {
  const schemas = isObject(components) && isObject(components.schemas) ? Object.entries(components.schemas) : []
  const contents = (methods as WrittenContract['methods']).flatMap(({ name, params, result, ...method }) => {
    const kinds = Object.values(method['x-subscription']?.kinds ?? {})
    const events = kinds.flatMap((kind) => [kind.event, ...(kind.params ?? []).map(({ schema }) => schema)])
    return [...[...params, result].map(({ schema }) => schema), ...events].map((schema) => [schema, name] as const)
  })
  const patterns = [
    ...schemas.flatMap(([name, schema]) => patternsOf(schema, `/components/schemas/${name}`)),
    ...contents.flatMap(([schema, name]) => patternsOf(schema, name)),
  ]
  return patterns.find(([pattern]) => backtracks(pattern))?.[1]
}

const mistakeOf = (document: unknown): string | undefined => {
  if (isTooDeep(document)) return TOO_DEEP
  if (!isObject(document) || !Array.isArray(document.methods)) return 'is no OpenRPC document: it has no methods'
  for (const [index, method] of document.methods.entries()) {
    const mistake = methodMistake(method, `/methods/${index}`)
    if (mistake !== undefined) return `is no contract: ${mistake}`
  }
  const names = document.methods.map(({ name }) => name as string)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `is no contract: it has the method ${twice} twice`
  const slow = slowPatternIn(document)
  return slow && `cannot be compared: ${slow} backtracks without bound on a hostile text, and texts are matched with it`
}

/**
 * A contract with all errors that follow from its methods' properties, and error data as on the
 * wire, so that notation makes no difference.
 */
const completed = (document: WrittenContract): Contract => {
  const known = (name: string) => Object.hasOwn(document['x-errors'], name)
  const methods = document.methods.map((method) => {
    const all = [...impliedErrorsOf(document, method), ...(method.errors ?? [])].map(({ $ref }) => $ref)
    const errors = [...new Set(all)].filter(($ref) => known($ref?.slice(errorsPointer.length)))
    return {
      ...withFilledProse(document, method),
      examples: method.examples ?? [],
      errors: errors.map(($ref) => ({ $ref })),
    }
  })
  const rows = Object.entries(document['x-errors']).map(([name, row]) => [
    name,
    { ...row, data: dataSchemaOf(name, row) },
  ])
  const components = { ...document.components, schemas: withFilledProse(document, document.components.schemas) }
  return { ...document, components, methods, 'x-errors': Object.fromEntries(rows) }
}

/**
 * A contract to compare: openrpc.json as written, a served document, or an operator's, which
 * inherits components and errors of `base`. It may fail the lint.
 */
export const comparableContract = (written: unknown, base: WrittenContract): Contract | NoContract => {
  const mistake = mistakeOf(written)
  if (mistake !== undefined) return { mistake }
  const own = written as Partial<WrittenContract>
  const lent = own['x-errors'] === undefined ? base : undefined
  return completed({
    ...(written as WrittenContract),
    components: {
      ...own.components,
      schemas: { ...(lent && withFilledProse(base, base.components.schemas)), ...own.components?.schemas },
      errors: { ...lent?.components.errors, ...own.components?.errors },
    },
    'x-errors': own['x-errors'] ?? base['x-errors'],
    'x-extensions': own['x-extensions'] ?? base['x-extensions'],
  })
}
