import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type FileStates, fileStates } from '../../runtime/watch-files.js'
import { loadConfig, type Parsed } from './load.js'
import { loadWithContracts } from './load-with-contracts.js'
import { hasOwnDocuments, readContracts } from './read-contracts.js'

/** A configuration file, and the variables that may stand in it. */
export interface ReadingTask {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What was read, without what cannot leave a thread. */
export type ReadConfig = Pick<Parsed, 'config' | 'mistakes'>

/**
 * What the thread tells: the file it begins to read, the files that the configuration names, or the
 * end.
 */
export interface ReadingReport {
  readonly file?: string
  readonly files?: FileStates
  readonly result?: ReadConfig
}

/** How a reading is watched and ended. */
export interface ReadingOptions {
  /**
   * Told the files that the configuration is made of, as they are before they are read, once its
   * own file has no mistakes.
   */
  onFiles?(files: FileStates): void
  /** Ends the reading: its result then says nothing. */
  readonly signal?: AbortSignal
  /** What the thread runs. */
  readonly thread?: URL
  /** Calls back when a reading has taken too long; returns how to stop waiting. */
  startLimit?(onLate: () => void): () => void
}

const THREAD = new URL('reading-thread.js', import.meta.url)
/**
 * Far longer than the largest documents take, and short enough for whoever waits for a reload: a
 * file on a mount whose server is gone is never read to its end.
 */
const LIMIT_MS = 30_000
const startUsualLimit = (onLate: () => void): (() => void) => {
  const timer = setTimeout(onLate, LIMIT_MS)
  return () => clearTimeout(timer)
}
const NOTHING: ReadConfig = { config: undefined, mistakes: [] }

/**
 * Reads a configuration and everything that it names as `loadWithContracts` does, in a thread of
 * its own.
 *
 * To judge documents and to make their validators takes a second of one processor, and a file on a
 * network may never come. A process that serves, or that keeps the ledger of those that do, must
 * not stand still for either; and the memory that a reading takes ends with the thread. Only what
 * the gateway was built into can be a thread; from its sources it reads here, without a limit.
 *
 * Errors  what is not read in time is a mistake that names the file; the thread is ended, and the
 *         next reading has its own
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
    // A thread that waits for a file cannot be ended before the file comes: nobody waits for its
    // end.
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
    // After the end, this changes nothing.
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
 * Reads a configuration and its documents for a process that does not serve yet: in a thread only
 * where documents are an operator's own. Those that come with Tollgate are not judged and their
 * validators are made, so that a thread would take longer than to read them.
 */
export const readToStart = (path: string, env: ReadingTask['env']): Promise<ReadConfig> => {
  const written = loadConfig(path, env)
  return hasOwnDocuments(written.config) ? readInThread(path, env) : readContracts(written)
}
