import { hash } from 'node:crypto'
import { fromBase58, toBase58 } from './base58.js'

/** The beginning of every key's text. */
export const KEY_PREFIX = 'tgk_'
const SECRET_BYTES = 32
const CHECKSUM_BYTES = 4
/** Base58 digits that any 36 bytes fit into: 36 · log(256) / log(58), rounded up. */
const DIGITS = 50

/** Gives `size` unpredictable bytes; node:crypto's randomBytes. */
export type RandomBytes = (size: number) => Uint8Array

const checksumOf = (secret: Uint8Array): Buffer => hash('sha256', secret, 'buffer').subarray(0, CHECKSUM_BYTES)

/**
 * Makes the text of a new key: `tgk_` and 50 base58 digits.
 *
 * The 256 random bits make it unguessable; the prefix lets secret scanners find leaked keys; the
 * checksum (the first four bytes of the random ones' SHA-256) lets a mistyped key be refused
 * without asking the store.
 */
export const createKeyText = (randomBytes: RandomBytes): string => {
  const secret = randomBytes(SECRET_BYTES)
  return KEY_PREFIX + toBase58(Buffer.concat([secret, checksumOf(secret)]), DIGITS)
}

/**
 * Whether a text is of the form that createKeyText makes, its checksum included; says nothing about
 * the key's existence.
 */
export const isKeyText = (text: string): boolean => {
  if (text.length !== KEY_PREFIX.length + DIGITS || !text.startsWith(KEY_PREFIX)) return false
  const bytes = fromBase58(text.slice(KEY_PREFIX.length), SECRET_BYTES + CHECKSUM_BYTES)
  return bytes?.subarray(SECRET_BYTES).equals(checksumOf(bytes.subarray(0, SECRET_BYTES))) ?? false
}

/**
 * All that is kept of a key's text: its SHA-256 in lower-case hex. The text is random, so neither
 * salt nor stretching would add anything.
 */
export const hashKeyText = (text: string): string => hash('sha256', text, 'hex')

/** A new id of an account or a key: short, unique, and no secret, so it may stand in logs. */
export const createId = (kind: 'acc' | 'key', randomBytes: RandomBytes): string =>
  // 12 bytes: no two ids meet before some 2^48 of them exist.
  `${kind}_${toBase58(randomBytes(12), 17)}`
