import { BASE58, base58Digit } from '../../runtime/base58-digits.js'

/**
 * Writes bytes as a base58 number of exactly `width` digits (Bitcoin's alphabet, `1` is zero), so
 * that texts of one kind have one length.
 */
export const toBase58 = (bytes: Uint8Array, width: number): string => {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < width; digit++) {
    text = BASE58[Number(number % 58n)] + text
    number /= 58n
  }
  return text
}

/** Digits that a double holds exactly: 58^9 < 2^53. */
const GROUP = 9

/**
 * Inverse of `toBase58`; undefined for other text. Guessers make it run often, so it uses a big
 * number only once for nine digits.
 */
export const fromBase58 = (text: string, byteLength: number): Buffer | undefined => {
  let number = 0n
  for (let at = 0; at < text.length; at += GROUP) {
    const end = Math.min(text.length, at + GROUP)
    let value = 0
    for (let index = at; index < end; index++) {
      const digit = base58Digit(text.charCodeAt(index))
      if (digit < 0) return undefined
      value = value * 58 + digit
    }
    number = number * BigInt(58 ** (end - at)) + BigInt(value)
  }
  const hex = number.toString(16).padStart(byteLength * 2, '0')
  return hex.length === byteLength * 2 ? Buffer.from(hex, 'hex') : undefined
}
