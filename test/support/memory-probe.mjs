/**
 * Loaded before a program (`node --import`): at SIGUSR2 it collects all garbage and appends what
 * memory is left to the file that MEMORY_PROBE_FILE names, a line of JSON each time, in bytes.
 */
import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  // Twice: what a finalizer lets go is collected the second time.
  collect()
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  appendFileSync(process.env.MEMORY_PROBE_FILE, `${JSON.stringify({ rss, heapUsed, external })}\n`)
})
