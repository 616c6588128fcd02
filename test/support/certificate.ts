import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const OPENSSL = 'openssl'
const ON_P256 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

/**
 * Writes a fresh self-signed certificate for 127.0.0.1 and its key, as PEM; returns the
 * certificate, for clients to trust. `newKey` says what key it has.
 *
 * Errors  there is no `openssl` on this machine, without which no certificate can be made
 */
export const writeCertificate = (
  name: string,
  files: { readonly cert: string; readonly key: string },
  newKey: readonly string[] = ON_P256,
): string => {
  const args = ['req', '-x509', ...newKey, '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  try {
    execFileSync(OPENSSL, [...args, ...subject, '-keyout', files.key, '-out', files.cert], { stdio: 'pipe' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('the tests of TLS need the command `openssl`, which is not installed here')
  }
  return readFileSync(files.cert, 'utf8')
}
