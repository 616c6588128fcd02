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
  if (index === undefined) return countWording(row, violation)
  const own = typeof value === 'string' ? textWording(value, violation, params) : undefined
  if (own !== undefined) return own
  if (kind === 'single-member' && typeof value === 'object' && value !== null) {
    return 'Invalid params: invalid value: map, expected map with a single key.'
  }
  if (dependency !== undefined) {
    const { member, on } = dependency
    return `Invalid params: ${member} does not go with ${on} ${asText(value)}, expected one of ${allowedBy(error)}.`
  }
  if (keyword === 'enum' && typeof value === 'string') {
    const allowed = allowedBy(error)
    return `Invalid params: unknown variant \`${value.slice(0, 80)}\`, expected one of ${allowed}.`
  }
  if (keyword === 'required') return `Invalid params: missing field \`${String(error.params.missingProperty)}\`.`
  return `Invalid params: invalid type: ${serdeType(value)}, expected ${expectedType(violation)}.`
}

/** agave's message for an invalid text parameter; undefined if serde reports it. */
const textWording = (text: string, { kind, index }: Violation, params: readonly unknown[]): string | undefined => {
  if (kind === 'pubkey') return `Invalid param: ${pubkeyTrouble(text) ?? 'Invalid'}`
  if (kind === 'signature') return `Invalid param: ${signatureTrouble(text) ?? 'Invalid'}`
  if (kind === 'base64') return base64Wording(text)
  if (kind !== 'transaction') return undefined
  const config = params[(index ?? 0) + 1] as { readonly encoding?: unknown } | null | undefined
  return transactionWording(text, config?.encoding)
}

const asText = (value: unknown): string => (typeof value === 'string' ? quoted(value) : serdeType(value))

const allowedBy = ({ params }: Violation['error']): string =>
  (params.allowedValues as (string | null)[])
    .filter((name) => name !== null)
    .map((name) => `\`${name}\``)
    .join(', ')

const countWording = (row: MethodRow, { value, keyword, error }: Violation): string => {
  if (keyword !== 'minItems')
    return `Invalid params: invalid length ${(value as unknown[]).length}, expected at most ${row.params.length} arguments.`
  return `\`params\` should have at least ${error.params.limit} argument(s)`
}

const MAX_U64 = 2n ** 64n - 1n
const MIN_I64 = -(2n ** 63n)

const expectedType = ({ error, component }: Violation): string => {
  if (error.keyword === 'enum') return 'a string'
  if (error.keyword === 'type') {
    const type = String(error.params.type)
    if (type === 'integer') return 'u64'
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
