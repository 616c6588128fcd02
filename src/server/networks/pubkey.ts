import { base58Digit } from '../../runtime/base58-digits.js'

const PUBKEY_BYTES = 32
/** The longest text of 32 bytes; agave looks at the length before it decodes. */
const MAX_PUBKEY_TEXT = 44

/**
 * Why a text is no base58 public key of 32 bytes, in the words of Solana's parser; undefined when it is one.
 *
 * Source  solana-pubkey `FromStr`: ParsePubkeyError { WrongSize, Invalid }
 */
export const pubkeyTrouble = (text: string): 'WrongSize' | 'Invalid' | undefined => {
  if (text.length > MAX_PUBKEY_TEXT) return 'WrongSize'
  const bytes = new Uint8Array(PUBKEY_BYTES + 1)
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
    if (length > PUBKEY_BYTES) return 'WrongSize'
  }
  for (let at = 0; text[at] === '1'; at++) length++
  return length === PUBKEY_BYTES ? undefined : 'WrongSize'
}
