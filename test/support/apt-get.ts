import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TIMEOUT_MS = 300_000
const LOCK_FILE = join(tmpdir(), 'tollgate-apt-get.lock')

/**
 * Runs apt-get when no other test does: it does not wait for the lock of its lists, unlike that of
 * dpkg. Errors: apt-get's.
 */
export const aptGet = (args: readonly string[], cwd?: string): void => {
  execFileSync('flock', [LOCK_FILE, 'apt-get', '-o', 'DPkg::Lock::Timeout=240', '-q', ...args], {
    stdio: 'pipe',
    timeout: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...(cwd !== undefined && { cwd }),
  })
}
