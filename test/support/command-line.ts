import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../src/cli/command-line.js'
import { commands } from '../../src/cli/commands.js'
import { systemPorts } from '../../src/runtime/system-ports.js'
import { hashSecret } from '../../src/server/accounts/secrets.js'
import { openSqlite, type SqliteStore } from '../../src/server/storage/open.js'

/** The configuration of a workplace unless a test writes another. */
export const CONFIG = `plans:
  core: { dailyCredits: 3000000, creditsPerSecond: 500 }
  growth: { dailyCredits: 150000000, creditsPerSecond: 60000, failover: true }
  custom: { failover: true }
networks:
  ethereum-mainnet:
    family: evm
    hosts: [eth.example]
    upstreams: [{ name: a, url: "http://127.0.0.1:1" }]
  solana-mainnet:
    family: solana
    upstreams: [{ name: b, url: "http://127.0.0.1:2" }]
`

/** The time at which every test begins. */
export const NOON = Date.parse('2026-11-21T12:00:00Z')

/** Exit status and output of a command. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** A folder with a configuration, new for every test, in which commands run within this process. */
export class Workplace {
  folder = ''
  /** The environment of commands; empty when a test begins. */
  env: Record<string, string> = {}
  nowMs = NOON
  /** The answer typed at the terminal to every question; undefined: there is no terminal. */
  typed: string | undefined
  /** Columns of standard output and standard error; undefined: neither is a terminal. */
  columns: number | undefined
  /** Questions that commands asked at the terminal. */
  asked: string[] = []
  /** Number of pieces in which the last command wrote its standard output. */
  writes = 0

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'tollgate-cli-'))
      this.nowMs = NOON
      this.env = {}
      this.typed = undefined
      this.columns = undefined
      this.asked = []
      this.write('tollgate.yaml', CONFIG)
    })
    afterEach(() => rmSync(this.folder, { recursive: true }))
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  tollgate = async (...argv: string[]): Promise<Ran> => {
    const out: string[] = []
    const err: string[] = []
    const io = {
      stdout: (text: string) => void out.push(text),
      stderr: (text: string) => void err.push(text),
      env: this.env,
      cwd: this.folder,
      ports: { ...systemPorts, nowMs: () => this.nowMs },
      ...(this.columns !== undefined && {
        columns: this.columns,
        errorColumns: this.columns,
        isTerminal: true,
      }),
      ...(this.typed !== undefined && { ask: this.ask }),
    }
    const status = await run(argv, io, commands)
    this.writes = out.length
    return { status, stdout: out.join(''), stderr: err.join('') }
  }

  private ask = async (question: string): Promise<string | undefined> => {
    this.asked.push(question)
    return this.typed
  }

  /** Runs a command that must succeed, with --json; returns its value. */
  json = async <T>(...argv: string[]): Promise<T> => {
    const { status, stdout, stderr } = await this.tollgate(...argv, '--json')
    if (status !== 0 || stderr !== '') throw new Error(`${argv.join(' ')}: ${status} ${stderr}`)
    return JSON.parse(stdout)
  }

  /** Runs a command that must fail; returns its status and the first line of its error. */
  error = async (...argv: string[]): Promise<string> => {
    const { status, stdout, stderr } = await this.tollgate(...argv)
    if (status === 0 || stdout !== '') throw new Error(`${argv.join(' ')} succeeded: ${stdout}`)
    return `${status} ${stderr.split('\n')[0]}`
  }

  /** Opens the store as a gateway would, and asks it. */
  inStore = async <T>(ask: (store: SqliteStore) => Promise<T>): Promise<T> => {
    const store = openSqlite(join(this.folder, 'tollgate.db'), { clock: () => this.nowMs })
    try {
      return await ask(store)
    } finally {
      store.close()
    }
  }

  findKey = (keyText: string) => this.inStore(({ accounts }) => accounts.findByKeyHash(hashSecret(keyText)))

  /** The id of a new account on the plan `growth`. */
  anAccount = async (): Promise<string> =>
    (await this.json<{ id: string }>('account', 'create', '--name', 'Ann', '--plan', 'growth')).id

  /** A new key of a new account, for `ethereum-mainnet`; `options` go to `key create`. */
  aKey = async (...options: string[]): Promise<{ id: string; key: string }> =>
    this.json('key', 'create', '--account', await this.anAccount(), '--network', 'ethereum-mainnet', ...options)
}
