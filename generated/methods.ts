// @generated from openrpc.json by scripts/generate — do not edit

import type { TimeoutErrorName } from './errors.js'
import type { AccountSubscriptionConfig, BalanceConfig, BlockParameter, EthSubscriptionKind, EthSubscriptionOptions, EvmAddress, Hash32, IsEnded, LogFilter, Logs, LogsSelector, ProgramSubscriptionConfig, Pubkey, Quantity, ReceiptOrNull, ResumeOptions, SignatureSubscriptionConfig, SolanaSubscriptionId, StoragePosition, StorageValueOrNull, SubscriptionId, TokenAccountsConfig, TokenAccountsFilter, TokenAccountsResult, TokenBalanceResult, TransactionSignature } from './types.js'

/** A method of the contract. */
export type MethodName = "eth_chainId" | "eth_blockNumber" | "eth_getStorageAt" | "eth_getLogs" | "eth_getTransactionReceipt" | "getTokenAccountsByOwner" | "getTokenAccountBalance" | "eth_subscribe" | "eth_unsubscribe" | "accountSubscribe" | "accountUnsubscribe" | "programSubscribe" | "programUnsubscribe" | "logsSubscribe" | "logsUnsubscribe" | "signatureSubscribe" | "signatureUnsubscribe" | "slotSubscribe" | "slotUnsubscribe" | "rootSubscribe" | "rootUnsubscribe"

/** The kind of networks that have a method. */
export type Family = 'evm' | 'solana'

/** The param that selects the state to read, by its index. */
export type Position =
  | { kind: 'block'; param: number }
  | { kind: 'block-range'; param: number }
  | { kind: 'commitment'; param: number }
  | { kind: 'none' }

/** Corrections of values before they are forwarded; `members` are all members of an object. */
export interface Rewrite {
  members?: ReadonlyMap<string, Rewrite>
  /** Members with other names are refused, and not left out. */
  isClosed?: true
  /** Names may be spelled in upper and lower case. */
  hasFreeSpelling?: true
  /** A number may have leading zeros. */
  isQuantity?: true
  /** null stands for false. */
  isFalseIfNull?: true
  /** Texts of a member that count as null. */
  leftOut?: readonly string[]
}

/** A positional parameter. The gateway completes one left out with `x-completed-with`. */
export interface ParamRow {
  name: string
  isRequired: boolean
  default?: unknown
  rewrite?: Rewrite
}

/** Node errors that mean that a write was accepted before, and the result in their place. */
export interface AlreadyKnown {
  messages: readonly string[]
  param: number
  result: 'evm-transaction-hash' | 'solana-signature'
}

/** A kind of events. */
export interface SubscriptionKind {
  /** The notification's name, where the method has one kind. */
  name: string
  /** Its name in usage records. */
  usageName: string
  source: 'heads' | 'logs' | 'pending' | 'node'
  /** The price of an event. */
  priceCredits: number
  /** The price while a param is true; the index counts from the param after the kind's name. */
  priceIf?: { param: number; credits: number }
  /**
   * Of source node: the newest state replaces older ones, one last event ends the subscription, or
   * every event counts.
   */
  state?: 'latest' | 'once' | 'every'
  /** Takes `{"after": …}` as the param behind its own. */
  resumes: boolean
}

/** The subscription that a method begins. */
export interface SubscriptionRow {
  notification: string
  /** The method that ends it. */
  unsubscribe: string
  /** The first param names the kind. */
  hasKindFirst: boolean
  kinds: readonly SubscriptionKind[]
}

