import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The result of a burst of load. */
export interface LoadResult {
  readonly calls: number
  readonly seconds: number
  readonly medianMs: number
  readonly p99Ms: number
  /** Answers with a status outside 2xx. */
  readonly refused: number
}

/**
 * The target, content and duration of a load; `connections` requests are under way at any time.
 *
 * `body`  may hold `#NUMBER#`: eight hexadecimal digits, another number in each place and each
 *         request
 */
export interface Load {
  readonly port: number
  readonly path: string
  readonly body: string
  readonly connections: number
  readonly seconds: number
  readonly isTls?: boolean
  readonly core?: number | undefined
}

/** The bytes of a request, `#NUMBER#` kept. */
export const requestText = ({ path, body }: Pick<Load, 'path' | 'body'>): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

let first = 0
const MAX_TRIES = 3

/** Sends load with wrk. Errors: rejects when a connection breaks or wrk ends otherwise. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-wrk-'))
  const file = join(folder, 'request')
  writeFileSync(file, requestText(load))
  // Another stretch of numbers each time: repeated ones would be answered from a cache.
  first += 400_000_000
  const url = `${load.isTls ? 'https' : 'http'}://127.0.0.1:${load.port}${load.path}`
  const args = [
    '-t1',
    '--timeout',
    '30s',
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    '-s',
    'scripts/bench/wrk.lua',
    url,
  ]
  const env = { ...process.env, BENCH_REQUEST: file, BENCH_FIRST: String(first % 4_294_967_296) }
  try {
    // A machine that is busy with something else may not come to a single answer.
    for (let left = MAX_TRIES; ; left--) {
      const output = await runProgram('wrk', args, env, load.core)
      const found = /^RESULT (.*)$/m.exec(output)?.[1]
      if (found === undefined) throw new Error(`wrk said nothing of its result:\n${output}`)
      const { calls, micros, p50, p99, status, broken } = JSON.parse(found) as Record<string, number>
      if (broken! > 0 || (calls === 0 && left === 1)) throw new Error(`${broken} requests broke:\n${output}`)
      if (calls === 0) continue
      return { calls: calls!, seconds: micros! / 1e6, medianMs: p50! / 1e3, p99Ms: p99! / 1e3, refused: status! }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program to its end; its standard output. */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  core: number | undefined,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const [command, all] = core === undefined ? [program, args] : ['taskset', ['-c', `${core}`, program, ...args]]
    const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'inherit'], env })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString('utf8')
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}`))))
  })
