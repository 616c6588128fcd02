import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { type ConfigPath, type Finding, formatPath } from './finding.js'
import { didYouMean } from './suggestion.js'

/** Path of the configuration's schema, for editors too. */
export const SCHEMA_FILE = fileURLToPath(new URL('./config.schema.json', import.meta.url))

let parsed: object | undefined

/** The configuration's schema, parsed on first use, so that other commands do not pay for it. */
export const configSchema = (): object => {
  parsed ??= JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as object
  return parsed
}

const require = createRequire(import.meta.url)

/** Generated code, loaded on first use. */
const validator = (): ValidateFunction => require('../../../generated/config-validator.cjs') as ValidateFunction

const TYPE_NAMES: Record<string, string> = {
  object: 'a mapping (key: value)',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  'string,object': 'a text or a mapping (key: value)',
}

const PATTERN_MESSAGES: Record<string, string> = {
  '^https?://[^/]': 'must be an http:// or https:// address, such as http://127.0.0.1:8545',
  '^wss?://[^/]': 'must be a ws:// or wss:// address, such as ws://127.0.0.1:8546',
  '^rediss?://[^/]': 'must be a redis:// or rediss:// address, such as redis://127.0.0.1:6379',
  '^[A-Za-z0-9_-]{1,100}$': 'the name of a header has letters, digits, "-" and "_"',
  '^[!-~](?:[ -~]*[!-~])?$': 'must be printable ASCII without blanks around it',
  // As the one before, or empty, which minLength reports.
  '^(?:[!-~](?:[ -~]*[!-~])?)?$': 'must be printable ASCII without blanks around it',
  '^(?:\\*|[a-z][a-z0-9+.-]*://[^/?#@,\\sA-Z]+)$':
    'must be * or an origin as browsers send it, in lower case and without a path: https://app.example',
  '^!?[A-Za-z0-9_*]+$': 'must be a pattern of method names: eth_getBalance, eth_*, !debug_*',
  '^[a-z0-9-]+$': 'a network name is part of an address: only a-z, 0-9 and "-" are allowed',
  '^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)(?:\\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*$':
    'must be a host name, without a port',
  '^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)(?:\\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*$|^\\[[0-9A-Fa-f:.]+\\]$':
    'must be a host name, without a port',
  '^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)(?:\\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*$|^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9_.-]+)?$':
    'must be an IP address or a host name, without a port',
  '^https?://[^/?#@\\s]+/?$':
    'must be an http:// or https:// address without a path, such as https://account.example.com',
  '^https?://[^?#@\\s]+$': 'must be an http:// or https:// address without user, query and fragment',
  '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$': 'must be one scope: printable ASCII without blanks, quotes and backslashes',
  '^[A-Za-z0-9-]+$': 'the name of a header has letters, digits and "-"',
  '^[\\x20-\\x7e]*$': 'must be printable ASCII',
  '^[A-Za-z0-9_]+$': 'must be the name of a method: letters, digits and "_"',
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a fraction'
  return typeof value === 'boolean' ? 'true or false' : 'a text'
}

const list = (values: readonly unknown[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

const LIMIT_WORDS: Record<string, string> = { '>=': 'at least', '<=': 'at most' }

/** Describes a wrong value; quotes it only if `canQuote`, because it may be a secret. */
const messageFor = ({ keyword, params, data, message }: ErrorObject, canQuote: boolean): string => {
  switch (keyword) {
    case 'type':
      return `must be ${TYPE_NAMES[params.type] ?? params.type}, not ${typeOf(data)}`
    case 'enum': {
      const found = canQuote && typeof data === 'string' ? `"${data}"${didYouMean(data, params.allowedValues)}` : 'that'
      return `must be ${list(params.allowedValues)}, not ${found}`
    }
    case 'minimum':
    case 'maximum':
      return `must be ${LIMIT_WORDS[params.comparison]} ${params.limit}`
    case 'pattern':
      return PATTERN_MESSAGES[params.pattern] ?? `must match ${params.pattern}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'minItems':
    case 'minProperties':
      return 'needs at least one entry'
    default:
      return message ?? keyword
  }
}

const pointerToPath = (pointer: string, root: unknown): ConfigPath => {
  let node = root
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(node) ? Number(name) : name
      node = (node as Record<string | number, unknown>)[step]
      return step
    })
}

const toFinding = (error: ErrorObject, root: unknown, isSubstituted: (path: ConfigPath) => boolean): Finding[] => {
  const path = pointerToPath(error.instancePath, root)
  const { keyword, params, parentSchema } = error
  if (keyword === 'required') return [{ path: [...path, params.missingProperty], at: 'key', message: 'is missing' }]
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty
    const known = Object.keys(parentSchema?.properties ?? {})
    return [{ path: [...path, name], at: 'key', message: `is not a known key${didYouMean(name, known)}` }]
  }
  if (keyword === 'propertyNames') return []
  if (error.propertyName !== undefined) {
    const isReserved = keyword === 'not'
    const message = isReserved ? 'this name is taken by an address of the gateway' : messageFor(error, true)
    return [{ path: [...path, error.propertyName], at: 'key', message }]
  }
  return [{ path, at: 'value', message: messageFor(error, !isSubstituted(path)) }]
}

/** The spellings of numbers, by type: those of YAML, so that a value may move into a variable. */
const NUMERALS: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,16}$/,
  number: /^[-+]?(?:\d{1,16}(?:\.\d{0,16})?|\.\d{1,16})(?:[eE][-+]?\d{1,2})?$/,
}

/**
 * Converts a text from the environment to the number or boolean that the schema requires, if it has
 * that form.
 */
const convert = (text: unknown, type: string): unknown => {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (typeof text === 'string' && NUMERALS[type]?.test(text) === true) return Number(text)
  return undefined
}

const convertAt = (root: unknown, path: ConfigPath, type: string): boolean => {
  const last = path.at(-1)
  const holder = path.slice(0, -1).reduce((node, step) => (node as Record<string | number, unknown>)[step], root)
  if (last === undefined) return false
  const holderRecord = holder as Record<string | number, unknown>
  const value = convert(holderRecord[last], type)
  if (value === undefined) return false
  holderRecord[last] = value
  return true
}

/**
 * Checks data against config.schema.json and fills in the schema's defaults, in place.
 * `isSubstituted` marks values from the environment: they may stand for numbers and booleans, and
 * are never quoted.
 */
export const checkSchema = (data: unknown, isSubstituted: (path: ConfigPath) => boolean): Finding[] => {
  const validate = validator()
  if (validate(data)) return []
  const conversions = (validate.errors ?? []).filter(({ keyword, instancePath, params }) => {
    const path = pointerToPath(instancePath, data)
    return keyword === 'type' && isSubstituted(path) && convertAt(data, path, params.type)
  })
  if (conversions.length > 0 && validate(data)) return []
  const seen = new Set<string>()
  return (validate.errors ?? [])
    .flatMap((error) => toFinding(error, data, isSubstituted))
    .filter(({ path, message }) => {
      const sentence = `${formatPath(path)} ${message}`
      return !seen.has(sentence) && seen.add(sentence)
    })
}
