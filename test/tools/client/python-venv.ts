import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FLOOR = [3, 10] as const

/** Exit status and output of a Python program. */
export interface PythonRun {
  readonly code: number
  readonly output: string
}

/** A virtual environment of Python in a temporary folder, with packages of PyPI. */
export interface PythonVenv {
  /** Folder of the environment and of the files that a test writes. */
  readonly folder: string
  /** Runs Python in `cwd` with these arguments; `env` is added to the test's environment. */
  python(args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>): Promise<PythonRun>
  remove(): void
}

const needed = (why: string): Error =>
  new Error(`Python ${FLOOR.join('.')} or newer is needed as python3, with venv, pip and access to PyPI: ${why}`)

const checkVersion = async (interpreter: string): Promise<void> => {
  const print = 'import sys; print(*sys.version_info[:2])'
  const found = await run(interpreter, ['-c', print]).catch((error: Error) => {
    throw needed(error.message)
  })
  const [major = 0, minor = 0] = found.stdout.trim().split(' ').map(Number)
  if (major < FLOOR[0] || (major === FLOOR[0] && minor < FLOOR[1])) throw needed(`this one is ${major}.${minor}`)
}

/**
 * Makes a virtual environment. Errors: something is missing, such as Python; a test that needs
 * Python must fail without it.
 */
export const createVenv = async (packages: readonly string[], interpreter = 'python3'): Promise<PythonVenv> => {
  await checkVersion(interpreter)
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-python-'))
  const program = join(folder, 'venv', 'bin', 'python')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await run(interpreter, ['-m', 'venv', join(folder, 'venv')])
    await run(program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
  } catch (error) {
    remove()
    throw needed((error as Error).message)
  }
  return {
    folder,
    python: async (args, cwd, env = {}) => {
      const options = { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env }, timeout: 300_000 }
      try {
        const { stdout, stderr } = await run(program, [...args], options)
        return { code: 0, output: `${stdout}${stderr}` }
      } catch (error) {
        const { code, stdout, stderr } = error as unknown as { code?: number; stdout: string; stderr: string }
        return { code: code ?? -1, output: `${stdout}${stderr}` }
      }
    },
    remove,
  }
}
