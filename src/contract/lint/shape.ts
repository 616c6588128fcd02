import { createRequire } from 'node:module'
import { isObject } from '../map-schema.js'
import { pointer, type Report, wording } from './mistake.js'

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

/** The message about a document without the parts that every rule reads. */
export const NO_SKELETON = 'methods or components lack a part that the generator needs'

const skeletonOf = (method: unknown): boolean =>
  isObject(method) &&
  typeof method.name === 'string' &&
  Array.isArray(method.params) &&
  [...method.params, method.result].every((content) => isObject(content) && isObject(content.schema))

/** True if a document has the parts that every other rule reads. */
export const hasSkeleton = (document: unknown): boolean =>
  isObject(document) &&
  Array.isArray(document.methods) &&
  document.methods.every(skeletonOf) &&
  isObject(document.components) &&
  isObject(document.components.schemas) &&
  isObject(document.components.errors) &&
  Object.values(document.components.schemas).every(isObject) &&
  Object.values(document.components.errors).every(isObject)
