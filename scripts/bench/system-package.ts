import { spawnSync } from 'node:child_process'

/**
 * Makes sure that a program of the system's packages is there, installing it (Debian, as root) and
 * saying so when it is not.
 *
 * Errors  throws with what to do when it cannot be installed
 */
export const requireProgram = (program: string): void => {
  if (hasProgram(program)) return
  console.error(`${program} is not installed: installing it with apt-get`)
  const options = ['install', '-y', '--no-install-recommends', '-q', program]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
  const { status } = spawnSync('apt-get', options, { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0 || !hasProgram(program)) throw new Error(`install ${program} first: the benchmark needs it`)
}

/** True if a program is on the PATH. */
export const hasProgram = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0
