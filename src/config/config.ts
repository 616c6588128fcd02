import type { ConfigData, NetworkData, UpstreamData } from '../../generated/config.js'
import type { Plan } from '../accounts/account.js'

/** Read-only, all the way down. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value

/** A node or partner as configured. URLs may carry credentials: never log them, name the upstream instead. */
export interface UpstreamConfig extends Frozen<UpstreamData> {}

/** A network as configured: its nodes, and where it deviates from the general behaviour. Its hosts are in lower case. */
export interface NetworkConfig extends Frozen<NetworkData> {
  readonly name: string
}

/** Every bound of the gateway. */
export type Limits = Config['limits']

/** How answers that can no longer change are kept; `shared` may carry a password: never log it. */
export type CacheConfig = Config['cache']

/** The whole configuration, checked and frozen; defaults filled in. Paths are absolute; `store` may carry a password: never log it. */
export interface Config extends Frozen<Omit<ConfigData, 'plans' | 'networks'>> {
  readonly plans: ReadonlyMap<string, Plan>
  readonly networks: ReadonlyMap<string, NetworkConfig>
}

/** One thing wrong with a configuration file; `line` and `column` count from 1. */
export interface Mistake {
  readonly line: number
  readonly column: number
  /** Where in the document, as a path: `networks.ethereum-mainnet.upstreams[0].url`. */
  readonly path: string
  readonly message: string
  /** Whether an environment variable that is not set is what is wrong. */
  readonly isUnset?: true
}
