import type { MethodRow } from '../../../../generated/methods.js'
import { BASE58 } from '../../../runtime/base58.js'
import { pubkeyTrouble, signatureTrouble } from '../../networks/pubkey.js'
import { quoted, type Violation } from './violation.js'

const NOT_BASE64 = /[^A-Za-z0-9+/]/u
const NOT_BASE58 = new RegExp(`[^${BASE58}]`, 'u')

/** Name of agave's transaction type in its messages. */
const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction'
const TOO_SHORT = `failed to deserialize ${TRANSACTION_TYPE}: io error: unexpected end of file`

/**
 * agave's message for invalid base64: the first fault, as the crate `base64` names it. Undefined if
 * the text is valid.
 *
 * Source  anza-xyz/agave rpc/src/rpc.rs, decode_and_deserialize; base64 0.22, DecodeError
 */
export const base64Wording = (text: string): string | undefined => {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = text.length - padding
  // The letters before it are ASCII, so their number is that of their bytes.
  const at = text.slice(0, length).search(NOT_BASE64)
  const said = (fault: string) => `invalid base64 encoding: ${fault}`
  if (at !== -1) return said(`InvalidByte(${at}, ${Buffer.from(text.slice(at, at + 2))[0]})`)
  if (length % 4 === 1) return said(`InvalidLength(${text.length})`)
  return text.length % 4 === 0 ? undefined : said('InvalidPadding')
}

/** agave's message for invalid base58, or undefined. Source: bs58 0.5, decode::Error */
const base58Wording = (text: string): string | undefined => {
  const index = text.search(NOT_BASE58)
  if (index === -1) return undefined
  const code = text.codePointAt(index)!
  if (code > 0x7f) return `invalid base58 encoding: NonAsciiCharacter { index: ${index} }`
  const character = String.fromCodePoint(code)
  const shown = character === "'" ? "\\'" : JSON.stringify(character).slice(1, -1).replace('\\"', '"')
  return `invalid base58 encoding: InvalidCharacter { character: '${shown}', index: ${index} }`
}

/** agave's message for an invalid transaction, in base64 or, by default, base58. */
export const transactionWording = (text: string, encoding: unknown): string =>
  (encoding === 'base64' ? base64Wording(text) : base58Wording(text)) ?? TOO_SHORT

/**
 * The message of a contract violation on a Solana network, in agave's words: serde's text for
 * shapes, agave's for keys, signatures and transactions. `params` tell how the latter are encoded.
 *
 * Source  anza-xyz/agave rpc/src/rpc.rs; serde_json; docs/wire-facts.md, 1.2
 */
export const solanaWording = (row: MethodRow, violation: Violation, params: readonly unknown[]): string => {
  const { index, kind, keyword, value, dependency, error } = violation
  if (index === undefined) return countWording(row, value as readonly unknown[])
  const own = typeof value === 'string' ? textWording(value, row, violation, params) : mentionsWording(row, value)
  if (own !== undefined) return own
  if (kind === 'single-member' && typeof value === 'object' && value !== null) {
    return 'Invalid params: invalid value: map, expected map with a single key.'
  }
  if (dependency !== undefined) {
    const { member, on } = dependency
    return `Invalid params: ${member} does not go with ${on} ${asText(value)}, expected ${variants(allowedBy(error))}.`
  }
  if (keyword === 'enum' && typeof value === 'string') {
    const expected = variants(allowedBy(error))
    return `Invalid params: unknown variant \`${value.slice(0, 80)}\`, expected ${expected}.`
  }
  if (keyword === 'required') return `Invalid params: missing field \`${String(error.params.missingProperty)}\`.`
  // A type that fits, with a value that does not.
  const fault = keyword === 'minimum' ? 'value' : 'type'
  return `Invalid params: invalid ${fault}: ${serdeType(value)}, expected ${expectedType(violation)}.`
}

