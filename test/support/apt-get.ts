import { execFileSync } from 'node:child_process'
import { LOCKED_APT_GET } from '../../scripts/bench/system-package.js'

const TIMEOUT_MS = 300_000

/** Runs apt-get when no other test does. Errors: apt-get's. */
export const aptGet = (args: readonly string[], cwd?: string): void => {
  const [flock, ...words] = LOCKED_APT_GET
  execFileSync(flock, [...words, ...args], {
    stdio: 'pipe',
    timeout: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...(cwd !== undefined && { cwd }),
  })
}
