import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'

const LOOK_EVERY_MS = 1_000

/**
 * Loads a certificate and its key, and loads them again when either file changes; new connections get the new one.
 *
 * Files are looked at, not watched by events: certificates are replaced by renaming, often behind a symbolic link.
 * Errors  the first load throws; a later one that fails is told to `onReload`, and the old certificate stays
 */
export const watchCertificate = (
  files: { readonly cert: string; readonly key: string },
  apply: (context: SecureContextOptions) => void,
  onReload: (error: Error | undefined) => void,
): (() => void) => {
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
  load()
  const reload = () => {
    try {
      load()
      onReload(undefined)
    } catch (error) {
      onReload(error as Error)
    }
  }
  const names = [files.cert, files.key]
  for (const name of names) watchFile(name, { interval: LOOK_EVERY_MS, persistent: false }, reload)
  return () => {
    for (const name of names) unwatchFile(name, reload)
  }
}
