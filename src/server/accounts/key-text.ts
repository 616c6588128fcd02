import { hash } from 'node:crypto'
import { hexOfBase58, toBase58 } from '../../runtime/base58.js'

/** The beginning of every key's text. */
export const KEY_PREFIX = 'tgk_'
const SECRET_BYTES = 32
const CHECKSUM_BYTES = 4
/** Base58 digits for 36 bytes: 36 · log(256) / log(58), rounded up. */
const DIGITS = 50
const HEX_DIGITS = 2 * (SECRET_BYTES + CHECKSUM_BYTES)

/** Returns `size` unpredictable bytes; randomBytes of node:crypto. */
export type RandomBytes = (size: number) => Uint8Array

const checksumOf = (secret: Uint8Array): Buffer => hash('sha256', secret, 'buffer').subarray(0, CHECKSUM_BYTES)

/**
 * Creates the text of a new key: `tgk_` and 50 base58 digits.
 *
 * The 256 random bits make it unguessable, and secret scanners recognise the prefix. The checksum
 * (the first four bytes of the bits' SHA-256) lets the gateway refuse a mistyped key without a
 * query.
 */
export const createKeyText = (randomBytes: RandomBytes): string => {
  const secret = randomBytes(SECRET_BYTES)
  return KEY_PREFIX + toBase58(Buffer.concat([secret, checksumOf(secret)])).padStart(DIGITS, '1')
}

/** True if a text has the form of a key, with a correct checksum; the key need not exist. */
export const isKeyText = (text: string): boolean => {
  if (text.length !== KEY_PREFIX.length + DIGITS || !text.startsWith(KEY_PREFIX)) return false
  const hex = hexOfBase58(text.slice(KEY_PREFIX.length))?.padStart(HEX_DIGITS, '0')
  if (hex?.length !== HEX_DIGITS) return false
  const bytes = Buffer.from(hex, 'hex')
  return bytes.subarray(SECRET_BYTES).equals(checksumOf(bytes.subarray(0, SECRET_BYTES)))
}

const ID_DIGITS = 17
const ID_TIME_BYTES = 6
/** Ids of older Tollgates are random as a whole. Few of them have a time between these bounds. */
const FIRST_TIMED_MS = Date.UTC(2026, 0)
const MAX_CLOCKS_APART_MS = 86_400_000

/**
 * Creates an id of an account or a key: short, unique and not secret, so it may be logged.
 *
 * Bytes  six random ones, then six of the time of creation in milliseconds since 1970, so that the
 *        place of a deleted record in a list is known
 */
export const createId = (kind: 'acc' | 'key', randomBytes: RandomBytes, nowMs: number): string => {
  const time = Buffer.alloc(ID_TIME_BYTES)
  time.writeUIntBE(nowMs, 0, ID_TIME_BYTES)
  return `${kind}_${toBase58(Buffer.concat([randomBytes(6), time])).padStart(ID_DIGITS, '1')}`
}

/** When an id was created, in milliseconds since 1970; undefined if it does not say. */
export const createdIn = (kind: 'acc' | 'key', id: string, nowMs: number): number | undefined => {
  const hex = id.startsWith(`${kind}_`) ? hexOfBase58(id.slice(kind.length + 1)) : undefined
  const ms = Number.parseInt(hex?.slice(-2 * ID_TIME_BYTES) ?? '', 16)
  return ms >= FIRST_TIMED_MS && ms <= nowMs + MAX_CLOCKS_APART_MS ? ms : undefined
}
