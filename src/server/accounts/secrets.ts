import { hash, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from './key-text.js'

/**
 * A caller's proof that it may use the key in the path: the key's secret, or a token. Never logged.
 */
export interface CallerProof {
  readonly kind: 'secret' | 'token'
  readonly text: string
}

const SECRET_BYTES = 32
/** base64url of 32 bytes. */
const SECRET = /^[A-Za-z0-9_-]{43}$/
const LINK = /^tgl_[A-Za-z0-9_-]{43}$/

const randomText = (randomBytes: RandomBytes): string => Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')

/**
 * Creates a key's secret: `tgs_`, which secret scanners recognise, and 256 random bits in
 * base64url.
 */
export const createKeySecret = (randomBytes: RandomBytes): string => `tgs_${randomText(randomBytes)}`

/**
 * Creates the secret of a one-time link: 256 random bits after a prefix that secret scanners
 * recognise.
 */
export const createLinkText = (randomBytes: RandomBytes): string => `tgl_${randomText(randomBytes)}`

/** Creates the secret of a session. */
export const createSessionText = (randomBytes: RandomBytes): string => randomText(randomBytes)

/** Cheap format check, so that malformed link secrets cause no database query. */
export const isLinkText = (text: string): boolean => LINK.test(text)

/** Cheap format check for session secrets. */
export const isSessionText = (text: string): boolean => SECRET.test(text)

/**
 * The stored form of a key's text, or of any secret: its SHA-256 in lower-case hex. The text is
 * random, so salt and stretching would add nothing.
 */
export const hashSecret = (text: string): string => hash('sha256', text, 'hex')

/** True if `text` is the secret with this hash; takes constant time. */
export const isSecretOf = (secretHash: string, text: string): boolean => {
  const [own, given] = [Buffer.from(secretHash, 'hex'), hash('sha256', text, 'buffer')]
  return own.length === given.length && timingSafeEqual(own, given)
}

/**
 * Token that the session's pages send with requests and other pages cannot know: a second hash of
 * the session's secret, which pages never see.
 */
export const requestTokenOf = (sessionText: string): string =>
  hash('sha256', `request token ${sessionText}`, 'base64url')
