import { Ajv, type ValidateFunction } from 'ajv'
import type { Contract, ErrorExtension, Schema } from '../../src/contract/contract.js'
import { dataSampleOf, dataSchemaOf, dataSchemasOf } from '../../src/contract/error-data.js'
import { isFine, pointer, type Report, under, wording } from '../../src/contract/lint/mistake.js'
import type { WrittenContract } from '../../src/contract/with-errors.js'
import { lintSchema } from './lint-schema.js'

interface CodeRule {
  readonly first: number
  readonly last: number
  readonly statuses: readonly number[]
  readonly meaning: string
  /** True for Tollgate's codes: each belongs to one error, so that clients recognize it. */
  readonly isOwn?: true
}

const one = (code: number, meaning: string, statuses: readonly number[]): CodeRule => ({
  first: code,
  last: code,
  statuses,
  meaning,
})

/**
 * The meaning of each code of JSON-RPC 2.0 and of the gateway, and the HTTP statuses (RFC 9110)
 * with the same meaning.
 */
export const codeRules: readonly CodeRule[] = [
  one(-32700, 'text that is not JSON', [400]),
  one(-32600, 'no request that could be read', [400, 405, 408, 413, 414, 415, 417, 426, 431]),
  one(-32601, 'an unknown method, in a reply', [200]),
  one(-32602, 'wrong params, in a reply', [200]),
  one(-32603, 'a fault behind the gateway or in it', [500, 502, 503, 504]),
  one(-32005, 'a limit', [200, 429]),
  { first: -32099, last: -32000, statuses: [200], meaning: 'an error of the call, in a reply' },
  { first: -33099, last: -33000, statuses: [402], meaning: 'credits that are used up', isOwn: true },
  { first: -33199, last: -33100, statuses: [401, 403], meaning: 'a caller that may not', isOwn: true },
  { first: -33299, last: -33200, statuses: [429], meaning: 'a caller that is too fast', isOwn: true },
  one(-33404, 'a path that is not there', [404]),
  { first: -33409, last: -33400, statuses: [404, 409, 410], meaning: 'something that is not there', isOwn: true },
]

type Errors = Contract['components']['errors']

/** An error of the contract: its entry and its row, with the reports of mistakes in them. */
interface TableEntry {
  readonly name: string
  readonly error: Errors[string]
  readonly row: ErrorExtension
  /** The members of its data. */
  readonly members: ReadonlySet<string>
  readonly inError: Report
  readonly inRow: Report
}

const lintCode = ({ name, error: { code, message }, row, inError, inRow }: TableEntry, errors: Errors): void => {
  const status = row.httpStatus
  const rule = codeRules.find(({ first, last }) => first <= code && code <= last)
  if (rule === undefined)
    inError('/code', `${code} is no code of JSON-RPC 2.0 or of the gateway (-33000 to -33499): nodes use the others`)
  else if (!rule.statuses.includes(status))
    inRow('/httpStatus', `${status} does not go with code ${code}, ${rule.meaning}: ${rule.statuses.join(' or ')}`)
  // A call refused before any node was asked costs nothing.
  if (row.isCharged === true && status !== 200 && status < 500)
    inRow('/isCharged', `a call that is refused with HTTP ${status} was not forwarded, so it cannot be charged`)
  const sharing = Object.keys(errors).filter((other) => errors[other]!.code === code)
  if (rule?.isOwn === true && sharing[0] !== name) inError('/code', `${code} is the code of ${sharing[0]} already`)
  // Clients could not tell them apart.
  const alike = sharing.find((other) => errors[other]!.message === message)
  if (alike !== name) inError('', `has code and message of ${alike}`)
}

/**
 * Words in a message that make alloy (cast, foundry) retry; only a transient error may contain
 * them.
 */
const retried = ['rate limit', 'rate exceeded', 'too many requests', 'credits limited', 'request limit']

/**
 * Every placeholder of a message must be known when the message is made: a member of the data, or
 * declared in `fill`.
 */