/** Facts of a method besides its schemas; pointers are JSON pointers into the params. */
export interface MethodRow {
  name: string
  family: Family
  /**
   * A method reads, changes the chain, makes or uses an object in one node, or begins or ends a
   * subscription.
   */
  effect: 'read' | 'write' | 'stateful' | 'subscription'
  /** A write that is sent to all healthy nodes at once. */
  isBroadcast?: boolean | undefined
  alreadyKnown?: AlreadyKnown | undefined
  /**
   * The value at a JSON pointer into the result if the node does not know what the call names: it
   * may be behind.
   */
  unknownAs?: { at: string; is: string | boolean | null | readonly [] } | undefined
  /**
   * State of a stateful method: the result is the id of an object in a node, or the parameter at
   * an index is such an id. `ifGone` is the result if the object is gone; by default an error.
   */
  state?: { id: 'made' } | { id: 'used'; param: number; ifGone?: boolean | null } | undefined
  /** The events of a method that begins a subscription. */
  subscription?: SubscriptionRow | undefined
  /** The price of a call; with a rule, the highest price. */
  priceCredits: number
  /** The rule of a price that differs from call to call. */
  priceBy?: { base: number; perResultKiB?: number; each?: number; of?: string } | undefined
  timeoutMs: number
  timeoutError: TimeoutErrorName
  maxParameters?: number | undefined
  countedParameters: readonly string[]
  maxResults?: number | undefined
  position: Position
  finality: 'never' | 'constant' | 'block'
  canFailOver: boolean
  /** The fact that the gateway itself knows and can answer with. */
  answers?: 'newest-block' | 'chain-id' | undefined
  /** The proof that the gateway demands for an answer of the partner. */
  proof?: 'eip-1186' | undefined
  hasHandler: boolean
  /** No list of any length is in its results: a look-up, and not a search. */
  hasSmallResult: boolean
  params: readonly ParamRow[]
  /** Params that a key limited to contracts may send: any, none, or those at these places. */
  contractAccess: 'open' | 'refused' | { readonly addresses: readonly string[]; readonly beside: readonly string[] }
  pubkeyPointers: readonly string[]
  summary: string
}

/** Kind of a component's values, which decides the words for a mistake in one. */
export type ValueKind =
  | 'address'
  | 'addresses'
  | 'base64'
  | 'block'
  | 'hash'
  | 'pubkey'
  | 'signature'
  | 'single-member'
  | 'storage-key'
  | 'topics'
  | 'transaction'

/** Description of a component: one sentence about its values, and their kind. */
export interface ComponentRow {
  expected: string
  kind?: ValueKind
}

