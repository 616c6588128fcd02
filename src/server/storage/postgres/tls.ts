import type { ConnectionOptions } from 'node:tls'
import { readRegularFile } from '../../../runtime/read-file.js'

/** An address for the driver, and its TLS options; `ssl` is missing if the address sets none. */
export interface Protected {
  readonly connectionString: string
  readonly ssl?: false | ConnectionOptions
}

const MAX_FILE_BYTES = 1_000_000
const NAMES = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

/** The protection that was read last, by address. */
const lastRead = new Map<string, Protected>()

/**
 * Gives `sslmode` and the files of an address their libpq meaning (PostgreSQL's documentation, "SSL
 * Support"), from which the driver differs. Reads the files again for each connection, so that
 * certificates can be replaced. While one of them cannot be read, all that was read before stays in
 * use: the pool makes connections in later ticks, where an exception ends the process.
 *
 * Errors  throws if a file cannot be read, and the files were never read before
 */
export const protectionOf = (address: string): Protected => {
  try {
    lastRead.set(address, readProtection(address))
  } catch (error) {
    if (!lastRead.has(address)) throw error
  }
  const { ssl, ...rest } = lastRead.get(address)!
  // A copy, because the driver hides the key in the object that it gets.
  return ssl === undefined ? rest : { ...rest, ssl: ssl && { ...ssl } }
}

const readProtection = (address: string): Protected => {
  const url = new URL(address)
  const [mode, rootPath, certPath, keyPath] = NAMES.map((name) => url.searchParams.get(name) ?? undefined)
  for (const name of NAMES) url.searchParams.delete(name)
  if (mode === undefined) return { connectionString: address }
  const connectionString = url.href
  if (mode === 'disable') return { connectionString, ssl: false }
  const own = {
    ...(certPath !== undefined && { cert: readRegularFile(certPath, MAX_FILE_BYTES) }),
    ...(keyPath !== undefined && { key: readRegularFile(keyPath, MAX_FILE_BYTES) }),
  }
  // With a CA given, `require` verifies it as `verify-ca` does.
  if (mode === 'require' && rootPath === undefined)
    return { connectionString, ssl: { ...own, rejectUnauthorized: false } }
  const ca = rootPath === undefined ? {} : { ca: readRegularFile(rootPath, MAX_FILE_BYTES) }
  const names = mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }
  return { connectionString, ssl: { ...own, ...ca, ...names, rejectUnauthorized: true } }
}

/** Advice for a refused certificate, by Node's error code; undefined for other errors. */
export const tlsHint = (code: string | undefined): string | undefined => {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'the certificate is for another host name; sslmode=verify-ca does not look at it'
  const isUntrusted = code !== undefined && /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_/.test(code)
  return isUntrusted ? 'the certificate is not one of the CA in sslrootcert, or of a well-known one' : undefined
}
