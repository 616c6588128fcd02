import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The first words of a command of apt-get, which waits until no other process of the repository
 * runs one. apt-get itself waits for the lock of dpkg, and not for that of its lists.
 */
export const LOCKED_APT_GET = [
  'flock',
  join(tmpdir(), 'tollgate-apt-get.lock'),
  'apt-get',
  '-o',
  'DPkg::Lock::Timeout=240',
  '-q',
] as const

/**
 * Makes sure that a program of the system's packages is there, and others of its package,
 * installing it (Debian, as root) and saying so when one is not.
 *
 * Errors  throws with what to do when it cannot be installed
 */
export const requireProgram = (program: string, ...others: readonly string[]): void => {
  const isInstalled = () => [program, ...others].every(hasProgram)
  if (isInstalled()) return
  console.error(`${program} is not installed: installing it with apt-get`)
  aptGet('ignore', 'update')
  const status = aptGet('inherit', 'install', '-y', '--no-install-recommends', program)
  if (status !== 0 || !isInstalled()) throw new Error(`install ${program} first: the benchmark needs it`)
}

/** Returns the exit status; `errors` says whether its standard error is shown. */
const aptGet = (errors: 'ignore' | 'inherit', ...args: readonly string[]): number | null => {
  const [flock, ...words] = LOCKED_APT_GET
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  return spawnSync(flock, [...words, ...args], { stdio: ['ignore', 'ignore', errors], env }).status
}

/** True if a program is on the PATH. */
export const hasProgram = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
