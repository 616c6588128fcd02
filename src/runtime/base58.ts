/**
 * The base58 digits from 0 to 57: Bitcoin's alphabet, also used for Solana's keys and signatures.
 */
export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const digits = new Int8Array(128).fill(-1)
for (const [digit, character] of [...BASE58].entries()) digits[character.charCodeAt(0)] = digit

/** Value of a digit, by its character code; negative for other characters. */
export const base58Digit = (code: number): number => (code < 128 ? digits[code]! : -1)

/** Digits that a double holds exactly: 58^9 < 2^53. */
const GROUP = 9

/** Writes bytes in base58: each leading zero byte is the digit `1`. */
export const toBase58 = (bytes: Uint8Array): string => {
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)]! + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/**
 * The number that a base58 text is, in hexadecimal; undefined for other text. Guessers make it run
 * often, so it uses a big number only once for nine digits.
 */
export const hexOfBase58 = (text: string): string | undefined => {
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
  return number.toString(16)
}
