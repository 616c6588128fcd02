import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../src/cli/command-line.js'
import { storeCommands } from '../../src/cli/store-commands.js'
import { systemEdges } from '../../src/edges.js'

/** What a command left behind. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** A folder with a configuration, in which commands run within this process; remove it after the test. */
export const aWorkplace = (config: string, nowMs = Date.now) => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cli-'))
  writeFileSync(join(folder, 'tollgate.yaml'), config)
  const tollgate = async (...argv: string[]): Promise<Ran> => {
    let stdout = ''
    let stderr = ''
    const io = {
      stdout: (text: string) => {
        stdout += text
      },
      stderr: (text: string) => {
        stderr += text
      },
      env: {},
      cwd: folder,
      edges: { ...systemEdges, nowMs },
    }
    return { status: await run(argv, io, storeCommands), stdout, stderr }
  }
  return {
    folder,
    tollgate,
    /** Runs a command that must succeed, with --json, and gives its value. */
    json: async <T>(...argv: string[]): Promise<T> => {
      const { status, stdout, stderr } = await tollgate(...argv, '--json')
      if (status !== 0 || stderr !== '') throw new Error(`${argv.join(' ')}: ${status} ${stderr}`)
      return JSON.parse(stdout)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
