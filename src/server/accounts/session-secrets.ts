import { hash } from 'node:crypto'
import type { RandomBytes } from './key-text.js'

const SECRET_BYTES = 32
/** base64url of 32 bytes. */
const SECRET = /^[A-Za-z0-9_-]{43}$/
const LINK = /^tgl_[A-Za-z0-9_-]{43}$/

const randomText = (randomBytes: RandomBytes): string => Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')

/**
 * The secret of a one-time link: 256 random bits, under a prefix by which scanners find leaked
 * ones.
 */
export const createLinkText = (randomBytes: RandomBytes): string => `tgl_${randomText(randomBytes)}`

/** The secret of a session. */
export const createSessionText = (randomBytes: RandomBytes): string => randomText(randomBytes)

/** Whether a text can be the secret of a link; so what is none costs no look-up. */
export const isLinkText = (text: string): boolean => LINK.test(text)

/** The same for a session. */
export const isSessionText = (text: string): boolean => SECRET.test(text)

/**
 * All that is kept of a secret: its SHA-256 in lower-case hex. It is random, so neither salt nor
 * stretching would add anything.
 */
export const hashSecret = (text: string): string => hash('sha256', text, 'hex')

/**
 * What a page of the session sends along with what it asks, and other pages cannot know: another
 * hash of the session's secret, which the page itself never sees.
 */
export const requestTokenOf = (sessionText: string): string =>
  hash('sha256', `request token ${sessionText}`, 'base64url')
