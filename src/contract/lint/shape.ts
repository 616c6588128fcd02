import { createRequire } from 'node:module'
import { isObject } from '../../runtime/is-object.js'
import { pointer, type Report, under, wording } from './mistake.js'

interface ShapeError {
  readonly keyword: string
  readonly dataPath: string
  readonly message: string
  readonly params: Readonly<Record<string, unknown>>
}

type Validate = (document: unknown) => true | { message: string }

/**
 * The validator of schema-utils, loaded for the first document: a gateway without operators'
 * documents never needs it. Its types expect a document that is already known to be valid.
 */
const loadValidator = (): Validate =>
  (createRequire(import.meta.url)('@open-rpc/schema-utils-js') as { validateOpenRPCDocument: Validate })
    .validateOpenRPCDocument

/** Ajv 6 writes a path as `.methods[0]['x-credits']`. */
const toPointer = (dataPath: string): string =>
  pointer(
    ...[...dataPath.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\['([^']*)'\]/g)].map(
      (part) => part[1] ?? part[2] ?? part[3] ?? '',
    ),
  )

/**
 * The errors that name a cause. A method may also be a reference, so every mistake in one is
 * followed by reasons why it is not a reference: surplus members, a missing `$ref`, and neither of
 * the two fits.
 */
const causesOf = (errors: readonly ShapeError[]): readonly ShapeError[] => {
  const isEcho = ({ keyword, params, dataPath }: ShapeError) =>
    ['oneOf', 'anyOf', 'if'].includes(keyword) ||
    params.missingProperty === '$ref' ||
    (keyword === 'additionalProperties' && ['name', 'code', 'title'].includes(String(params.additionalProperty))) ||
    errors.some((other) => other.keyword !== 'additionalProperties' && other.dataPath.startsWith(`${dataPath}.`))
  const causes = errors.filter((error) => !isEcho(error))
  return causes.length > 0 ? causes : errors.slice(0, 1)
}

/**
 * A copy of a document with only the first value of each `enum`. The validator compares all pairs,
 * which takes minutes for 200,000 values; `lintSchemas` finds duplicates in linear time. The
 * declarations in `x-extensions` stay whole, because the validator applies them.
 */
const withShortEnums = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withShortEnums)
  if (!isObject(value)) return value
  const copy = Object.entries(value).map(([key, member]) => {
    if (key === 'enum' && Array.isArray(member)) return [key, member.slice(0, 1)]
    return [key, key === 'x-extensions' ? structuredClone(member) : withShortEnums(member)]
  })
  return Object.fromEntries(copy)
}

/** Reports the mistakes according to the OpenRPC meta-schema, with our extensions applied to it. */
export const lintShape = (document: unknown, report: Report): void => {
  if (!isObject(document)) return report('', 'must be a JSON object')
  try {
    const verdict = loadValidator()(withShortEnums(document))
    if (verdict === true) return
    const errors = JSON.parse(verdict.message.slice(verdict.message.indexOf('['))) as ShapeError[]
    for (const { dataPath, message, params } of causesOf(errors))
      report(toPointer(dataPath), `${wording(message, params)} (OpenRPC meta-schema)`)
  } catch (error) {
    report('/x-extensions', (error as Error).message)
  }
}

const lintContent = (content: unknown, owner: string, report: Report): void => {
  if (!isObject(content)) report('', `${owner} must be an object with a schema`)
  else if ('$ref' in content) report('', `${owner} must be written here: only schemas and errors may be references`)
  else if (!isObject(content.schema)) report('', `${owner} needs a schema, which is an object`)
}

const lintMethodParts = (method: unknown, report: Report): void => {
  if (!isObject(method)) return report('', 'a method must be an object')
  const { name, params, result } = method
  if (typeof name !== 'string') return report('', 'a method needs a name')
  if (!Array.isArray(params)) report('', `${name} needs a list of params`)
  else
    for (const [index, param] of params.entries())
      lintContent(param, `a parameter of ${name}`, under(report, pointer('params', index)))
  if (result === undefined) report('', `${name} needs a result with a schema`)
  else lintContent(result, `the result of ${name}`, under(report, '/result'))
}

/** Reports the parts that every other rule reads, and that the meta-schema does not require. */
export const lintParts = (document: unknown, report: Report): void => {
  if (!isObject(document)) return
  const { methods, components } = document
  if (!Array.isArray(methods)) return report('', 'needs a list of methods')
  for (const [index, method] of methods.entries()) lintMethodParts(method, under(report, pointer('methods', index)))
  for (const part of ['schemas', 'errors']) {
    const entries = isObject(components) ? components[part] : undefined
    if (!isObject(entries)) report('', `needs components/${part}`)
    else
      for (const [name, entry] of Object.entries(entries))
        if (!isObject(entry)) report(pointer('components', part, name), `${name} must be an object, not ${entry}`)
  }
}
