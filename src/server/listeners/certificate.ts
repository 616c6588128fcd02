import type { SecureContextOptions } from 'node:tls'
import { readRegularFile, readRegularFileLater } from '../../runtime/read-file.js'
import { withTimeLimit } from '../../runtime/time-limit.js'
import { FileWatch } from '../../runtime/watch-files.js'

/** Chains of certificates have some ten thousand bytes. */
const MAX_FILE_BYTES = 1_000_000
/** A file on a mount whose server is gone never comes. */
const READ_LIMIT_MS = 30_000

/**
 * Loads a certificate and its key, and loads them again when either file was saved; new connections
 * get the new one.
 *
 * Errors  the first load throws; a later one that fails is told to `onReload`, and the old
 *         certificate stays
 */
export const watchCertificate = (
  files: { readonly cert: string; readonly key: string },
  apply: (context: SecureContextOptions) => void,
  onReload: (error: Error | undefined) => void,
): FileWatch => {
  // OpenSSL's own words name neither file.
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
  /** One reading at a time: each that gets no answer holds a thread of Node's pool. */
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
  // The first look comes before the first load: what is saved between the two is seen.
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
