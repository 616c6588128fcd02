import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopwatch } from './stopwatch.js'

/** The program that `npm run build` makes, and that users start. */
export const PROGRAM = 'dist/src/main.js'
/**
 * Milliseconds of this process's own time; see `stopwatch`. That goes on while a busy machine does
 * not run the program: a start of 20 s was seen.
 */
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000

/** Exit status and output of a command of `tollgate`. */
export interface CommandEnd {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The program in a separate process, with everything that it printed. */
export interface ProgramProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly stdout: string
  readonly stderr: string
  /** Settles with exit status and signal. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>
  /**
   * Waits until standard output (or standard error) matches. Errors: before that, the program
   * ended, or 60 s of this process's own time passed.
   */
  until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>
  /** Sends SIGTERM and waits; kills the process if it still runs after 30 s. */
  stop(): Promise<void>
}

/** A running `tollgate serve`. */
export interface ServeProcess extends ProgramProcess {
  readonly url: string
  readonly adminUrl: string
}

/**
 * Starts the program with arguments as a user would, with `variables` in its environment. Errors:
 * it was never built.
 */
export const startProgram = (
  args: readonly string[],
  program = PROGRAM,
  variables: Readonly<Record<string, string>> = {},
): ProgramProcess => {
  if (!existsSync(program)) throw new Error(`${program} is missing: run \`npm run build\` (\`npm test\` does)`)
  // The program does not need jest's NODE_OPTIONS.
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kept = { stdout: '', stderr: '' }
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      kept[name] += text
    })
  }
  return {
    child,
    pid: child.pid ?? 0,
    exited,
    get stdout() {
      return kept.stdout
    },
    get stderr() {
      return kept.stderr
    },
    until: (stream, pattern) =>
      untilPrinted(
        child,
        () => kept[stream],
        pattern,
        () => JSON.stringify(kept),
      ),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

const untilPrinted = async (child: ChildProcess, read: () => string, pattern: RegExp, describe: () => string) => {
  const spentMs = stopwatch()
  const isOver = () => child.exitCode !== null || child.signalCode !== null || spentMs('go on') > READY_TIMEOUT_MS
  try {
    for (;;) {
      const found = pattern.exec(read())
      if (found) return found
      if (isOver()) throw new Error(`it never printed ${pattern}: ${describe()}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  } finally {
    spentMs()
  }
}

/** Starts `tollgate serve --json` and waits until it says where it listens. */
export const startServe = async (
  configFile: string,
  program = PROGRAM,
  options: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<ServeProcess> => {
  const running = startProgram(['serve', '--json', '--config', configFile, ...options], program, variables)
  try {
    const [line] = await running.until('stdout', /^\{.*\}$/m)
    const { url, adminUrl } = JSON.parse(line) as { url: string; adminUrl: string }
    return Object.create(running, { url: { value: url }, adminUrl: { value: adminUrl } }) as ServeProcess
  } catch (error) {
    await running.stop()
    throw error
  }
}

/**
 * Sends a signal as a terminal or a service manager and npm do: twice. From a shell, because a test
 * may be halted between.
 */
export const signalUnderNpm = async ({ pid }: ProgramProcess, signal: 'INT' | 'TERM', gapMs: number): Promise<void> => {
  const kill = `kill -${signal} ${pid}`
  await once(spawn('sh', ['-c', `${kill}; sleep ${gapMs / 1_000}; ${kill}`], { stdio: 'ignore' }), 'close')
}

/** Runs one command of `tollgate` to its end. */
export const runCommand = async (...args: readonly string[]): Promise<CommandEnd> => {
  const running = startProgram(args)
  const { code } = await running.exited
  return { code, stdout: running.stdout, stderr: running.stderr }
}

/**
 * Runs a command within this process; it must end without a signal. Starting a process takes as
 * long as a hundred such commands.
 */
export const runHere = async (...args: readonly string[]): Promise<CommandEnd> => {
  const { run } = await import('../../src/cli/command-line.js')
  const { commands } = await import('../../src/cli/commands.js')
  const printed = { stdout: '', stderr: '' }
  const to = (stream: keyof typeof printed) => (text: string) => {
    printed[stream] += text
  }
  const io = { stdout: to('stdout'), stderr: to('stderr'), env: process.env, cwd: process.cwd() }
  const code = await run(args, io, commands)
  return { code, ...printed }
}

/** A folder with a configuration file, and the commands that read it. */
export interface ServeFolder {
  readonly folder: string
  readonly configFile: string
  /** Writes the configuration; a running gateway notices it. */
  save(text: string): void
  /**
   * Runs a command with `--json`, in this process, and returns its value. Errors: its exit status
   * is not 0.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what is printed depends on the command
  json(...args: readonly string[]): Promise<any>
  /** Creates an account and a key for the networks with commands. */
  createKey(networks: string, ...accountOptions: readonly string[]): Promise<CreatedKey>
  remove(): void
}

/** The account's id, and the key's id and text, as the commands printed them. */
export interface CreatedKey {
  readonly account: string
  readonly id: string
  readonly key: string
}

/** Makes a temporary folder with `tollgate.yaml` in it. */
export const createServeFolder = (text: string): ServeFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-serve-'))
  const configFile = join(folder, 'tollgate.yaml')
  const save = (content: string) => writeFileSync(configFile, content)
  save(text)
  const json = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runHere(...args, '--json', '--config', configFile)
    if (code !== 0) throw new Error(`tollgate ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }
  return {
    folder,
    configFile,
    save,
    json,
    createKey: async (networks, ...options) => {
      const plan = options.includes('--plan') ? [] : ['--plan', 'core']
      const account = (await json('account', 'create', '--name', 'test', ...plan, ...options)).id as string
      return { account, ...(await json('key', 'create', '--account', account, '--network', networks)) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Returns a configuration on free ports. `networks` has the settings of each network by its name,
 * in YAML's flow style.
 */
export const serveConfig = (networks: Readonly<Record<string, string>>, more = ''): string => `\
listen: { host: 127.0.0.1, port: 0 }
admin: { host: 127.0.0.1, port: 0 }
store: sqlite:./tollgate.db
plans:
  core: { dailyCredits: 3000000, creditsPerSecond: 1000000 }
  growth: { dailyCredits: 150000000, creditsPerSecond: 1000000, failover: true }
networks:
${Object.entries(networks)
  .map(([name, text]) => `  ${name}: { ${text} }\n`)
  .join('')}${more}`

/** An EVM network with one node, for `serveConfig`. */
export const evmNetwork = (url: string, more = ''): string =>
  `family: evm, hosts: [], upstreams: [{ name: anvil, url: "${url}" }]${more}`
