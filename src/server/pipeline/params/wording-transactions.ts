import { base58Digit } from '../../../runtime/base58-digits.js'

const BASE64 = /^[A-Za-z0-9+/]$/
const PADDING = /={1,2}$/

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
  const padding = PADDING.exec(text)?.[0].length ?? 0
  const core = [...text.slice(0, text.length - padding)]
  const at = core.findIndex((character) => !BASE64.test(character))
  const said = (fault: string) => `invalid base64 encoding: ${fault}`
  if (at !== -1) {
    const before = Buffer.byteLength(core.slice(0, at).join(''))
    return said(`InvalidByte(${before}, ${Buffer.from(core[at]!)[0]})`)
  }
  if (core.length % 4 === 1) return said(`InvalidLength(${text.length})`)
  return (core.length + padding) % 4 === 0 ? undefined : said('InvalidPadding')
}

/** agave's message for invalid base58, or undefined. Source: bs58 0.5, decode::Error */
const base58Wording = (text: string): string | undefined => {
  const characters = [...text]
  const at = characters.findIndex((character) => base58Digit(character.codePointAt(0)!) < 0)
  if (at === -1) return undefined
  const [index, code] = [Buffer.byteLength(characters.slice(0, at).join('')), characters[at]!.codePointAt(0)!]
  if (code > 0x7f) return `invalid base58 encoding: NonAsciiCharacter { index: ${index} }`
  const shown = characters[at] === "'" ? "\\'" : JSON.stringify(characters[at]).slice(1, -1).replace('\\"', '"')
  return `invalid base58 encoding: InvalidCharacter { character: '${shown}', index: ${index} }`
}

/** agave's message for an invalid transaction, in base64 or, by default, base58. */
export const transactionWording = (text: string, encoding: unknown): string =>
  (encoding === 'base64' ? base64Wording(text) : base58Wording(text)) ?? TOO_SHORT
