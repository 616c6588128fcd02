import { parentPort, workerData } from 'node:worker_threads'
import { loadWithContracts } from './read-contracts.js'
import type { ReadingTask } from './read-in-thread.js'

/** What a thread of its own does: see `readInThread`. */
const { path, env } = workerData as ReadingTask
const { config, mistakes } = await loadWithContracts(path, env)
parentPort?.postMessage({ config, mistakes })
