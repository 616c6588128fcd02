import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { isObject } from '../../contract/map-schema.js'
import { shippedFile } from '../../contract/operator/shipped-files.js'

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
}

export interface MockNetwork {
  readonly name: string
  readonly family: 'evm' | 'solana'
  readonly chainId: number
}

/** Ethereum's. */
const USUAL_CHAIN_ID = 1
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
  readonly networks: readonly MockNetwork[]
  readonly plans: readonly string[]

  constructor({ configFile, contracts }: MockFileOptions) {
    const folder = configFile === undefined ? '.' : dirname(resolve(configFile))
    const own: unknown = configFile === undefined ? usual : parse(readFileSync(configFile, 'utf8'))
    if (!isObject(own)) throw new Error(`${configFile} is empty`)
    const { plans, limits } = own
    const given = contracts ?? (configFile === undefined ? USUAL_CONTRACTS : [])
    const listed = [...listIn(own.contracts).map((one) => absolute(one, folder)), ...given]
    const networks = isObject(own.networks) ? Object.entries(own.networks) : []
    this.written = {
      ...(plans !== undefined && { plans }),
      ...(limits !== undefined && { limits }),
      contracts: [...new Set(listed)],
      networks: Object.fromEntries(networks.map(([name, network]) => [name, withPlaces(network, folder)])),
    }
    this.networks = networks.map(([name, network]) => {
      const { family, chainId } = isObject(network) ? network : {}
      return {
        name,
        family: family === 'solana' ? 'solana' : 'evm',
        chainId: typeof chainId === 'number' ? chainId : USUAL_CHAIN_ID,
      }
    })
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
      // The blooms of blocks are made from the schema, and say nothing of their logs.
      return [name, { ...network, ...node, ...(network.family !== 'solana' && { verifyLogs: 'off' }) }]
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
const withPlaces = (network: unknown, folder: string): unknown =>
  isObject(network) && Array.isArray(network.contracts)
    ? { ...network, contracts: network.contracts.map((one) => absolute(one, folder)) }
    : network

const absolute = (entry: unknown, folder: string): unknown => {
  if (typeof entry === 'string') return shippedFile(entry) === undefined ? resolve(folder, entry) : entry
  return isObject(entry) && typeof entry.file === 'string' ? { ...entry, file: resolve(folder, entry.file) } : entry
}
