import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A server under measurement. */
export interface Server {
  readonly port: number
  readonly pid: number
  /** Its first line of output. */
  readonly line: string
  stop(): Promise<void>
}

/**
 * The program of a server, and the core that it runs on; undefined: the system chooses the core.
 */
export interface StartOptions {
  readonly program?: string
  readonly core?: number | undefined
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Starts a program that prints a line when it is ready; the line's `portOf` is where it listens.
 */
export const startServer = (
  args: readonly string[],
  portOf: (line: string) => number,
  { program = process.execPath, core, env = {} }: StartOptions = {},
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const [command, all] = core === undefined ? [program, args] : ['taskset', ['-c', `${core}`, program, ...args]]
    const child: ChildProcess = spawn(command, all, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
    const closed = new Promise<void>((done) => child.once('exit', () => done()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code} before it was ready`)))
    child.stdout!.once('data', (data: Buffer) => {
      const line = data.toString('utf8').trim()
      const stop = () => {
        child.stdin!.end()
        child.kill('SIGTERM')
        return closed
      }
      resolve({ port: portOf(line), pid: child.pid!, line, stop })
    })
  })

/** CPU time of a process and all its threads, in nanoseconds, from the scheduler. Linux only. */
export const cpuNanoseconds = (pid: number): bigint =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + taskNanoseconds(pid, task), 0n)

const taskNanoseconds = (pid: number, task: string): bigint => {
  try {
    return BigInt(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]!)
  } catch {
    // A thread that ended between the listing and the reading.
    return 0n
  }
}

/**
 * For how long a process's first thread was ready to run and had to wait for a core, in
 * nanoseconds, from the scheduler. Linux only.
 */
export const waitedNanoseconds = (pid: number): bigint =>
  BigInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]!)

/** Resident memory of a process in MiB. Linux only. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
