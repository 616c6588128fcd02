import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { loadConfig, type Parsed } from './load.js'
import { hasContracts, hasOwnDocuments, loadWithContracts, readContracts } from './read-contracts.js'

/** A configuration file, and the variables that may stand in it. */
export interface ReadingTask {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What was read, without what cannot leave a thread. */
export type ReadConfig = Pick<Parsed, 'config' | 'mistakes'>

const THREAD = new URL('reading-thread.js', import.meta.url)

/**
 * Reads a configuration and the documents that it names as `loadWithContracts` does, but the documents in a thread of its own. `written` is
 * the configuration without them.
 *
 * To judge documents and to make their validators takes a second of one processor. A process that serves, or that keeps the ledger of
 * those that do, must not stand still for so long; and the memory that it takes ends with the thread. Only what the gateway was built
 * into can be a thread; from its sources it reads here.
 */
export const readInThread = (
  path: string,
  env: ReadingTask['env'],
  written: ReadConfig = loadConfig(path, env),
): Promise<ReadConfig> => {
  if (!hasContracts(written.config)) return Promise.resolve(written)
  if (!existsSync(fileURLToPath(THREAD))) return loadWithContracts(path, env)
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: { path, env: { ...env } } satisfies ReadingTask })
    thread.once('message', resolve)
    thread.once('error', reject)
    // After a message, this changes nothing.
    thread.once('exit', (status) => reject(new Error(`the thread that reads the configuration ended with ${status}`)))
  })
}

/**
 * Reads a configuration and its documents for a process that does not serve yet: in a thread only where documents are an operator's own.
 * Those that come with Tollgate are not judged and their validators are made, so that a thread would take longer than to read them.
 */
export const readToStart = (path: string, env: ReadingTask['env']): Promise<ReadConfig> => {
  const written = loadConfig(path, env)
  return hasOwnDocuments(written.config) ? readInThread(path, env, written) : readContracts(written)
}
