import { readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the ids of the processes that a process started, and of those that they started. Linux
 * only: it reads /proc.
 */
export const descendantsOf = (pid: number): number[] => {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // State and parent follow the command's name, which is in parentheses and may hold any
      // character (proc(5)).
      const status = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process has ended.
    }
  }
  const childrenOf = (parent: number): number[] =>
    [...parents].filter(([, each]) => each === parent).flatMap(([child]) => [child, ...childrenOf(child)])
  return childrenOf(pid)
}
