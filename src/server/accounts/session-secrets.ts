import { hash } from 'node:crypto'
import type { RandomBytes } from './key-text.js'

const SECRET_BYTES = 32
/** base64url of 32 bytes. */
const SECRET = /^[A-Za-z0-9_-]{43}$/
const LINK = /^tgl_[A-Za-z0-9_-]{43}$/

const randomText = (randomBytes: RandomBytes): string => Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')

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
 * The stored form of a secret: its SHA-256 in lower-case hex. The secret is random, so salt and
 * stretching would add nothing.
 */
export const hashSecret = (text: string): string => hash('sha256', text, 'hex')

/**
 * Token that the session's pages send with requests and other pages cannot know: a second hash of
 * the session's secret, which pages never see.
 */
export const requestTokenOf = (sessionText: string): string =>
  hash('sha256', `request token ${sessionText}`, 'base64url')
