import type { Plan } from '../accounts/account.js'
import type { CompiledContract } from '../contracts/compiled-contract.js'
import type { RetentionDays } from '../credits/usage/usage-retention.js'

/** A node or partner as configured. URLs may carry credentials: never log them, name the upstream instead. */
export interface UpstreamConfig {
  readonly name: string
  readonly url: string
  /** WebSocket address of an EVM node, for `share: websocket`. */
  readonly wsUrl?: string
  /** Share of the calls beside the others'; 0: asked only when no other can answer. */
  readonly weight: number
  /** Whether it has the state of all blocks. */
  readonly archive: boolean
  /** The provider's own limit; left out: none. */
  readonly callsPerSecond?: number
  /** Blocks that it takes in one eth_getLogs; left out: any number. */
  readonly maxBlockRange?: number
  /** Bytes of a request's body that it takes; the default depends on the family. */
  readonly maxRequestBytes?: number
  /** Partners only: whether what they say of storage is checked with proofs; left out: no. */
  readonly verifyProofs?: boolean
  /** Whether cheap calls in flight together share round trips. */
  readonly share: 'off' | 'batch' | 'websocket'
}

/** Methods beside the built-in ones, as configured: a document (`file`, or the `name` of a shipped one), and which of its methods are taken at which prices. */
export interface ContractConfig {
  readonly file?: string
  readonly name?: string
  readonly methods: readonly string[]
  readonly prices: Readonly<Record<string, number>>
}

/** A network as configured: its nodes, and where it deviates from the general behaviour. */
export interface NetworkConfig {
  readonly name: string
  readonly family: 'evm' | 'solana'
  /** Lower-case host names, without a port. */
  readonly hosts: readonly string[]
  readonly upstreams: readonly UpstreamConfig[]
  readonly partner?: UpstreamConfig
  /** Whether the block tag `safe` is served; default true. */
  readonly safeTag: boolean
  /** Near-head networks: how many of the latest blocks are served. */
  readonly recentBlocks?: number
  /** Which chain its nodes must be on; left out, they must agree with each other. EVM only. */
  readonly chainId?: number
  /** The hash of its first block, as the nodes write it; checked beside `chainId`. */
  readonly genesisHash?: string
  /** Time from block to block; left out, it is learned where blocks come regularly. */
  readonly blockTimeMs?: number
  /** Blocks (slots) an upstream may be behind the network's head before it is `behind`; the default depends on the family. */
  readonly maxLag?: number
  /** How far a caller may see eth_blockNumber go back. */
  readonly maxHeadRollback: number
  /** How often each upstream is asked for its head; 0: never, nor for its chain. */
  readonly pollMs: number
  /** Whether a slow call is asked of a second upstream. */
  readonly hedging: boolean
  /** Whether answers that can no longer change are kept, and eth_blockNumber is answered from what the poll knows. */
  readonly cache: boolean
  /** Share of the upstreams' answers that is checked against the contract, 0 to 1. */
  readonly checkAnswers: number
  readonly contracts: readonly ContractConfig[]
  /** What the documents of `contracts` made of the built-in contract; undefined where there are none. */
  readonly contract?: CompiledContract
}

/** How answers that can no longer change are kept. */
export interface CacheConfig {
  /** Memory for all of them, keys and bookkeeping included. */
  readonly maxBytes: number
  /** Larger answers are not kept. */
  readonly maxEntryBytes: number
  /** Redis or Valkey that several gateways share; it may carry a password: never log it. */
  readonly shared?: string | undefined
}

/** Every bound of the gateway; each has a documented default in config.schema.json. */
export interface Limits {
  readonly maxBodyBytes: number
  /** Request bodies that have not come whole, in memory at once, over all connections. */
  readonly maxPendingBodyBytes: number
  readonly maxBatch: number
  readonly maxDepth: number
  readonly maxUpstreamBytes: number
  /** Parts that one eth_getLogs may be cut into. */
  readonly maxLogParts: number
  /** Upstream answers held in memory at once, over all calls. */
  readonly maxHeldBytes: number
  readonly maxMessageBytes: number
  /** WebSocket messages of one connection being answered at once; reading pauses above. An HTTP connection that pipelines more is cut. */
  readonly maxMessagesInFlight: number
  /** Bytes that may wait for one WebSocket client that takes fewer in half a second. */
  readonly maxBufferedBytes: number
  readonly maxUpstreamConnections: number
  /** Calls waiting for a connection to one upstream. */
  readonly maxUpstreamWaiting: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** A client that does not read its answer for this long is cut off. */
  readonly writeTimeoutMs: number
  /** A client that takes a large answer more slowly than this, for longer than `writeTimeoutMs` in all, is cut off. */
  readonly minReadBytesPerSecond: number
  readonly maxHeaderBytes: number
  readonly maxConnections: number
  readonly drainTimeoutMs: number
  /** A WebSocket refused more often than this, for `refusalSeconds`, is closed with 1008. */
  readonly maxRefusalsPerSecond: number
  readonly refusalSeconds: number
  /** Above it a source's unknown keys are refused without a look-up. */
  readonly maxUnknownKeysPerSecond: number
}

/** The public listener as configured. */
export interface ListenConfig {
  readonly host: string
  readonly port: number
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Where callers reach it, with an optional path; left out, the listener's own address. */
  readonly publicUrl?: string | undefined
  /** How many proxies in front append to X-Forwarded-For; 0 means the socket's address is the source. */
  readonly trustedProxies: number
  /** Listening sockets that share the port, where Node and the system can. */
  readonly acceptors: number
}

/** The whole configuration, checked and frozen; defaults filled in. */
export interface Config {
  readonly listen: ListenConfig
  readonly admin: {
    readonly host: string
    readonly port: number
    readonly hosts: readonly string[]
    readonly token?: string
  }
  /** `sqlite:PATH`, absolute, or `postgres://…`, which may carry a password: never log it. */
  readonly store: string
  /** Folder of the journals of charges that PostgreSQL does not have yet; absolute. */
  readonly stateDir: string
  /** How hard a charge is written before its reply leaves: `full` survives a power cut, `normal` a killed process. */
  readonly synchronous: 'normal' | 'full'
  readonly plans: ReadonlyMap<string, Plan>
  readonly networks: ReadonlyMap<string, NetworkConfig>
  /** Of all networks; each network has what is its own besides. */
  readonly contracts: readonly ContractConfig[]
  /** The contract of all networks together; undefined where it is the built-in one. */
  readonly contract?: CompiledContract
  readonly limits: Limits
  readonly cache: CacheConfig
  /** How long usage is kept. */
  readonly usage: RetentionDays
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent' }
}

/** One thing wrong with a configuration; `line` and `column` count from 1. */
export interface Mistake {
  /** The document that it is in; left out: the configuration file itself. */
  readonly file?: string
  readonly line: number
  readonly column: number
  /** Where in the document, as a path: `networks.ethereum-mainnet.upstreams[0].url`. */
  readonly path: string
  readonly message: string
  /** Whether an environment variable that is not set is what is wrong. */
  readonly isUnset?: true
}
