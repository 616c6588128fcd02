import { run } from '../../src/cli/command-line.js'
import { commands } from '../../src/cli/commands.js'
import type { Ran } from './command-line.js'

/**
 * Runs `tollgate …` within this process, in a folder, without an environment; it can be any
 * command.
 */
export const runTollgate = async (cwd: string, ...argv: readonly string[]): Promise<Ran> => {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
    env: {},
    cwd,
  }
  const status = await run([...argv], io, commands)
  return { status, stdout: out.join(''), stderr: err.join('') }
}