/** agave's message for an invalid text parameter; undefined if serde reports it. */
const textWording = (
  text: string,
  row: MethodRow,
  { kind, index }: Violation,
  params: readonly unknown[],
): string | undefined => {
  if (kind === 'pubkey') return keyWording(row, kind, pubkeyTrouble(text))
  if (kind === 'signature') return keyWording(row, kind, signatureTrouble(text))
  if (kind === 'base64') return base64Wording(text)
  if (kind !== 'transaction') return undefined
  const config = params[(index ?? 0) + 1] as { readonly encoding?: unknown } | null | undefined
  return transactionWording(text, config?.encoding)
}

/**
 * agave's message for a key or signature. Source: agave rpc/src/rpc.rs; of subscriptions
 * rpc_pubsub.rs, param
 */
export const keyWording = ({ effect }: MethodRow, what: 'pubkey' | 'signature', trouble = 'Invalid'): string =>
  effect === 'subscription' ? `Invalid Request: Invalid ${what} provided` : `Invalid param: ${trouble}`

/**
 * agave's message for the accounts that a stream of logs is about. Source: agave rpc_pubsub.rs,
 * logs_subscribe
 */
const mentionsWording = ({ effect }: MethodRow, filter: unknown): string | undefined => {
  const { mentions } = (filter ?? {}) as { readonly mentions?: unknown }
  if (effect !== 'subscription' || !Array.isArray(mentions)) return undefined
  if (mentions.length !== 1) return 'Invalid Request: Only 1 address supported'
  return typeof mentions[0] === 'string' ? 'Invalid Request: Invalid mentions provided' : undefined
}

const asText = (value: unknown): string => (typeof value === 'string' ? quoted(value) : serdeType(value))

const allowedBy = ({ params }: Violation['error']): string[] =>
  (params.allowedValues as (string | null)[]).filter((name) => name !== null).map((name) => `\`${name}\``)

/** Source: serde, OneOf */
const variants = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(' or ') : `one of ${names.join(', ')}`

/**
 * agave's message for a wrong number of params; `undefined`: they are no array.
 *
 * Source  jsonrpc-derive 18, to_delegate.rs; jsonrpc-core 18, expect_no_params and errors; serde
 */
export const countWording = ({ params }: MethodRow, given: readonly unknown[] | undefined): string => {
  const { length } = params
  if (length === 0) return 'Invalid parameters: No parameters were expected'
  const least = params.filter(({ isRequired }) => isRequired).length
  if (least < length) {
    if (given === undefined) return '`params` should be an array'
    if (given.length < least) return `\`params\` should have at least ${least} argument(s)`
    return `Invalid parameters: Expected from ${least} to ${length} parameters.`
  }
  const what = given === undefined ? 'invalid type: map' : `invalid length ${given.length}`
  const isLong = given !== undefined && given.length > length
  return `Invalid params: ${what}, expected ${isLong ? 'fewer elements in array' : `a tuple of size ${length}`}.`
}

const MAX_U64 = 2n ** 64n - 1n
const MIN_I64 = -(2n ** 63n)

const expectedType = ({ error, component }: Violation): string => {
  if (error.keyword === 'enum') return 'a string'
  if (error.keyword === 'type') {
    const type = String(error.params.type)
    if (type === 'integer') return 'u64'
    if (type === 'array') return 'a sequence'
    return type === 'object' ? 'a map' : `a ${type}`
  }
  // The smallest unsigned integer, and the largest.
  if (error.keyword === 'minimum' || error.keyword === 'maximum') return 'u64'
  return error.keyword === 'anyOf' ? 'another value' : (component ?? 'another value')
}

const serdeType = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  switch (typeof value) {
    case 'string':
      return `string ${quoted(value)}`
    case 'number':
      return `${Number.isSafeInteger(value) ? 'integer' : 'floating point'} \`${value}\``
    case 'bigint':
      // serde reads an integer beyond 64 bits as a floating-point number.
      return value <= MAX_U64 && value >= MIN_I64 ? `integer \`${value}\`` : `floating point \`${Number(value)}\``
    case 'boolean':
      return `boolean \`${value}\``
    default:
      return 'map'
  }
}
