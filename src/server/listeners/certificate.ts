import type { SecureContextOptions } from 'node:tls'
import { readRegularFile, readRegularFileLater } from '../../runtime/read-file.js'
import { withTimeLimit } from '../../runtime/time-limit.js'
import { FileWatch } from '../../runtime/watch-files.js'

/** Certificate chains have some ten thousand bytes. */
const MAX_FILE_BYTES = 1_000_000
/** Reading from a mount whose server is gone never ends. */
const READ_LIMIT_MS = 30_000

/**
 * Loads a certificate and its key, and reloads them when either file changes; new connections use
 * the new one.
 *
 * Errors  the first load throws; `onReload` receives later errors, and the old certificate stays
 */
export const watchCertificate = (
  files: { readonly cert: string; readonly key: string },
  apply: (context: SecureContextOptions) => void,
  onReload: (error: Error | undefined) => void,
): FileWatch => {
  // OpenSSL's messages name neither file.
  const named = (error: unknown) =>
    new Error(`the certificate ${files.cert} and its key ${files.key} cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  const read = async () => ({
    cert: await readRegularFileLater(files.cert, MAX_FILE_BYTES),
    key: await readRegularFileLater(files.key, MAX_FILE_BYTES),
  })
  let isReading = false
  let isSavedAgain = false
  /** One read at a time: a read that hangs holds a thread of Node's pool. */
  const reload = async (): Promise<void> => {
    isSavedAgain = isReading
    if (isReading) return
    isReading = true
    const reading = read().finally(() => {
      isReading = false
      if (isSavedAgain) void reload()
    })
    try {
      apply(await withTimeLimit(reading, READ_LIMIT_MS, `were not read within ${READ_LIMIT_MS / 1_000} s`))
      onReload(undefined)
    } catch (error) {
      onReload(named(error))
    }
  }
  // Watch before the first load, so that no change between the two is missed.
  const watch = new FileWatch([files.cert, files.key], () => void reload())
  try {
    apply({
      cert: readRegularFile(files.cert, MAX_FILE_BYTES),
      key: readRegularFile(files.key, MAX_FILE_BYTES),
    })
  } catch (error) {
    watch.stop()
    throw named(error)
  }
  return watch
}