const lintMessage = ({ name, error: { message }, row: { fill = [] }, members, inError, inRow }: TableEntry): void => {
  const word = retried.find((text) => message.toLowerCase().includes(text))
  if (word !== undefined && !members.has('retryAfterMs'))
    inError('/message', `"${word}" makes clients retry an error that stays`)
  const used = [...message.matchAll(/\{([^{}\s]*)\}/g)].map(([, placeholder]) => placeholder!)
  for (const placeholder of used)
    if (!members.has(placeholder) && !fill.includes(placeholder))
      inError('/message', `{${placeholder}} is neither in the data of ${name} nor in its fill`)
  for (const placeholder of fill)
    if (!used.includes(placeholder)) inRow('/fill', `${placeholder} is not in the message of ${name}`)
}

const lintDataSchema = ({ name, row }: TableEntry, report: Report): void => {
  for (const [index, { properties = {}, required }] of dataSchemasOf(row.data ?? {}).entries()) {
    const at = row.data?.oneOf === undefined ? '' : `/oneOf/${index}`
    for (const [key, member] of Object.entries(properties))
      if (!(member as Schema).description) report(`${at}/properties${pointer(key)}`, 'has no description')
    for (const key of ['name', ...(row.reason === undefined ? [] : ['reason'])])
      if (key in properties)
        report(`${at}/properties${pointer(key)}`, `${key} is added to the data of ${name} anyway, leave it out here`)
    for (const key of (required ?? []) as string[])
      if (!Object.hasOwn(properties, key)) report(`${at}/required`, `${key} is not among the properties`)
  }
}

const ajv = new Ajv({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  logger: false,
  code: { optimize: false },
})

/** Forbids members that the schema does not describe, because no client can know them. */
const closed = (schema: Schema): Schema => ({
  oneOf: dataSchemasOf(schema).map((alternative) => ({ ...alternative, additionalProperties: false })),
})

const lintSample = ({ name, error: { data }, row, inError, inRow }: TableEntry): void => {
  let validate: ValidateFunction
  try {
    validate = ajv.compile(closed(dataSchemaOf(name, row)))
  } catch (error) {
    return inRow('/data', (error as Error).message)
  } finally {
    ajv.removeSchema()
  }
  if (validate(dataSampleOf(name, row, data))) return
  const error = validate.errors?.find(({ keyword }) => keyword !== 'oneOf') ?? validate.errors?.[0]
  inError(`/data${error?.instancePath ?? ''}`, wording(error?.message, error?.params))
}

/** Members of the data that tell when to retry. */
const times = ['retryAfterMs', 'resetsAt']

const lintEntry = (entry: TableEntry, errors: Errors): void => {
  const { name, row, members, inError, inRow } = entry
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) inError('', `${name} must be lower-case words joined by -`)
  lintCode(entry, errors)
  lintMessage(entry)
  if (isFine(under(inRow, '/data'), (found) => lintDataSchema(entry, found))) lintSample(entry)
  const hasTime = times.some((member) => members.has(member))
  if ((row.retry === 'after') !== hasTime)
    inRow('/retry', `after goes with ${times.join(' or ')} in the data, and only with them`)
}

/**
 * Checks the two tables of errors: a row for each error, codes with their meanings, HTTP statuses
 * and charges, messages that do not mislead clients and whose placeholders can be filled, and data
 * that fit their schema.
 */
export const lintErrorTable = ({ components: { errors }, 'x-errors': rows }: WrittenContract, report: Report): void => {
  for (const name of Object.keys(rows))
    if (!Object.hasOwn(errors, name)) report(pointer('x-errors', name), `${name} is not in components/errors`)
  for (const [name, error] of Object.entries(errors)) {
    const inError = under(report, pointer('components', 'errors', name))
    const row = rows[name]
    if (row === undefined) {
      inError('', `${name} has no row in x-errors`)
      continue
    }
    const inRow = under(report, pointer('x-errors', name))
    const { data = {} } = row
    if (!isFine(under(inRow, '/data'), (found) => lintSchema(data, found))) continue
    const members = new Set(dataSchemasOf(data).flatMap(({ properties = {} }) => Object.keys(properties)))
    lintEntry({ name, error, row, members, inError, inRow }, errors)
  }
}
