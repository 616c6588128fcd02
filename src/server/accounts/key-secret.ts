import { hash, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from './key-text.js'

const SECRET_BYTES = 32

/**
 * Makes the text of a key's secret: `tgs_`, by which scanners find leaked ones, and 256 random bits
 * in base64url.
 */
export const createKeySecret = (randomBytes: RandomBytes): string =>
  `tgs_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`

/**
 * All that is kept of a secret: its SHA-256 in lower-case hex. It is random, so neither salt nor
 * stretching would add anything.
 */
export const hashKeySecret = (text: string): string => hash('sha256', text, 'hex')

/**
 * Whether `text` is the secret of this hash; takes as long for a wrong one as for the right one.
 */
export const isSecretOf = (secretHash: string, text: string): boolean => {
  const [own, given] = [Buffer.from(secretHash, 'hex'), hash('sha256', text, 'buffer')]
  return own.length === given.length && timingSafeEqual(own, given)
}
