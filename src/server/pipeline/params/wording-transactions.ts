const NOT_BASE64 = /[^A-Za-z0-9+/]/u
const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u

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
