import type { SecureContextOptions } from 'node:tls'
import { readRegularFileLater } from '../../runtime/read-file.js'
import { FileWatch } from '../../runtime/watch-files.js'
import {
  type CertificateFiles,
  checkPair,
  inPair,
  MAX_CERTIFICATE_BYTES,
  readPair,
} from '../config/certificate-pair.js'

/** Reading from a mount whose server is gone never ends. */
const READ_LIMIT_MS = 30_000

/**
 * Loads a certificate and its key, and reloads them when either file changes; new connections use
 * the new one.
 *
 * Errors  the first load throws; `onReload` receives later errors, and the old certificate stays
 */
export const watchCertificate = (
  files: CertificateFiles,
  apply: (context: SecureContextOptions) => void,
  onReload: (error: Error | undefined) => void,
): FileWatch => {
  const reload = createReload(
    () => readPairLater(files),
    apply,
    (error) => onReload(error === undefined ? undefined : inPair(files, error)),
  )
  // Watch before the first load, so that no change between the two is missed.
  const watch = new FileWatch([files.cert, files.key], () => void reload())
  try {
    apply(readPair(files))
  } catch (error) {
    watch.stop()
    throw error
  }
  return watch
}

const readPairLater = async (files: CertificateFiles): Promise<SecureContextOptions> => {
  const pair = {
    cert: await readRegularFileLater(files.cert, MAX_CERTIFICATE_BYTES),
    key: await readRegularFileLater(files.key, MAX_CERTIFICATE_BYTES),
  }
  checkPair(pair)
  return pair
}

/**
 * One read at a time: a read that hangs holds a thread of Node's pool. A late one is reported after
 * the limit, and applied when it ends.
 */
export const createReload = <Value>(
  read: () => Promise<Value>,
  apply: (value: Value) => void,
  onReload: (error: unknown) => void,
  limitMs = READ_LIMIT_MS,
): (() => Promise<void>) => {
  let isReading = false
  let isSavedAgain = false
  const reload = async (): Promise<void> => {
    isSavedAgain = isReading
    if (isReading) return
    isReading = true
    const late = new Error(`were not read within ${limitMs / 1_000} s`)
    const timer = setTimeout(() => onReload(late), limitMs)
    try {
      apply(await read())
      onReload(undefined)
    } catch (error) {
      onReload(error)
    }
    clearTimeout(timer)
    isReading = false
    if (isSavedAgain) await reload()
  }
  return reload
}
