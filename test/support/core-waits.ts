import { openSync, readSync } from 'node:fs'

/**
 * Reads how long the first thread of each process was ready to run but had no core, in milliseconds
 * since the process started and in the order of the process ids: the second number of Linux's
 * `schedstat`. A process that has ended, and any on another system, reads as 0.
 */
export const readerOfCoreWaits = (pids: readonly number[]): (() => number[]) => {
  const files = pids.map((pid) => {
    try {
      return openSync(`/proc/${pid}/task/${pid}/schedstat`, 'r')
    } catch {
      return undefined
    }
  })
  const text = Buffer.alloc(64)
  const readOne = (file: number | undefined): number => {
    if (file === undefined) return 0
    try {
      const length = readSync(file, text, 0, text.length, 0)
      return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1_000_000
    } catch {
      // The process has ended (ESRCH).
      return 0
    }
  }
  return () => files.map(readOne)
}
