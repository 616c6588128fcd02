import { Ajv, type ValidateFunction } from 'ajv'
import { isObject } from '../../runtime/is-object.js'
import { type Contract, type ErrorExtension, literal, type Schema } from '../contract.js'
import { dataSampleOf, dataSchemaOf, dataSchemasOf, placeholdersOf } from '../error-data.js'
import { type ContractMistake, isFine, mistakesOf, pointer, type Report, under, wording } from './mistake.js'
import type { LintRule } from './rule.js'

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
  new Set(dataSchemasOf(row.data ?? {}).flatMap(({ properties = {} }) => Object.keys(properties)))

/** Forbids members that the schema does not describe, because no client can know them. */
const closed = (schema: Schema): Schema => ({
  oneOf: dataSchemasOf(schema).map((alternative) => ({ ...alternative, additionalProperties: false })),
})

const lintSchema = (name: string, row: ErrorExtension, report: Report): void => {
  for (const [index, { properties = {}, required }] of dataSchemasOf(row.data ?? {}).entries()) {
    const at = row.data?.oneOf === undefined ? '' : `/oneOf/${index}`
    for (const [key, member] of Object.entries(properties))
      if (!isObject(member) || !member.description) report(`${at}/properties${pointer(key)}`, 'has no description')
    for (const key of ['name', ...(row.reason === undefined ? [] : ['reason'])])
      if (key in properties)
        report(`${at}/properties${pointer(key)}`, `${key} is added to the data of ${name} anyway, leave it out here`)
    for (const key of (required ?? []) as string[])
      if (!Object.hasOwn(properties, key)) report(`${at}/required`, `${key} is not among the properties`)
  }
}

const judgeSample = (name: string, row: ErrorExtension, data: unknown, report: Report): void => {
  const path = pointer('components', 'errors', name, 'data')
  if (data !== undefined && !isObject(data)) return report(path, 'must be an object')
  let validate: ValidateFunction
  try {
    validate = ajv.compile(closed(dataSchemaOf(name, row)))
  } catch (error) {
    return report(pointer('x-errors', name, 'data'), (error as Error).message)
  } finally {
    ajv.removeSchema()
  }
  if (validate(dataSampleOf(name, row, data))) return
  const error = validate.errors?.find(({ keyword }) => keyword !== 'oneOf') ?? validate.errors?.[0]
  report(`${path}${error?.instancePath ?? ''}`, wording(error?.message, error?.params))
}

/**
 * Cached results for samples, most of which are the gateway's and in every document. Bounded,
 * because operators may reload documents for years.
 */
const verdicts = new Map<string, readonly ContractMistake[]>()
const maxVerdicts = 1_000

const lintSample = (name: string, row: ErrorExtension, data: unknown, report: Report): void => {
  const sample = JSON.stringify({ name, row, data })
  let mistakes = verdicts.get(sample)
  if (mistakes === undefined) {
    if (verdicts.size >= maxVerdicts) verdicts.clear()
    mistakes = mistakesOf((found) => judgeSample(name, row, data, found))
    verdicts.set(sample, mistakes)
  }
  for (const { path, message } of mistakes) report(path, message)
}

/**
 * Every placeholder of a message must be known when the message is made: a member of the data, or
 * declared in `fill`.
 */
const lintPlaceholders = (name: string, message: string, row: ErrorExtension, report: Report): void => {
  const used = placeholdersOf(message)
  const { fill = [] } = row
  const known = new Set([...membersOf(row), ...fill])
  for (const placeholder of used)
    if (!known.has(placeholder))
      report(
        pointer('components', 'errors', name, 'message'),
        `{${placeholder}} is neither in the data of ${name} nor in its fill`,
      )
  for (const placeholder of fill)
    if (!used.includes(placeholder))
      report(pointer('x-errors', name, 'fill'), `${placeholder} is not in the message of ${name}`)
}

const lintRetry = (name: string, row: ErrorExtension, report: Report): void => {
  const hasTime = times.some((member) => membersOf(row).has(member))
  if ((row.retry === 'after') === hasTime) return
  report(pointer('x-errors', name, 'retry'), `after goes with ${times.join(' or ')} in the data, and only with them`)
}

/** Finds errors with the same code and message, which clients could not distinguish. */
const lintPairs = ({ components }: Contract, report: Report): void => {
  const seen = new Map<string, string>()
  for (const [name, { code, message }] of Object.entries(components.errors)) {
    const pair = literal([code, message])
    const other = seen.get(pair)
    seen.set(pair, other ?? name)
    if (other !== undefined) report(pointer('components', 'errors', name), `has code and message of ${other}`)
  }
}

/**
 * Checks the content of errors: data that fit their schema, messages whose placeholders can be
 * filled, and retries with a time.
 */
export const lintErrorData: LintRule = (contract, report) => {
  for (const [name, row] of Object.entries(contract['x-errors'])) {
    const error = contract.components.errors[name]
    if (error === undefined || !isObject(row)) continue
    const ofData = under(report, pointer('x-errors', name, 'data'))
    if (isFine(ofData, (found) => lintSchema(name, row, found))) lintSample(name, row, error.data, report)
    lintPlaceholders(name, String(error.message), row, report)
    lintRetry(name, row, report)
  }
  lintPairs(contract, report)
}
