import type { ConfigData, NetworkData, UpstreamData } from '../../../generated/config.js'
import type { CompiledContract } from '../../contract/compiled-contract.js'
import type { Plan } from '../accounts/account.js'
import type { FIXED_LIMITS } from './fixed-limits.js'

/** Deeply read-only. */
export type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value

/**
 * A configured node or partner. URLs may carry credentials: never log them, name the upstream
 * instead.
 */
export interface UpstreamConfig extends Frozen<UpstreamData> {}

/**
 * Methods besides the built-in ones: a document (`file`, absolute, or the `name` of a shipped one),
 * the methods taken from it, and their prices.
 */
export type ContractConfig = Frozen<Exclude<ConfigData['contracts'][number], string>>

/**
 * A configured network: its nodes and its deviations from the general behaviour. Its hosts are in
 * lower case.
 */
export interface NetworkConfig extends Frozen<Omit<NetworkData, 'contracts'>> {
  readonly name: string
  readonly contracts: readonly ContractConfig[]
  /**
   * The built-in contract merged with the documents of `contracts`; undefined without documents.
   */
  readonly contract?: CompiledContract
}

/** Names of a network's upstreams, the partner's last; empty if the network is not configured. */
export const upstreamNames = (network: Pick<NetworkConfig, 'upstreams' | 'partner'> | undefined): string[] =>
  network === undefined
    ? []
    : [...network.upstreams, ...(network.partner === undefined ? [] : [network.partner])].map(({ name }) => name)

/**
 * `statefulMethods` of a network; when left out, `bind` with one upstream, the only node that can
 * have made a filter.
 */
export const statefulMethodsOf = ({
  statefulMethods,
  upstreams,
}: Pick<NetworkConfig, 'statefulMethods' | 'upstreams'>): NonNullable<NetworkConfig['statefulMethods']> =>
  statefulMethods ?? (upstreams.length === 1 ? 'bind' : 'refuse')

/** All bounds of the gateway, configured and fixed. */
export type Limits = Config['limits']

/** Cache of answers that can no longer change; `shared` may carry a password: never log it. */
export type CacheConfig = Config['cache']

/**
 * The whole configuration, checked and frozen, with defaults. Paths are absolute; `store` may carry
 * a password: never log it.
 */
export interface Config extends Frozen<Omit<ConfigData, 'plans' | 'networks' | 'contracts' | 'limits'>> {
  readonly limits: Frozen<ConfigData['limits']> & Readonly<typeof FIXED_LIMITS>
  readonly plans: ReadonlyMap<string, Plan>
  readonly networks: ReadonlyMap<string, NetworkConfig>
  /** For all networks; each may have more. */
  readonly contracts: readonly ContractConfig[]
  /** The contracts of all networks in one; undefined if all have just the built-in one. */
  readonly contract?: CompiledContract
}

/** One error in a configuration; `line` and `column` count from 1. */
export interface Mistake {
  /** The document with the error; undefined for the configuration's own file. */
  readonly file?: string
  readonly line: number
  readonly column: number
  /** Path in the document: `networks.ethereum-mainnet.upstreams[0].url`. */
  readonly path: string
  readonly message: string
  /** True if the error is an unset environment variable. */
  readonly isUnset?: true
}
