import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type FileStates, fileStates } from '../../runtime/watch-files.js'
import { loadConfig, type Parsed } from './load.js'
import { loadWithContracts } from './load-with-contracts.js'
import { configFiles, hasOwnDocuments, readContracts } from './read-contracts.js'

export interface ReadingTask {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The result, without what cannot be sent between threads. */
export type ReadConfig = Pick<Parsed, 'config' | 'mistakes'>

/**
 * A message of the thread: the file that it starts to read, the files of the configuration, or the
 * result.
 */
export interface ReadingReport {
  readonly file?: string
  readonly files?: FileStates
  readonly result?: ReadConfig
}

export interface ReadingOptions {
  /**
   * Called with the state of the configuration's files before they are read, once its own file has
   * no errors.
   */
  onFiles?(files: FileStates): void
  /** Ends the reading, with an empty result. */
  readonly signal?: AbortSignal
  readonly thread?: URL
  /** Starts the time limit; returns a function that cancels it. */
  startLimit?(onLate: () => void): () => void
}

const THREAD = new URL('reading-thread.js', import.meta.url)
/**
 * Far more than the largest documents need, yet short enough for a waiting reload: a file on a dead
 * mount never finishes.
 */
const LIMIT_MS = 30_000
const startUsualLimit = (onLate: () => void): (() => void) => {
  const timer = setTimeout(onLate, LIMIT_MS)
  return () => clearTimeout(timer)
}
const NOTHING: ReadConfig = { config: undefined, mistakes: [] }

/**
 * Reads a configuration and its documents like `loadWithContracts`, in a separate thread.
 *
 * Checking documents and compiling their validators takes a second of CPU, and a file on a network
 * may never arrive. Neither may block a process that serves or keeps the ledger, and the thread's
 * memory is freed when it ends. Only built code can run as a thread; when run from source, this
 * reads in the calling thread, without a limit.
 *
 * Errors  a file that is not read in time is reported as an error; the thread is terminated, and
 *         the next reading starts another
 */
export const readInThread = (
  path: string,
  env: ReadingTask['env'],
  { onFiles, signal, thread = THREAD, startLimit = startUsualLimit }: ReadingOptions = {},
): Promise<ReadConfig> => {
  if (!existsSync(fileURLToPath(thread)))
    return loadWithContracts(path, env, { onFiles: (files) => onFiles?.(fileStates(files)) })
  if (signal?.aborted === true) return Promise.resolve(NOTHING)
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: { path, env: { ...env } } satisfies ReadingTask })
    let file = path
    // A thread that waits for a file terminates only when the file arrives, so this does not wait
    // for it.
    const end = (result: ReadConfig) => {
      stopLimit()
      signal?.removeEventListener('abort', abort)
      void worker.terminate()
      resolve(result)
    }
    const abort = () => end(NOTHING)
    const stopLimit = startLimit(() => end(late(file)))
    signal?.addEventListener('abort', abort)
    worker.on('message', (report: ReadingReport) => {
      file = report.file ?? file
      if (report.files !== undefined) onFiles?.(report.files)
      if (report.result !== undefined) end(report.result)
    })
    // No effect after the end.
    const fail = (error: Error) => {
      stopLimit()
      reject(error)
    }
    worker.once('error', fail)
    worker.once('exit', (status) => fail(new Error(`the thread that reads the configuration ended with ${status}`)))
  })
}

const late = (file: string): ReadConfig => {
  const message = `was not read and judged within ${LIMIT_MS / 1_000} s: is it on a mount that does not answer, or too large?`
  return { config: undefined, mistakes: [{ file, line: 1, column: 1, path: '', message }] }
}

/**
 * Reads a configuration and its documents before the process serves. It uses a thread only for an
 * operator's own documents: shipped ones are not checked and have generated validators, so starting
 * a thread would take longer.
 */
export const readToStart = (
  path: string,
  env: ReadingTask['env'],
  onFiles: (files: FileStates) => void,
): Promise<ReadConfig> => {
  const written = loadConfig(path, env)
  const { config } = written
  if (hasOwnDocuments(config)) return readInThread(path, env, { onFiles })
  if (config !== undefined) onFiles(fileStates(configFiles(path, config)))
  return readContracts(written)
}
