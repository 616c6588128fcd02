import { hash, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from './key-text.js'

const SECRET_BYTES = 32

/**
 * Creates a key's secret: `tgs_`, which secret scanners recognise, and 256 random bits in
 * base64url.
 */
export const createKeySecret = (randomBytes: RandomBytes): string =>
  `tgs_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`

/**
 * The stored form of a secret: its SHA-256 in lower-case hex. The secret is random, so salt and
 * stretching would add nothing.
 */
export const hashKeySecret = (text: string): string => hash('sha256', text, 'hex')

/** True if `text` is the secret with this hash; takes constant time. */
export const isSecretOf = (secretHash: string, text: string): boolean => {
  const [own, given] = [Buffer.from(secretHash, 'hex'), hash('sha256', text, 'buffer')]
  return own.length === given.length && timingSafeEqual(own, given)
}
