/**
 * The base58 digits from 0 to 57: Bitcoin's alphabet, also used for Solana's keys and signatures.
 */
export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const digits = new Int8Array(128).fill(-1)
for (const [digit, character] of [...BASE58].entries()) digits[character.charCodeAt(0)] = digit

/** Value of a digit, by its character code; negative for other characters. */
export const base58Digit = (code: number): number => (code < 128 ? digits[code]! : -1)
