import { Ajv, type ValidateFunction } from 'ajv'
import { type Contract, type ErrorExtension, literal, type Schema } from '../contract.js'
import { alternativesOf, dataSampleOf, dataSchemaOf, placeholdersOf } from '../error-data.js'
import { isObject } from '../map-schema.js'
import { unknownPlaceholders } from '../prose.js'
import { type ContractMistake, pointer, wording } from './mistake.js'

/** Shared by all documents: compiling the meta-schema is most of the cost of checking a sample. */
const ajv = new Ajv({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  logger: false,
  code: { optimize: false },
})

/** Members of the data that tell when to retry. */
const times = ['retryAfterMs', 'resetsAt']

const membersOf = (row: ErrorExtension): Set<string> =>
  new Set(alternativesOf(row.data ?? {}).flatMap(({ properties = {} }) => Object.keys(properties)))

/** Forbids members that the schema does not describe, because no client can know them. */
const closed = (schema: Schema): Schema => ({
  oneOf: alternativesOf(schema).map((alternative) => ({ ...alternative, additionalProperties: false })),
})

const lintSchema = (name: string, row: ErrorExtension, path: string): ContractMistake[] => {
  const mistakes = alternativesOf(row.data ?? {}).flatMap((schema, index) => {
    const at = row.data?.oneOf === undefined ? path : `${path}/oneOf/${index}`
    const { properties = {} } = schema
    const bare = Object.entries(properties).filter(([, member]) => !isObject(member) || !member.description)
    const taken = ['name', ...(row.reason === undefined ? [] : ['reason'])].filter((key) => key in properties)
    const unknown = ((schema.required ?? []) as string[]).filter((key) => !Object.hasOwn(properties, key))
    return [
      ...bare.map(([key]) => ({ path: `${at}/properties${pointer(key)}`, message: 'has no description' })),
      ...taken.map((key) => ({
        path: `${at}/properties${pointer(key)}`,
        message: `${key} is added to the data of ${name} anyway, leave it out here`,
      })),
      ...unknown.map((key) => ({ path: `${at}/required`, message: `${key} is not among the properties` })),
    ]
  })
  return mistakes
}

const judgeSample = (name: string, row: ErrorExtension, data: unknown): ContractMistake[] => {
  const path = pointer('components', 'errors', name, 'data')
  if (data !== undefined && !isObject(data)) return [{ path, message: 'must be an object' }]
  let validate: ValidateFunction
  try {
    validate = ajv.compile(closed(dataSchemaOf(name, row)))
  } catch (error) {
    return [{ path: pointer('x-errors', name, 'data'), message: (error as Error).message }]
  } finally {
    ajv.removeSchema()
  }
  if (validate(dataSampleOf(name, row, data))) return []
  const error = validate.errors?.find(({ keyword }) => keyword !== 'oneOf') ?? validate.errors?.[0]
  return [{ path: `${path}${error?.instancePath ?? ''}`, message: wording(error?.message, error?.params) }]
}

/**
 * Cached results for samples, most of which are the gateway's and in every document. Bounded,
 * because operators may reload documents for years.
 */
const verdicts = new Map<string, readonly ContractMistake[]>()
const maxVerdicts = 1_000

const lintSample = (name: string, row: ErrorExtension, data: unknown): readonly ContractMistake[] => {
  const sample = JSON.stringify({ name, row, data })
  const known = verdicts.get(sample)
  if (known !== undefined) return known
  if (verdicts.size >= maxVerdicts) verdicts.clear()
  const mistakes = judgeSample(name, row, data)
  verdicts.set(sample, mistakes)
  return mistakes
}

/**
 * Every placeholder of a message must be known when the message is made: a member of the data, or
 * declared in `fill`.
 */
const lintPlaceholders = (name: string, message: string, row: ErrorExtension): ContractMistake[] => {
  const used = placeholdersOf(message)
  const { fill = [] } = row
  const known = new Set([...membersOf(row), ...fill])
  const unknown = used.filter((placeholder) => !known.has(placeholder))
  const idle = fill.filter((placeholder) => !used.includes(placeholder))
  const path = pointer('components', 'errors', name, 'message')
  return [
    ...unknown.map((placeholder) => ({
      path,
      message: `{${placeholder}} is neither in the data of ${name} nor in its fill`,
    })),
    ...idle.map((placeholder) => ({
      path: pointer('x-errors', name, 'fill'),
      message: `${placeholder} is not in the message of ${name}`,
    })),
  ]
}

const lintRetry = (name: string, row: ErrorExtension): ContractMistake[] => {
  const hasTime = times.some((member) => membersOf(row).has(member))
  if ((row.retry === 'after') === hasTime) return []
  const path = pointer('x-errors', name, 'retry')
  return [{ path, message: `after goes with ${times.join(' or ')} in the data, and only with them` }]
}

/** Finds errors with the same code and message, which clients could not distinguish. */
const lintPairs = ({ components }: Contract): ContractMistake[] => {
  const seen = new Map<string, string>()
  return Object.entries(components.errors).flatMap(([name, { code, message }]) => {
    const pair = literal([code, message])
    const other = seen.get(pair)
    seen.set(pair, other ?? name)
    if (other === undefined) return []
    return [{ path: pointer('components', 'errors', name), message: `has code and message of ${other}` }]
  })
}

const lintProse = (contract: Contract): ContractMistake[] => {
  const proseIn = (value: unknown, path: string, index?: number): ContractMistake[] => {
    if (Array.isArray(value)) return value.flatMap((item, at) => proseIn(item, `${path}/${at}`, index))
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([key, member]) => {
      const at = `${path}${pointer(key)}`
      if (['examples', 'default', 'enum', 'const'].includes(key)) return []
      if (typeof member !== 'string' || (key !== 'description' && key !== 'summary')) return proseIn(member, at, index)
      const here = index === undefined ? undefined : contract.methods[index]
      return unknownPlaceholders(contract, member, here).map((name) => ({
        path: at,
        message: `{${name}} stands for no number of the contract`,
      }))
    })
  }
  return [
    ...contract.methods.flatMap((method, index) => proseIn(method, pointer('methods', index), index)),
    ...proseIn(contract.components.schemas, pointer('components', 'schemas')),
  ]
}

/**
 * Checks the content of errors: data that fit their schema, messages whose placeholders can be
 * filled, retries with a time, and numbers in prose.
 */
export const lintErrorData = (contract: Contract): ContractMistake[] => {
  const rows = Object.entries(contract['x-errors']).flatMap(([name, row]) => {
    const error = contract.components.errors[name]
    if (error === undefined || !isObject(row)) return []
    const data = lintSchema(name, row, pointer('x-errors', name, 'data'))
    return [
      ...(data.length > 0 ? data : lintSample(name, row, error.data)),
      ...lintPlaceholders(name, String(error.message), row),
      ...lintRetry(name, row),
    ]
  })
  return [...rows, ...lintPairs(contract), ...lintProse(contract)]
}
