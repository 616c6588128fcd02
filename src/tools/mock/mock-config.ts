import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { shippedFile } from '../../contract/operator/shipped-files.js'
import { isObject } from '../../runtime/is-object.js'
import { substitute } from '../../server/config/environment.js'

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
  readonly networks: readonly string[]
  readonly plans: readonly string[]

  constructor({ configFile, contracts, env }: MockFileOptions) {
    const folder = configFile === undefined ? '.' : dirname(resolve(configFile))
    const own: unknown = configFile === undefined ? usual : parse(readFileSync(configFile, 'utf8'))
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
    this.networks = networks.map(([name]) => name)
    this.plans = isObject(own.plans) ? Object.keys(own.plans) : []
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
