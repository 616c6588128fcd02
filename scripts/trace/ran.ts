import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A function of the gateway and how often it ran, from V8's own count. */
export interface RanFunction {
  readonly file: string
  readonly name: string
  readonly count: number
}

/** Reads what ran in a gateway that is started with `nodeArguments` and `env`. */
export class RanReader {
  readonly nodeArguments = ['--import', './scripts/trace/coverage.mjs']
  readonly env: Readonly<Record<string, string>>
  private readonly folder = mkdtempSync(join(tmpdir(), 'tollgate-trace-'))
  private readonly file = join(this.folder, 'trace')

  constructor() {
    this.env = { TRACE_FILE: this.file }
  }

  /** The functions that ran in the process since the last call. */
  async since(pid: number): Promise<RanFunction[]> {
    const before = this.lines().length
    process.kill(pid, 'SIGUSR2')
    while (this.lines().length === before) await sleep(20)
    const ran = JSON.parse(this.lines().at(-1)!) as [string, string, number][]
    return ran.map(([file, name, count]) => ({ file: file.replace(/\.js$/, '.ts'), name, count }))
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  private lines(): string[] {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n').slice(0, -1) : []
  }
}
