import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { readRegularFile } from '../../runtime/read-file.js'
import type { Config } from './config.js'

/** Certificate chains have some ten thousand bytes. */
export const MAX_CERTIFICATE_BYTES = 1_000_000

/** The files of `listen.tls`. */
export type CertificateFiles = NonNullable<Config['listen']['tls']>

/** Their contents, PEM. */
export interface CertificatePair {
  readonly cert: Buffer
  readonly key: Buffer
}

const orSay = <Read>(read: () => Read, message: string): Read => {
  try {
    return read()
  } catch (error) {
    throw new Error(message, { cause: error })
  }
}

/**
 * Errors  throws if TLS cannot use the pair. OpenSSL takes a key of another type than that of the
 *         certificate, and then fails every handshake
 */
export const checkPair = ({ cert, key }: CertificatePair): void => {
  const certificate = orSay(() => new X509Certificate(cert), 'cert holds no certificate')
  const privateKey = orSay(() => createPrivateKey(key), 'key holds no private key, or one with a passphrase')
  if (!certificate.checkPrivateKey(privateKey)) throw new Error('the key is not that of the certificate')
  createSecureContext({ cert, key })
}

/** An error of a pair with its keys in the configuration and its files. */
export const inPair = ({ cert, key }: CertificateFiles, error: unknown): Error =>
  new Error(`listen.tls.cert (${cert}) and listen.tls.key (${key}) cannot be used: ${(error as Error).message}`, {
    cause: error,
  })

/**
 * Reads and checks a pair. Errors: throws `inPair` if a file cannot be read, or the pair not be
 * used.
 */
export const readPair = (files: CertificateFiles): CertificatePair => {
  try {
    const pair = {
      cert: readRegularFile(files.cert, MAX_CERTIFICATE_BYTES),
      key: readRegularFile(files.key, MAX_CERTIFICATE_BYTES),
    }
    checkPair(pair)
    return pair
  } catch (error) {
    throw inPair(files, error)
  }
}
