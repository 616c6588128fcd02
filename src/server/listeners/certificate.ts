import { readFileSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'
import { FileWatch } from '../../runtime/watch-files.js'

/**
 * Loads a certificate and its key, and loads them again when either file was saved; new connections get the new one.
 *
 * Errors  the first load throws; a later one that fails is told to `onReload`, and the old certificate stays
 */
export const watchCertificate = (
  files: { readonly cert: string; readonly key: string },
  apply: (context: SecureContextOptions) => void,
  onReload: (error: Error | undefined) => void,
): FileWatch => {
  const load = () => {
    try {
      apply({ cert: readFileSync(files.cert), key: readFileSync(files.key) })
    } catch (error) {
      // OpenSSL's own words name neither file.
      throw new Error(
        `the certificate ${files.cert} and its key ${files.key} cannot be used: ${(error as Error).message}`,
        {
          cause: error,
        },
      )
    }
  }
  const reload = () => {
    try {
      load()
      onReload(undefined)
    } catch (error) {
      onReload(error as Error)
    }
  }
  // The first look comes before the first load: what is saved between the two is seen.
  const watch = new FileWatch([files.cert, files.key], reload)
  try {
    load()
  } catch (error) {
    watch.stop()
    throw error
  }
  return watch
}
