import type { ConfigData, NetworkData, UpstreamData } from '../../../generated/config.js'
import type { CompiledContract } from '../../contract/compiled-contract.js'
import type { Plan } from '../accounts/account.js'

/** Read-only, all the way down. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value

/**
 * A node or partner as configured. URLs may carry credentials: never log them, name the upstream
 * instead.
 */
export interface UpstreamConfig extends Frozen<UpstreamData> {}

/**
 * Methods beside the built-in ones: a document (`file`, absolute, or the `name` of a shipped one),
 * and what is taken of it at which prices.
 */
export type ContractConfig = Frozen<Exclude<ConfigData['contracts'][number], string>>

/**
 * A network as configured: its nodes, and where it deviates from the general behaviour. Its hosts
 * are in lower case.
 */
export interface NetworkConfig extends Frozen<Omit<NetworkData, 'contracts'>> {
  readonly name: string
  readonly contracts: readonly ContractConfig[]
  /**
   * What the documents of `contracts` make of the built-in contract; left out where there are none.
   */
  readonly contract?: CompiledContract
}

/** Every bound of the gateway. */
export type Limits = Config['limits']

/** How answers that can no longer change are kept; `shared` may carry a password: never log it. */
export type CacheConfig = Config['cache']

/**
 * The whole configuration, checked and frozen; defaults filled in. Paths are absolute; `store` may
 * carry a password: never log it.
 */
export interface Config extends Frozen<Omit<ConfigData, 'plans' | 'networks' | 'contracts'>> {
  readonly plans: ReadonlyMap<string, Plan>
  readonly networks: ReadonlyMap<string, NetworkConfig>
  /** Of all networks; each has its own besides. */
  readonly contracts: readonly ContractConfig[]
  /**
   * The contracts of all networks in one; left out where no network has more than the built-in one.
   */
  readonly contract?: CompiledContract
}

/** One thing wrong with a configuration; `line` and `column` count from 1. */
export interface Mistake {
  /** The document that it is in; left out: the configuration's own file. */
  readonly file?: string
  readonly line: number
  readonly column: number
  /** Where in the document, as a path: `networks.ethereum-mainnet.upstreams[0].url`. */
  readonly path: string
  readonly message: string
  /** Whether an environment variable that is not set is what is wrong. */
  readonly isUnset?: true
}
