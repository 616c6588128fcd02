import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { aptGet } from './apt-get.js'
import { ownPort } from './own-port.js'
import { accepts, watchman } from './owned-server.js'
import { stopwatch } from './stopwatch.js'

const READY_TIMEOUT_MS = 10_000
/** Debian's redis-server, with the libraries that a slim system lacks. */
const PACKAGES = [
  'redis-tools',
  'redis-server',
  'libjemalloc2',
  'liblzf1',
  'libatomic1',
  'liblua5.1-0',
  'libhiredis0.14',
]
const UNPACKED = join(tmpdir(), 'tollgate-redis-unpacked')

/** A Redis server for tests, on an `ownPort`; it keeps nothing. */
export interface TestRedis {
  readonly port: number
  /** With a password, so that tests can look for it where it must not be. */
  readonly url: string
  readonly password: string
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

interface Binary {
  readonly file: string
  readonly libraries: string
}

const fromPath = (): Binary | undefined => {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of ['redis-server', 'valkey-server'])
      if (existsSync(join(folder, name))) return { file: join(folder, name), libraries: '' }
  return undefined
}

const unpacked = (root: string): Binary => {
  const libraries = join(root, 'usr', 'lib')
  const folders = readdirSync(libraries).map((name) => join(libraries, name))
  return { file: join(root, 'usr', 'bin', 'redis-server'), libraries: folders.join(':') }
}

/**
 * Downloads Debian's packages and unpacks them into the temporary folder, for this and later runs.
 * Nothing is installed.
 */
const fromDebian = (): Binary => {
  if (!existsSync(UNPACKED)) {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-redis-'))
    try {
      try {
        aptGet(['download', ...PACKAGES], folder)
      } catch {
        aptGet(['update'])
        aptGet(['download', ...PACKAGES], folder)
      }
      for (const name of readdirSync(folder).filter((one) => one.endsWith('.deb')))
        execFileSync('dpkg', ['-x', join(folder, name), join(folder, 'root')], { stdio: 'pipe' })
      renameSync(join(folder, 'root'), UNPACKED)
    } catch (error) {
      // Another test may have put it there at the same moment.
      if (!existsSync(UNPACKED))
        throw new Error(
          `no Redis to test with: neither redis-server nor valkey-server is on the PATH, and apt-get download ${PACKAGES.join(' ')} failed: ${(error as Error).message}`,
        )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return unpacked(UNPACKED)
}

/**
 * Starts Redis: the one on the PATH, or else Debian's, unpacked into the temporary folder.
 *
 * Errors  no server is installed, and it cannot be installed; or it does not come up, with what it
 *         printed
 */
export const startRedis = async (): Promise<TestRedis> => {
  const { file, libraries } = fromPath() ?? fromDebian()
  const port = await ownPort()
  const password = 'not-to-be-logged'
  let server: ChildProcess | undefined
  const start = async () => {
    let printed = ''
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--requirepass',
      password,
    ]
    const env = { ...process.env, LD_LIBRARY_PATH: libraries }
    const child = spawn(file, args, { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
    let problem: Error | undefined
    child.once('error', (error) => (problem = error))
    const guard = child.pid === undefined ? undefined : watchman(child.pid)
    child.once('exit', () => guard?.kill('SIGKILL'))
    server = child
    const spentMs = stopwatch()
    while (!(await accepts(port))) {
      if (problem !== undefined || child.exitCode !== null || spentMs('go on') > READY_TIMEOUT_MS)
        throw new Error(`Redis did not start: ${problem?.message ?? printed}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    spentMs()
  }
  const kill = async () => {
    const child = server
    server = undefined
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    port,
    url: `redis://:${password}@127.0.0.1:${port}/0`,
    password,
    kill,
    start,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    stop: kill,
  }
}
