import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { shippedFile, shippedNames } from '../contracts/operator/shipped-files.js'
import { isRecord } from './mock-chain.js'

/** The limits of the mock's account; those of the plan where left out. */
export interface MockLimits {
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
}

/** What the configuration of a mock depends on. */
export interface MockSetting {
  /** An operator's configuration, whose plans, networks, contracts and limits are taken; undefined: Tollgate's two usual networks. */
  readonly configFile?: string
  /** Contracts besides: `ethereum`, `solana`, or files. */
  readonly contracts?: readonly string[]
}

/** A network of the mock. */
export interface MockNetwork {
  readonly name: string
  readonly family: 'evm' | 'solana'
  readonly chainId: number
}

/** Ethereum's. */
const USUAL_CHAIN_ID = 1

const usual = {
  plans: { mock: { dailyCredits: 15_000_000, creditsPerSecond: 4_000, failover: true } },
  networks: {
    'ethereum-mainnet': { family: 'evm', hosts: ['ethereum-mainnet.localhost'], chainId: USUAL_CHAIN_ID },
    'solana-mainnet': { family: 'solana', hosts: ['solana-mainnet.localhost'] },
  },
}

/**
 * The configuration of a mock as data: nodes and partners are taken out, the store is a file of its own, nothing listens but the mock.
 *
 * Errors  the operator's file cannot be read or is no YAML; what else is wrong in it is found when the configuration is loaded
 */
export class MockConfig {
  private readonly written: Record<string, unknown>
  readonly networks: readonly MockNetwork[]
  readonly plans: readonly string[]

  constructor({ configFile, contracts = shippedNames }: MockSetting) {
    const folder = configFile === undefined ? '.' : dirname(resolve(configFile))
    const own: unknown = configFile === undefined ? usual : parse(readFileSync(configFile, 'utf8'))
    if (!isRecord(own)) throw new Error(`${configFile} is empty`)
    const { admin: _admin, store: _store, listen: _listen, stateDir: _stateDir, log: _log, ...kept } = own
    const listed = [
      ...(Array.isArray(own.contracts) ? own.contracts : []),
      ...(configFile === undefined ? contracts : []),
    ]
    this.written = { ...kept, contracts: [...new Set(listed.map((one) => absolute(one, folder)))] }
    const networks = isRecord(own.networks) ? Object.entries(own.networks) : []
    this.networks = networks.map(([name, network]) => {
      const { family, chainId } = isRecord(network) ? network : {}
      return {
        name,
        family: family === 'solana' ? 'solana' : 'evm',
        chainId: typeof chainId === 'number' ? chainId : USUAL_CHAIN_ID,
      }
    })
    this.plans = isRecord(own.plans) ? Object.keys(own.plans) : []
  }

  /** The configuration file, with the addresses of the nodes by network. */
  text(urls: ReadonlyMap<string, string>): string {
    const networks = Object.entries(this.written.networks as Record<string, Record<string, unknown>>).map(
      ([name, { partner: _partner, genesisHash: _genesis, ...network }]) => [
        name,
        { ...network, upstreams: [{ name: 'mock', url: urls.get(name) }] },
      ],
    )
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

const absolute = (entry: unknown, folder: string): unknown => {
  if (typeof entry === 'string') return shippedFile(entry) === undefined ? resolve(folder, entry) : entry
  return isRecord(entry) && typeof entry.file === 'string' ? { ...entry, file: resolve(folder, entry.file) } : entry
}
