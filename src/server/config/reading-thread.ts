import { parentPort, workerData } from 'node:worker_threads'
import { type FileStates, fileStates } from '../../runtime/watch-files.js'
import { readTokenKeyFile } from '../accounts/tokens/jwks.js'
import { loadWithContracts } from './load-with-contracts.js'
import type { ReadConfig, ReadingReport, ReadingTask } from './read-in-thread.js'

/** Entry point of the thread; see `readInThread`. */
const { path, env } = workerData as ReadingTask
const report = (message: ReadingReport) => parentPort?.postMessage(message)
const { config, mistakes } = await loadWithContracts(path, env, {
  onFile: (file) => report({ file }),
  onFiles: (files) => {
    const states = new Map<string, ReturnType<FileStates['get']>>()
    for (const file of files) {
      report({ file })
      states.set(file, fileStates([file]).get(file))
    }
    report({ files: states })
  },
})
if (config?.tokens !== undefined)
  try {
    report({ file: config.tokens.jwks })
    readTokenKeyFile(config.tokens.jwks)
  } catch {
    // The user of the configuration reads the keys again and reports errors. Here they only have to
    // arrive in time.
  }
report({ result: { config, mistakes } as ReadConfig })
