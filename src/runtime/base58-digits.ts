/**
 * The digits of base58, from 0 to 57: Bitcoin's alphabet, which Solana writes keys and signatures
 * in.
 */
export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const digits = new Int8Array(128).fill(-1)
for (const [digit, character] of [...BASE58].entries()) digits[character.charCodeAt(0)] = digit

/** The digit that a character is, by its code; below 0 where it is none. */
export const base58Digit = (code: number): number => (code < 128 ? digits[code]! : -1)
