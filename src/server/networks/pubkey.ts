import { base58Digit } from '../../runtime/base58.js'

/**
 * Size of base58 texts, in bytes and in characters at most. agave checks the text's length before
 * it decodes.
 */
const PUBKEY = { bytes: 32, maxText: 44 }
const SIGNATURE = { bytes: 64, maxText: 88 }

/** Returns why a text is not base58 of the given size, in the words of Solana's parsers. */
const base58Trouble = (text: string, { bytes: size, maxText }: typeof PUBKEY): 'WrongSize' | 'Invalid' | undefined => {
  if (text.length > maxText) return 'WrongSize'
  const bytes = new Uint8Array(size + 1)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    let carry = base58Digit(text.charCodeAt(at))
    if (carry < 0) return 'Invalid'
    for (let index = 0; index < length; index++) {
      carry += bytes[index]! * 58
      bytes[index] = carry & 0xff
      carry >>= 8
    }
    if (carry > 0) bytes[length++] = carry
    if (length > size) return 'WrongSize'
  }
  for (let at = 0; text[at] === '1'; at++) length++
  return length === size ? undefined : 'WrongSize'
}

/**
 * Returns why a text is not a base58 public key of 32 bytes; undefined if it is.
 *
 * Source  solana-pubkey `FromStr`: ParsePubkeyError { WrongSize, Invalid }
 */
export const pubkeyTrouble = (text: string): 'WrongSize' | 'Invalid' | undefined => base58Trouble(text, PUBKEY)

/**
 * Returns why a text is not a base58 signature of 64 bytes; undefined if it is.
 *
 * Source  solana-signature `FromStr`: ParseSignatureError { WrongSize, Invalid }
 */
export const signatureTrouble = (text: string): 'WrongSize' | 'Invalid' | undefined => base58Trouble(text, SIGNATURE)
