import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemPorts } from '../../src/runtime/system-ports.js'
import { createKeyText } from '../../src/server/accounts/key-text.js'
import type { TlsPair } from './nginx.js'
import { type Server, type StartOptions, startServer } from './process.js'

/** The gateway under measurement: the built program with its full pipeline and a store on disk. */
export interface BenchGateway extends Server {
  /** A key that never runs dry. */
  readonly keyText: string
  /** A key whose account has no credits. */
  readonly emptyKeyText: string
  /** Keys like `keyText`, each of another account: as many as the setting asks for. */
  readonly moreKeyTexts: readonly string[]
  /** A key of the right form that was never issued. */
  readonly unknownKeyText: string
}

/** The port of the gateway's node, and settings other than the defaults. */
export interface GatewaySetting extends StartOptions {
  readonly upstreamPort: number
  readonly tls?: TlsPair
  /** The program to measure; the one built here by default. */
  readonly main?: string
  /** For Node, before the program: `--cpu-prof`, say. */
  readonly nodeArguments?: readonly string[]
  /**
   * For a program that knows nothing of shared round trips yet, nor of methods beside the built-in
   * ones.
   */
  readonly isWithoutSharing?: boolean
  /** For one that knows nothing of the latter alone. */
  readonly isWithoutAdded?: boolean
  /** More of the configuration. */
  readonly more?: {
    readonly compression?: boolean
    readonly tracing?: object
    readonly plan?: object
    readonly upstream?: object
  }
  /** Accounts beside those that every gateway has. */
  readonly moreAccounts?: number
}

const RICH = 1_000_000_000_000

/** Starts `tollgate serve` in front of one upstream; `stop` also removes its folder. */
export const startBenchGateway = async (setting: GatewaySetting): Promise<BenchGateway> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
  const path = join(folder, 'tollgate.yaml')
  const node = { name: 'node-1', url: `http://127.0.0.1:${setting.upstreamPort}` }
  const network = (family: string, upstream: object) => ({ family, upstreams: [{ ...node, ...upstream }] })
  const { compression, tracing, plan, upstream } = setting.more ?? {}
  const config = {
    listen: {
      host: '127.0.0.1',
      port: 0,
      ...(setting.tls && { tls: setting.tls }),
      ...(compression && { compression }),
    },
    admin: { host: '127.0.0.1', port: 0 },
    store: 'sqlite:./tollgate.db',
    plans: {
      bench: { dailyCredits: RICH, creditsPerSecond: RICH, maxConnections: 1_000_000, ...plan },
      empty: { dailyCredits: 0, creditsPerSecond: RICH },
    },
    networks: {
      eth: network('evm', { ...upstream }),
      ...(!setting.isWithoutSharing && {
        ...(!setting.isWithoutAdded && { added: { ...network('evm', {}), contracts: [{ name: 'ethereum' }] } }),
        batch: network('evm', { share: 'batch' }),
      }),
      sol: network('solana', {}),
    },
    // Metrics are on; the log's line for each call would measure the disk behind standard error.
    log: { level: 'warn' },
    ...(tracing && { tracing }),
  }
  writeFileSync(path, JSON.stringify(config))
  const { program = process.execPath, main = 'dist/src/main.js' } = setting
  const plansOf = ['bench', 'empty', ...Array.from({ length: setting.moreAccounts ?? 0 }, () => 'bench')]
  const [keyText, emptyKeyText, ...moreKeyTexts] = addKeys(program, main, path, Object.keys(config.networks), plansOf)
  const args = [...(setting.nodeArguments ?? []), main, 'serve', '--json', '--config', path]
  const server = await startServer(
    args,
    (line) => Number(new URL((JSON.parse(line) as { url: string }).url).port),
    setting,
  )
  return {
    ...server,
    keyText: keyText!,
    emptyKeyText: emptyKeyText!,
    moreKeyTexts,
    unknownKeyText: createKeyText(systemPorts.randomBytes),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Keys of accounts on these plans, made by the program itself: the schema of its store may be
 * another build's.
 */
const addKeys = (
  program: string,
  main: string,
  config: string,
  networks: readonly string[],
  plans: readonly string[],
): string[] => {
  const run = <Made>(...args: readonly string[]): Made =>
    JSON.parse(execFileSync(program, [main, ...args, '--config', config, '--json']).toString()) as Made
  const addKey = (plan: string): string => {
    const { id } = run<{ id: string }>('account', 'create', '--name', plan, '--plan', plan)
    return run<{ key: string }>('key', 'create', '--account', id, '--network', networks.join(',')).key
  }
  return plans.map(addKey)
}