/** One row for each method, by its name on the wire. */
export const methods: { readonly [M in MethodName]: MethodRow } = {
  eth_chainId: {
    name: "eth_chainId",
    family: "evm",
    effect: "read",
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "constant",
    canFailOver: false,
    answers: "chain-id",
    hasHandler: false,
    hasSmallResult: true,
    params: [],
    contractAccess: "open",
    pubkeyPointers: [],
    summary: "The chain id of the network",
  },
  eth_blockNumber: {
    name: "eth_blockNumber",
    family: "evm",
    effect: "read",
    priceCredits: 80,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    answers: "newest-block",
    hasHandler: false,
    hasSmallResult: true,
    params: [],
    contractAccess: "open",
    pubkeyPointers: [],
    summary: "The number of the latest block",
  },
  eth_getStorageAt: {
    name: "eth_getStorageAt",
    family: "evm",
    effect: "read",
    priceCredits: 80,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"block","param":2},
    finality: "block",
    canFailOver: true,
    proof: "eip-1186",
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "address", isRequired: true }, { name: "position", isRequired: true }, { name: "block", isRequired: false, default: "latest", rewrite: { members: new Map<string, Rewrite>([["blockNumber", { isQuantity: true }], ["blockHash", {}], ["requireCanonical", {}]]), hasFreeSpelling: true, isQuantity: true } }],
    contractAccess: {"addresses":["/0"],"beside":["/1","/2"]},
    pubkeyPointers: [],
    summary: "The value at a storage position of an address",
  },
  eth_getLogs: {
    name: "eth_getLogs",
    family: "evm",
    effect: "read",
    priceCredits: 255,
    timeoutMs: 10000,
    timeoutError: "query-timeout",
    maxParameters: 5000,
    countedParameters: ["/0/address","/0/topics"],
    maxResults: 10000,
    position: {"kind":"block-range","param":0},
    finality: "block",
    canFailOver: false,
    hasHandler: true,
    hasSmallResult: false,
    params: [{ name: "filter", isRequired: true, rewrite: { members: new Map<string, Rewrite>([["address", {}], ["fromBlock", { isQuantity: true }], ["toBlock", { isQuantity: true }], ["topics", {}], ["blockHash", {}]]), hasFreeSpelling: true } }],
    contractAccess: {"addresses":["/0/address"],"beside":["/0/fromBlock","/0/toBlock","/0/blockHash","/0/topics"]},
    pubkeyPointers: [],
    summary: "The logs that match a filter",
  },
  eth_getTransactionReceipt: {
    name: "eth_getTransactionReceipt",
    family: "evm",
    effect: "read",
    priceCredits: 80,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "block",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: false,
    params: [{ name: "transactionHash", isRequired: true }],
    contractAccess: "open",
    pubkeyPointers: [],
    summary: "The receipt of a transaction",
  },
  getTokenAccountsByOwner: {
    name: "getTokenAccountsByOwner",
    family: "solana",
    effect: "read",
    priceCredits: 160,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"commitment","param":2},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: false,
    params: [{ name: "address", isRequired: true }, { name: "accountDetails", isRequired: true, rewrite: { members: new Map<string, Rewrite>([["mint", {}], ["programId", {}]]), isClosed: true } }, { name: "config", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["commitment", { leftOut: ["recent","single","singleGossip","root","max"] }], ["encoding", {}], ["dataSlice", { members: new Map<string, Rewrite>([["offset", {}], ["length", {}]]) }], ["minContextSlot", {}]]) } }],
    contractAccess: "refused",
    pubkeyPointers: ["/0","/1/mint","/1/programId"],
    summary: "The token accounts of an owner",
  },
  getTokenAccountBalance: {
    name: "getTokenAccountBalance",
    family: "solana",
    effect: "read",
    priceCredits: 160,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"commitment","param":1},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "address", isRequired: true }, { name: "config", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["commitment", { leftOut: ["recent","single","singleGossip","root","max"] }]]) } }],
    contractAccess: "refused",
    pubkeyPointers: ["/0"],
    summary: "The balance of a token account",
  },
  eth_subscribe: {
    name: "eth_subscribe",
    family: "evm",
    effect: "subscription",
    subscription: {"notification":"eth_subscription","unsubscribe":"eth_unsubscribe","hasKindFirst":true,"kinds":[{"name":"newHeads","usageName":"eth_subscription:newHeads","source":"heads","priceCredits":20,"resumes":true},{"name":"logs","usageName":"eth_subscription:logs","source":"logs","priceCredits":10,"resumes":true},{"name":"newPendingTransactions","usageName":"eth_subscription:newPendingTransactions","source":"pending","priceCredits":2,"priceIf":{"param":0,"credits":10},"resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    maxParameters: 5000,
    countedParameters: ["/1/address","/1/topics"],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "kind", isRequired: true }, { name: "options", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["address", {}], ["topics", {}], ["after", { members: new Map<string, Rewrite>([["blockHash", {}], ["logIndex", {}]]) }], ["behindLogs", {}]]) } }, { name: "resume", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["after", { members: new Map<string, Rewrite>([["blockHash", {}], ["logIndex", {}]]) }], ["behindLogs", {}]]) } }],
    contractAccess: {"addresses":["/1/address"],"beside":["/0","/1/topics","/1/after","/1/behindLogs","/2"]},
    pubkeyPointers: [],
    summary: "Events of a network, as they happen",
  },
  eth_unsubscribe: {
    name: "eth_unsubscribe",
    family: "evm",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "open",
    pubkeyPointers: [],
    summary: "Ends a subscription",
  },
  accountSubscribe: {
    name: "accountSubscribe",
    family: "solana",
    effect: "subscription",
    subscription: {"notification":"accountNotification","unsubscribe":"accountUnsubscribe","hasKindFirst":false,"kinds":[{"name":"accountNotification","usageName":"accountNotification","source":"node","priceCredits":20,"state":"latest","resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "account", isRequired: true }, { name: "config", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["commitment", { leftOut: ["recent","single","singleGossip","root","max"] }], ["encoding", {}], ["dataSlice", { members: new Map<string, Rewrite>([["offset", {}], ["length", {}]]) }]]) } }],
    contractAccess: "refused",
    pubkeyPointers: ["/0"],
    summary: "Changes of an account",
  },
  accountUnsubscribe: {
    name: "accountUnsubscribe",
    family: "solana",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Ends a subscription of accountSubscribe",
  },
  programSubscribe: {
    name: "programSubscribe",
    family: "solana",
    effect: "subscription",
    subscription: {"notification":"programNotification","unsubscribe":"programUnsubscribe","hasKindFirst":false,"kinds":[{"name":"programNotification","usageName":"programNotification","source":"node","priceCredits":20,"state":"every","resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "program", isRequired: true }, { name: "config", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["commitment", { leftOut: ["recent","single","singleGossip","root","max"] }], ["encoding", {}], ["dataSlice", { members: new Map<string, Rewrite>([["offset", {}], ["length", {}]]) }], ["filters", {}]]) } }],
    contractAccess: "refused",
    pubkeyPointers: ["/0"],
    summary: "Changes of the accounts of a program",
  },
  programUnsubscribe: {
    name: "programUnsubscribe",
    family: "solana",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Ends a subscription of programSubscribe",
  },
  logsSubscribe: {
    name: "logsSubscribe",
    family: "solana",
    effect: "subscription",
    subscription: {"notification":"logsNotification","unsubscribe":"logsUnsubscribe","hasKindFirst":false,"kinds":[{"name":"logsNotification","usageName":"logsNotification","source":"node","priceCredits":20,"state":"every","resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "filter", isRequired: true, rewrite: { members: new Map<string, Rewrite>([["mentions", {}]]) } }, { name: "config", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["commitment", { leftOut: ["recent","single","singleGossip","root","max"] }]]) } }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Logs of transactions",
  },
  logsUnsubscribe: {
    name: "logsUnsubscribe",
    family: "solana",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Ends a subscription of logsSubscribe",
  },
  signatureSubscribe: {
    name: "signatureSubscribe",
    family: "solana",
    effect: "subscription",
    subscription: {"notification":"signatureNotification","unsubscribe":"signatureUnsubscribe","hasKindFirst":false,"kinds":[{"name":"signatureNotification","usageName":"signatureNotification","source":"node","priceCredits":20,"state":"once","resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "signature", isRequired: true }, { name: "config", isRequired: false, rewrite: { members: new Map<string, Rewrite>([["commitment", { leftOut: ["recent","single","singleGossip","root","max"] }], ["enableReceivedNotification", {}]]) } }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "The outcome of a transaction",
  },
  signatureUnsubscribe: {
    name: "signatureUnsubscribe",
    family: "solana",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Ends a subscription of signatureSubscribe",
  },
  slotSubscribe: {
    name: "slotSubscribe",
    family: "solana",
    effect: "subscription",
    subscription: {"notification":"slotNotification","unsubscribe":"slotUnsubscribe","hasKindFirst":false,"kinds":[{"name":"slotNotification","usageName":"slotNotification","source":"node","priceCredits":2,"state":"latest","resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "New slots",
  },
  slotUnsubscribe: {
    name: "slotUnsubscribe",
    family: "solana",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Ends a subscription of slotSubscribe",
  },
  rootSubscribe: {
    name: "rootSubscribe",
    family: "solana",
    effect: "subscription",
    subscription: {"notification":"rootNotification","unsubscribe":"rootUnsubscribe","hasKindFirst":false,"kinds":[{"name":"rootNotification","usageName":"rootNotification","source":"node","priceCredits":2,"state":"latest","resumes":false}]},
    priceCredits: 5,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "New roots",
  },
  rootUnsubscribe: {
    name: "rootUnsubscribe",
    family: "solana",
    effect: "subscription",
    priceCredits: 0,
    timeoutMs: 10000,
    timeoutError: "upstream-timeout",
    countedParameters: [],
    position: {"kind":"none"},
    finality: "never",
    canFailOver: false,
    hasHandler: false,
    hasSmallResult: true,
    params: [{ name: "subscription", isRequired: true }],
    contractAccess: "refused",
    pubkeyPointers: [],
    summary: "Ends a subscription of rootSubscribe",
  },
}

/** The state that a call reads if it names none: the defaults of the schemas. */
export const leftOut = {"block":"latest","commitment":"finalized"} as const

/** The positional params of each method. */
export interface Params {
  eth_chainId: []
  eth_blockNumber: []
  eth_getStorageAt: [address: EvmAddress, position: StoragePosition, block: BlockParameter]
  eth_getLogs: [filter: LogFilter]
  eth_getTransactionReceipt: [transactionHash: Hash32]
  getTokenAccountsByOwner: [address: Pubkey, accountDetails: TokenAccountsFilter, config?: TokenAccountsConfig | null]
  getTokenAccountBalance: [address: Pubkey, config?: BalanceConfig | null]
  eth_subscribe: [kind: EthSubscriptionKind, options?: EthSubscriptionOptions | null, resume?: ResumeOptions | null]
  eth_unsubscribe: [subscription: SubscriptionId]
  accountSubscribe: [account: Pubkey, config?: AccountSubscriptionConfig | null]
  accountUnsubscribe: [subscription: SolanaSubscriptionId]
  programSubscribe: [program: Pubkey, config?: ProgramSubscriptionConfig | null]
  programUnsubscribe: [subscription: SolanaSubscriptionId]
  logsSubscribe: [filter: LogsSelector, config?: BalanceConfig | null]
  logsUnsubscribe: [subscription: SolanaSubscriptionId]
  signatureSubscribe: [signature: TransactionSignature, config?: SignatureSubscriptionConfig | null]
  signatureUnsubscribe: [subscription: SolanaSubscriptionId]
  slotSubscribe: []
  slotUnsubscribe: [subscription: SolanaSubscriptionId]
  rootSubscribe: []
  rootUnsubscribe: [subscription: SolanaSubscriptionId]
}

/** The result of each method. */
export interface Results {
  eth_chainId: Quantity
  eth_blockNumber: Quantity
  eth_getStorageAt: StorageValueOrNull
  eth_getLogs: Logs
  eth_getTransactionReceipt: ReceiptOrNull
  getTokenAccountsByOwner: TokenAccountsResult
  getTokenAccountBalance: TokenBalanceResult
  eth_subscribe: SubscriptionId
  eth_unsubscribe: IsEnded
  accountSubscribe: SolanaSubscriptionId
  accountUnsubscribe: IsEnded
  programSubscribe: SolanaSubscriptionId
  programUnsubscribe: IsEnded
  logsSubscribe: SolanaSubscriptionId
  logsUnsubscribe: IsEnded
  signatureSubscribe: SolanaSubscriptionId
  signatureUnsubscribe: IsEnded
  slotSubscribe: SolanaSubscriptionId
  slotUnsubscribe: IsEnded
  rootSubscribe: SolanaSubscriptionId
  rootUnsubscribe: IsEnded
}

/** Descriptions of the components, by name. */
export const components: Readonly<Record<string, ComponentRow>> = {
  EvmAddress: {"expected":"A 20-byte address: 0x and 40 hexadecimal digits.","kind":"address"},
  Hash32: {"expected":"A 32-byte hash: 0x and 64 hexadecimal digits.","kind":"hash"},
  Quantity: {"expected":"A quantity: 0x and at least one hexadecimal digit."},
  HexData: {"expected":"Bytes: 0x and two hexadecimal digits for each byte."},
  LogsBloom: {"expected":"A 256-byte bloom filter: 0x and 512 hexadecimal digits."},
  StoragePosition: {"expected":"A storage position: 0x and up to 64 hexadecimal digits; 0x alone is position 0.","kind":"storage-key"},
  StorageValue: {"expected":"A storage value: 0x and up to 64 hexadecimal digits.","kind":"storage-key"},
  StorageValueOrNull: {"expected":"A storage value, or null, which some nodes say of a block they do not have.","kind":"storage-key"},
  BlockNumberOrTag: {"expected":"A block number (0x and 1 to 16 hexadecimal digits) or one of the tags latest, earliest, pending, safe, finalized.","kind":"block"},
  BlockByNumber: {"expected":"A block by its number, as EIP-1898 writes it: {\"blockNumber\": number or tag}."},
  BlockByHash: {"expected":"A block by its hash, as EIP-1898 writes it: {\"blockHash\": hash, \"requireCanonical\": boolean}."},
  BlockParameter: {"expected":"A block: a number of up to 64 bits (0x and hexadecimal digits), one of the tags latest, earliest, pending, safe, finalized, a 32-byte block hash, or an EIP-1898 object.","kind":"block"},
  AddressFilter: {"expected":"One 20-byte address, or an array of them.","kind":"addresses"},
  TopicFilter: {"expected":"A 32-byte topic, null for any topic, or an array of topics of which one must match.","kind":"topics"},
  LogFilter: {"expected":"A log filter: an object with address, topics, and either fromBlock and toBlock or blockHash."},
  Log: {"expected":"A log object: what a contract emitted, and where."},
  Logs: {"expected":"An array of log objects."},
  ReceiptFields: {"expected":"The members that every transaction receipt has."},
  RootOutcome: {"expected":"The outcome of a transaction before Byzantium: the state root after it."},
  StatusOutcome: {"expected":"The outcome of a transaction since Byzantium: its status."},
  ReceiptOutcome: {"expected":"The outcome of a transaction: root or status."},
  Receipt: {"expected":"A transaction receipt: its members, and root or status."},
  ReceiptOrNull: {"expected":"A transaction receipt, or null when there is none."},
  Pubkey: {"expected":"A public key: 32 to 44 base58 characters.","kind":"pubkey"},
  Commitment: {"expected":"A commitment level: finalized, confirmed or processed."},
  AccountEncoding: {"expected":"An encoding of account data: base58, base64, base64+zstd or jsonParsed; binary is the legacy base58 string."},
  MinContextSlot: {"expected":"A slot: an integer of 0 or more."},
  DataSlice: {"expected":"A slice of the account data: {\"offset\": bytes, \"length\": bytes}, both integers of 0 or more."},
  TokenAccountsFilter: {"expected":"An object with exactly one of mint and programId, a public key.","kind":"single-member"},
  TokenAccountsConfig: {"expected":"A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out."},
  BalanceConfig: {"expected":"A configuration object with commitment, which may be left out or null."},
  ResultContext: {"expected":"The state that answered: a slot, and the version of the node."},
  RawAmount: {"expected":"An amount without decimals: an unsigned 64-bit integer in decimal digits, as a string."},
  TokenAmount: {"expected":"An amount of a token, without and with its decimals."},
  TokenAccountInfo: {"expected":"What a token program keeps in a token account."},
  ParsedAccountData: {"expected":"Account data as jsonParsed gives it."},
  EncodedAccountData: {"expected":"Account data as bytes: an array of the text and its encoding."},
  LegacyAccountData: {"expected":"Account data as a bare base58 string, which nodes send when no encoding was asked for."},
  TokenAccount: {"expected":"An account of a token program."},
  TokenAccountEntry: {"expected":"A token account and its public key."},
  TokenAccountsResult: {"expected":"The token accounts of an owner, and the state they were read from."},
  TokenBalanceResult: {"expected":"The balance of a token account, and the state it was read from."},
  EthSubscriptionKind: {"expected":"A kind of events: newHeads, logs or newPendingTransactions."},
  SubscriptionId: {"expected":"The id of a subscription: 0x and up to 32 hexadecimal digits."},
  SolanaSubscriptionId: {"expected":"The id of a subscription: an integer of 0 or more."},
  IsEnded: {"expected":"True: the subscription has ended."},
  SubscriptionFilter: {"expected":"A filter of new logs: an object with address and topics, each of which may be left out or null; a resume point (after) is in the parameter behind it."},
  IsWhole: {"expected":"true for whole transactions, false for their hashes."},
  ResumePoint: {"expected":"The last event that arrived: the hash of its block, and of a log its index there."},
  ResumeOptions: {"expected":"An object with after, the resume point: the events behind it are sent first."},
  EthSubscriptionOptions: {"expected":"The first parameter of a kind: a filter of logs, whether transactions are whole, or a resume point."},
  Header: {"expected":"The header of a block."},
  WholeTransaction: {"expected":"A whole transaction, not yet in a block."},
  PendingTransaction: {"expected":"The hash of a pending transaction, or all of it.","kind":"hash"},
  AccountSubscriptionConfig: {"expected":"A configuration object with commitment, encoding and dataSlice, each of which may be left out or null."},
  AccountMatch: {"expected":"What account data must be: {\"dataSize\": bytes} or {\"memcmp\": {\"offset\": bytes, \"bytes\": text or numbers}}.","kind":"single-member"},
  AccountFilter: {"expected":"A filter of accounts: {\"dataSize\": bytes}, {\"memcmp\": {\"offset\": bytes, \"bytes\": text or numbers}}, or \"tokenAccountState\"."},
  ProgramSubscriptionConfig: {"expected":"A configuration object with commitment, encoding, dataSlice and filters, each of which may be left out or null."},
  LogsSelector: {"expected":"Which transactions: all, allWithVotes, or {\"mentions\": [key]} with exactly one public key."},
  TransactionSignature: {"expected":"The signature of a transaction: 64 to 88 base58 characters.","kind":"signature"},
  SignatureSubscriptionConfig: {"expected":"A configuration object with commitment and enableReceivedNotification, each of which may be left out or null."},
  SolanaAccount: {"expected":"An account: its data, owner and lamports."},
  ParsedProgramData: {"expected":"Account data that the node parsed."},
  AccountNotice: {"expected":"A state of an account."},
  ProgramNotice: {"expected":"A state of an account of a program."},
  LogsNotice: {"expected":"The logs of a transaction."},
  SignatureNotice: {"expected":"The outcome of a transaction, or that the node received it."},
  SlotNotice: {"expected":"A slot that a node began."},
  RootNotice: {"expected":"A slot that became a root: an integer of 0 or more."},
}
