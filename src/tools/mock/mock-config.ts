import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { shippedFile } from '../../contract/operator/shipped-files.js'
import { isObject } from '../../runtime/is-object.js'
import type { Config, Mistake } from '../../server/config/config.js'
import { substitute } from '../../server/config/environment.js'
import { formatMistakes, parseConfig } from '../../server/config/load.js'
import { loadWithContracts } from '../../server/config/load-with-contracts.js'

/** The limits of the mock's account; by default those of the plan. */
export interface MockLimits {
  readonly dailyCredits?: number | undefined
  readonly creditsPerSecond?: number | undefined
}

export interface MockFileOptions {
  /**
   * An operator's configuration, for its plans, networks, contracts and limits; by default
   * Tollgate's two usual networks.
   */
  readonly configFile?: string | undefined
  /** Additional contracts: the names of shipped ones, or files. */
  readonly contracts?: readonly string[] | undefined
  /** The variables of the operator's file. */
  readonly env: Environment
}

type Environment = Readonly<Record<string, string | undefined>>

/** Ethereum's. */
export const USUAL_CHAIN_ID = 1
/** More often than blocks come, so that subscribers get each soon. */
const POLL_MS = 100
const USUAL_CONTRACTS = ['ethereum', 'solana']

const usual = {
  plans: { mock: { dailyCredits: 15_000_000, creditsPerSecond: 4_000, failover: true } },
  networks: {
    'ethereum-mainnet': { family: 'evm', hosts: ['ethereum-mainnet.localhost'], chainId: USUAL_CHAIN_ID },
    'solana-mainnet': { family: 'solana', hosts: ['solana-mainnet.localhost'] },
  },
}

/**
 * The configuration of a mock as data. Takes plans, networks, contracts and limits from an
 * operator's configuration, and nothing that would contact the operator's systems: nodes and
 * partners are removed, there are no webhooks, no traces and no shared cache, the store is a
 * separate file, and nothing listens but the mock.
 *
 * Errors  the operator's file cannot be read or is not YAML; other mistakes are found when the
 *         configuration is loaded
 */
export class MockConfig {
  private readonly written: Record<string, unknown>
  private readonly env: Environment
  private readonly configFile: string | undefined
  readonly networks: readonly string[]
  readonly plans: readonly string[]

  constructor({ configFile, contracts, env }: MockFileOptions) {
    const folder = configFile === undefined ? '.' : dirname(resolve(configFile))
    const own: unknown = configFile === undefined ? usual : readYamlFile(configFile, env)
    if (!isObject(own)) throw new Error(`${configFile} is empty`)
    const { plans, limits } = own
    const given = contracts ?? (configFile === undefined ? USUAL_CONTRACTS : [])
    const placed = (entry: unknown) => absolute(entry, folder, env)
    const listed = [...listIn(own.contracts).map(placed), ...given]
    const networks = isObject(own.networks) ? Object.entries(own.networks) : []
    this.written = {
      ...(plans !== undefined && { plans }),
      ...(limits !== undefined && { limits }),
      contracts: [...new Set(listed)],
      networks: Object.fromEntries(networks.map(([name, network]) => [name, withPlaces(network, placed)])),
    }
    this.env = env
    this.configFile = configFile
    this.networks = networks.map(([name]) => name)
    this.plans = isObject(own.plans) ? Object.keys(own.plans) : []
  }

  /**
   * Writes the configuration file, and reads it as a gateway does. Errors: its mistakes, a line
   * each, in the operator's file.
   */
  async load(path: string, urls: ReadonlyMap<string, string>): Promise<Config> {
    writeFileSync(path, this.text(urls), { mode: 0o600 })
    const { config, mistakes } = await loadWithContracts(path, this.env)
    if (config !== undefined) return config
    throw new Error(formatMistakes(this.configFile ?? path, await this.placed(mistakes)))
  }

  private async placed(mistakes: readonly Mistake[]): Promise<readonly Mistake[]> {
    const { configFile, env } = this
    if (configFile === undefined) return mistakes
    const written = await loadWithContracts(configFile, env, { needs: () => false })
    return mistakes.map((mistake) => {
      const { line = 1, column = 1 } = written.mistakes.find(({ path }) => path === mistake.path) ?? {}
      return mistake.file === undefined ? { ...mistake, line, column } : mistake
    })
  }

  /** The configuration file, with the addresses of the nodes by network. */
  text(urls: ReadonlyMap<string, string>): string {
    const networks = Object.entries(this.written.networks as Record<string, unknown>).map(([name, written]) => {
      if (!isObject(written)) return [name, written]
      const { partner: _partner, genesisHash: _genesis, ...network } = written
      const node = {
        upstreams: [{ name: 'mock', url: urls.get(name), wsUrl: urls.get(name)?.replace('http', 'ws') }],
        pollMs: POLL_MS,
      }
      const isSolana = typeof network.family === 'string' && substitute(network.family, this.env).text === 'solana'
      // The blooms of blocks are made from the schema, and say nothing of their logs.
      return [name, { ...network, ...node, ...(!isSolana && { verifyLogs: 'off' }) }]
    })
    return stringify({
      ...this.written,
      listen: { host: '127.0.0.1', port: 0 },
      admin: { host: '127.0.0.1', port: 0 },
      store: 'sqlite:./tollgate.db',
      networks: Object.fromEntries(networks),
      log: { level: 'error' },
    })
  }
}

/**
 * As the configuration's own reader does, it takes any number of aliases. Reads the file once: it
 * may be a pipe.
 */
const readYamlFile = (path: string, env: Environment): unknown => {
  const text = readFileSync(path, 'utf8')
  try {
    return parse(text, { maxAliasCount: -1 })
  } catch {
    const { mistakes } = parseConfig(text, { path, env, fileExists: existsSync, needs: () => false })
    throw new Error(formatMistakes(path, mistakes))
  }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A network whose documents are found from any folder. */
const withPlaces = (network: unknown, placed: (entry: unknown) => unknown): unknown =>
  isObject(network) && Array.isArray(network.contracts)
    ? { ...network, contracts: network.contracts.map(placed) }
    : network

const absolute = (entry: unknown, folder: string, env: Environment): unknown => {
  if (typeof entry === 'string') {
    const { text } = substitute(entry, env)
    return shippedFile(text) === undefined ? absolutePath(entry, folder, env) : text
  }
  return isObject(entry) && typeof entry.file === 'string'
    ? { ...entry, file: absolutePath(entry.file, folder, env) }
    : entry
}

/** The loader reports the mistakes of a text, and substitutes the variables of the written file. */
const absolutePath = (written: string, folder: string, env: Environment): string => {
  const { text, messages } = substitute(written, env)
  return messages.length > 0 ? written : resolve(folder, text).replaceAll('${', () => '$${')
}
