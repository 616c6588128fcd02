// @generated from openrpc.json by scripts/generate — do not edit

/** Encodings that a call may ask for; `none` if its configuration names no encoding. */
export type AnswerEncoding = 'jsonParsed' | 'base64' | 'base64+zstd' | 'base58' | 'none' | 'binary'

/** The encoding that a call gets for a value of its member `encoding`. */
export type EncodingOf<Value> = Value extends AnswerEncoding ? Value : 'none'

/** A 20-byte address: 0x and 40 hexadecimal digits. Checksummed (mixed-case) addresses are accepted; the checksum is not verified. */
export type EvmAddress = `0x${string}`

/** A 32-byte hash: 0x and 64 hexadecimal digits. */
export type Hash32 = `0x${string}`

/** A quantity: 0x and at least one hexadecimal digit. */
export type Quantity = `0x${string}`

/** Bytes: 0x and two hexadecimal digits for each byte. */
export type HexData = `0x${string}`

/** A 256-byte bloom filter: 0x and 512 hexadecimal digits. */
export type LogsBloom = `0x${string}`

/** A storage position: 0x and up to 64 hexadecimal digits; 0x alone is position 0. A plain variable at slot n is at position n; the element of a mapping is at keccak256(leftPad32(key) ++ leftPad32(slot)). An odd number of digits is fine. */
export type StoragePosition = `0x${string}`

/** A storage value: 0x and up to 64 hexadecimal digits. Nodes usually left-pad it to 32 bytes. */
export type StorageValue = `0x${string}`

/** A storage value, or null, which some nodes say of a block they do not have. */
export type StorageValueOrNull = StorageValue | null

/** A block number (0x and 1 to 16 hexadecimal digits) or one of the tags latest, earliest, pending, safe, finalized. Leading zeros of a number are dropped before a node is asked. Some networks do not know safe: use finalized there. */
export type BlockNumberOrTag = 'latest' | 'earliest' | 'pending' | 'safe' | 'finalized' | `0x${string}`

/** A block by its number, as EIP-1898 writes it: {"blockNumber": number or tag}. */
export interface BlockByNumber {
  readonly blockNumber: BlockNumberOrTag
  readonly blockHash?: never
}

/** A block by its hash, as EIP-1898 writes it: {"blockHash": hash, "requireCanonical": boolean}. */
export interface BlockByHash {
  readonly blockHash: Hash32
  /** Whether a block outside the canonical chain is an error; false unless given. */
  readonly requireCanonical?: boolean | undefined
  readonly blockNumber?: never
}

/** A block: a number of up to 64 bits (0x and hexadecimal digits), one of the tags latest, earliest, pending, safe, finalized, a 32-byte block hash, or an EIP-1898 object. */
export type BlockParameter = BlockNumberOrTag | Hash32 | BlockByNumber | BlockByHash

/** One 20-byte address, or an array of them. Logs of any of these contracts match. */
export type AddressFilter = EvmAddress | readonly EvmAddress[]

/** A 32-byte topic, null for any topic, or an array of topics of which one must match. An empty array, or an array with null in it, matches any topic. */
export type TopicFilter = null | Hash32 | readonly (Hash32 | null)[]

/** A log filter: an object with address, topics, and either fromBlock and toBlock or blockHash. Every member may be left out or null. blockHash together with fromBlock or toBlock is refused with the error "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other"; addresses and topics, nested ones counted, may be 5,000 together. Unknown members are ignored; the known names may be spelled in upper or lower case (blockhash), and each may be given once. */
export type LogFilter = {
  /** The contracts whose logs match; any contract if left out. */
  readonly address?: AddressFilter | null | undefined
  /** Up to four positions, in the order of the event; a shorter array leaves the later positions free. */
  readonly topics?: readonly TopicFilter[] | null | undefined
} & ({
  /** First block of the range; latest if left out. */
  readonly fromBlock?: BlockNumberOrTag | null | undefined
  /** Last block of the range, itself included; latest if left out. */
  readonly toBlock?: BlockNumberOrTag | null | undefined
  readonly blockHash?: null | undefined
} | {
  /** The one block to search, instead of a range. */
  readonly blockHash: Hash32 | null
  readonly fromBlock?: null | undefined
  readonly toBlock?: null | undefined
})

/** A log object: what a contract emitted, and where. The members that give its place are null while it is pending. Nodes may add members, such as blockTimestamp. */
export interface Log {
  /** true when a chain reorganization removed the log. Some nodes leave it out. */
  removed?: boolean | null
  /** Position in the block; null for a pending log. */
  logIndex: Quantity | null
  /** Position of the transaction in the block; null for a pending log. */
  transactionIndex: Quantity | null
  /** The transaction that created the log; null for a pending log. */
  transactionHash: Hash32 | null
  /** The block of the log; null for a pending log. */
  blockHash: Hash32 | null
  /** Number of that block; null for a pending log. */
  blockNumber: Quantity | null
  /** The contract that emitted the log. */
  address: EvmAddress
  /** The arguments that are not indexed, 32 bytes each. */
  data: HexData
  /** Indexed arguments; the first is the hash of the event signature unless the event is anonymous. */
  topics: Hash32[]
  /** When the block was made, in Unix seconds. Newer nodes give it. */
  blockTimestamp?: Quantity | null
}

/** An array of log objects. It is empty when nothing matches. */
export type Logs = Log[]

/** The members that every transaction receipt has. Nodes may add members, such as blobGasUsed or l1BlockNumber. */
export interface ReceiptFields {
  /** The block that contains the transaction. */
  blockHash: Hash32
  /** Number of that block. */
  blockNumber: Quantity
  /** The contract that the transaction created; null if it created none. */
  contractAddress: EvmAddress | null
  /** Gas used in the block up to and including this transaction. */
  cumulativeGasUsed: Quantity
  /** What the sender paid for each unit of gas; the gas price before EIP-1559. Some chains leave it out where a transaction has no dynamic fee, or say null. */
  effectiveGasPrice?: Quantity | null
  /** The sender. */
  from: EvmAddress
  /** Gas used by this transaction alone. */
  gasUsed: Quantity
  /** What the transaction logged. */
  logs: Logs
  /** Bloom filter over the logs, for light clients. */
  logsBloom: LogsBloom
  /** The receiver; null when the transaction creates a contract. */
  to: EvmAddress | null
  /** The transaction. */
  transactionHash: Hash32
  /** Position of the transaction in the block. */
  transactionIndex: Quantity
  /** Transaction type: 0x0 legacy, 0x1 access list, 0x2 dynamic fee, 0x3 blob, 0x4 set code. Old nodes leave it out. */
  type?: Quantity
  /** State root after the transaction, before Byzantium. */
  root?: Hash32 | null
  /** 0x1 for success, 0x0 for failure, since Byzantium. */
  status?: Quantity | null
  /** Blob gas used, of a transaction with blobs (EIP-4844). */
  blobGasUsed?: Quantity | null
  /** What the sender paid for each unit of blob gas. */
  blobGasPrice?: Quantity | null
  /** On a rollup: the block of the base chain that was known. */
  l1BlockNumber?: Quantity | null
  /** On Arbitrum: gas used for the base chain. */
  gasUsedForL1?: Quantity | null
  /** On Arbitrum: whether the express lane took the transaction. */
  timeboosted?: boolean | null
  /** On OP chains: the fee for the base chain, in wei. */
  l1Fee?: Quantity | null
  /** On OP chains: the price of gas on the base chain. */
  l1GasPrice?: Quantity | null
  /** On OP chains: gas of the base chain that the data are charged as. */
  l1GasUsed?: Quantity | null
  /** On OP chains before Ecotone: a decimal number that the fee is multiplied by. */
  l1FeeScalar?: string | null
  /** On OP chains since Ecotone: the base fee of blobs on the base chain. */
  l1BlobBaseFee?: Quantity | null
  /** On OP chains since Ecotone: weight of the base fee. */
  l1BaseFeeScalar?: Quantity | null
  /** On OP chains since Ecotone: weight of the base fee of blobs. */
  l1BlobBaseFeeScalar?: Quantity | null
  /** On OP chains: the nonce of a deposit. */
  depositNonce?: Quantity | null
  /** On OP chains: how the receipt of a deposit is hashed. */
  depositReceiptVersion?: Quantity | null
}

/** The outcome of a transaction before Byzantium: the state root after it. */
export interface RootOutcome {
  /** State root after the transaction. */
  root: Hash32
}

/** The outcome of a transaction since Byzantium: its status. */
export interface StatusOutcome {
  /** 0x1 for success, 0x0 for failure. */
  status: Quantity
}

/** The outcome of a transaction: root or status. Some nodes give both, or null for the one that does not apply. */
export type ReceiptOutcome = RootOutcome | StatusOutcome

/** A transaction receipt: its members, and root or status. */
export type Receipt = ReceiptFields & ReceiptOutcome

/** A transaction receipt, or null when there is none. A pending transaction has none. */
export type ReceiptOrNull = Receipt | null

/** A public key: 32 to 44 base58 characters. */
export type Pubkey = string

/** A commitment level: finalized, confirmed or processed. finalized (the default) is the most recent block that a supermajority confirmed as having reached maximum lockout; confirmed the most recent that a supermajority voted on; processed the most recent of the node, which the cluster may still skip. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** An encoding of account data: base58, base64, base64+zstd or jsonParsed; binary is the legacy base58 string. base58 is slow and refused by nodes for more than 128 bytes; jsonParsed falls back to base64 when the node has no parser. */
export type AccountEncoding = 'binary' | 'base58' | 'base64' | 'jsonParsed' | 'base64+zstd'

/** A slot: an integer of 0 or more. The node refuses to answer from an older state. */
export type MinContextSlot = number

/** A slice of the account data: {"offset": bytes, "length": bytes}, both integers of 0 or more. */
export interface DataSlice {
  /** First byte. */
  readonly offset: number
  /** Number of bytes. */
  readonly length: number
}

/** An object with exactly one of mint and programId, a public key. A member that is null counts as left out. */
export type TokenAccountsFilter = {
  /** The mint whose token accounts are wanted. */
  readonly mint: Pubkey
  readonly programId?: never
} | {
  readonly mint?: never
  /** The token program whose accounts are wanted. */
  readonly programId: Pubkey
}

/** A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out. dataSlice goes only with the encodings binary, base58, base64 and base64+zstd. A member that is null counts as left out; unknown members are ignored. */
export type TokenAccountsConfig = {
  /** How settled the state must be; finalized if left out. */
  readonly commitment?: Commitment | null | undefined
  /** The oldest state that may answer. */
  readonly minContextSlot?: MinContextSlot | null | undefined
} & ({
  /** How account data is written. If left out, nodes use a legacy base58 string, which cannot hold a whole token account: ask for jsonParsed or base64. */
  readonly encoding?: AccountEncoding | null | undefined
  readonly dataSlice?: null | undefined
} | {
  /** The part of the account data that is wanted. */
  readonly dataSlice: DataSlice | null
  readonly encoding?: 'binary' | 'base58' | 'base64' | 'base64+zstd' | undefined
})

/** A configuration object with commitment, which may be left out or null. Unknown members are ignored. */
export interface BalanceConfig {
  /** How settled the state must be; finalized if left out. */
  readonly commitment?: Commitment | null | undefined
}

/** The state that answered: a slot, and the version of the node. Older nodes leave apiVersion out. */
export interface ResultContext {
  /** Slot of the block that was queried. */
  slot: number
  /** Version of the node. */
  apiVersion?: string
}

/** An amount without decimals: an unsigned 64-bit integer in decimal digits, as a string. */
export type RawAmount = string

/** An amount of a token, without and with its decimals. */
export interface TokenAmount {
  /** The amount without decimals. */
  amount: RawAmount
  /** Number of decimal places of the token. */
  decimals: number
  /** The amount with decimals, as a number that may be rounded, or null. Deprecated: use uiAmountString. */
  uiAmount: number | null
  /** The amount with decimals, exact, as a string of decimal digits. A Token-2022 mint can make it another text: inf, or an empty one. */
  uiAmountString: string
}

/** What a token program keeps in a token account. Token-2022 adds members, such as extensions. */
export interface TokenAccountInfo {
  /** Whether the account holds wrapped native tokens. */
  isNative: boolean
  /** The mint of the token. */
  mint: Pubkey
  /** The owner of the token account. */
  owner: Pubkey
  /** State of the token account: uninitialized, initialized or frozen. Very old nodes leave it out. */
  state?: string
  /** The balance. */
  tokenAmount: TokenAmount
  /** Who may spend delegatedAmount, if anybody. */
  delegate?: Pubkey | null
  /** What the delegate may spend. Very old nodes write a bare number. */
  delegatedAmount?: TokenAmount | number
}

/** Account data as jsonParsed gives it. */
export interface ParsedAccountData {
  /** The token program that manages the account: spl-token or spl-token-2022. */
  program: string
  /** The record in the account. */
  parsed: {
    /** Kind of record: account. Very old nodes leave it out. */
    type?: string
    info: TokenAccountInfo
  }
  /** Size of the data in bytes. */
  space?: number
}

/** Account data as bytes: an array of the text and its encoding. */
export type EncodedAccountData = [string, ('base58' | 'base64' | 'base64+zstd')]

/** Account data as a bare base58 string, which nodes send when no encoding was asked for. */
export type LegacyAccountData = string

/** An account of a token program. */
export interface TokenAccount<Encoding extends AnswerEncoding = AnswerEncoding> {
  /** An object with the encoding jsonParsed (or the bytes, if the node could not parse them); else the bytes. */
  data: {
    jsonParsed: ParsedAccountData
    base64: EncodedAccountData
    "base64+zstd": EncodedAccountData
    base58: EncodedAccountData
    none: LegacyAccountData | EncodedAccountData
    binary: LegacyAccountData | EncodedAccountData
  }[Encoding]
  /** Whether the account is executable. */
  executable: boolean
  /** Lamports in the account, an unsigned 64-bit integer. */
  lamports: bigint
  /** The program that owns the account. */
  owner: Pubkey
  /** Epoch of the next rent, an unsigned 64-bit integer; often the largest one, 18446744073709551615, which JSON.parse rounds. */
  rentEpoch: bigint
  /** Size of the account data in bytes. Older nodes leave it out. */
  space?: number
}

/** A token account and its public key. */
export interface TokenAccountEntry<Encoding extends AnswerEncoding = AnswerEncoding> {
  /** The token account. */
  pubkey: Pubkey
  account: TokenAccount<Encoding>
}

/** The token accounts of an owner, and the state they were read from. */
export interface TokenAccountsResult<Encoding extends AnswerEncoding = AnswerEncoding> {
  context: ResultContext
  /** The token accounts, in no particular order; empty if there are none. */
  value: TokenAccountEntry<Encoding>[]
}

/** The balance of a token account, and the state it was read from. */
export interface TokenBalanceResult {
  context: ResultContext
  value: TokenAmount
}

/** A kind of events: newHeads, logs or newPendingTransactions. */
export type EthSubscriptionKind = 'newHeads' | 'logs' | 'newPendingTransactions'

/** The id of a subscription: 0x and up to 32 hexadecimal digits. Any other text names no subscription. */
export type SubscriptionId = string

/** The id of a subscription: an integer of 0 or more. */
export type SolanaSubscriptionId = number

/** True: the subscription has ended. */
export type IsEnded = true

/** A filter of new logs: an object with address and topics, each of which may be left out or null; a resume point (after) is in the parameter behind it. Both together may have 5,000 values. Unknown members are ignored, a range of blocks too: the events begin with the next block. */
export interface SubscriptionFilter {
  /** The contracts whose logs match; any contract if left out. */
  readonly address?: AddressFilter | null | undefined
  /** Up to four positions, in the order of the event; a shorter array leaves the later positions free. */
  readonly topics?: readonly TopicFilter[] | null | undefined
  /** Only null, as a resume point is in the parameter behind the filter. */
  readonly after?: null | undefined
}

/** true for whole transactions, false for their hashes. */
export type IsWhole = boolean

/** The last event that arrived: the hash of its block, and of a log its index there. */
export interface ResumePoint {
  /** The block of the event. */
  readonly blockHash: Hash32
  /** Position of the log in the block; after all logs of the block if left out. */
  readonly logIndex?: Quantity | null | undefined
}

/** An object with after, the resume point: the events behind it are sent first. Of newHeads, it may have behindLogs instead, or both. */
export interface ResumeOptions {
  /** The last event that arrived. */
  readonly after?: ResumePoint | undefined
  /** Of newHeads: true sends each head behind the logs of its block. All logs up to that block were then sent to the subscriptions of the connection. */
  readonly behindLogs?: boolean | undefined
}

/** The first parameter of a kind: a filter of logs, whether transactions are whole, or a resume point. */
export type EthSubscriptionOptions = SubscriptionFilter | IsWhole | ResumeOptions

/** The header of a block. Which members it has beyond those that every chain has depends on the chain; nodes may add members. */
export interface Header {
  /** Hash of the block. */
  hash: Hash32
  /** Hash of the block before. */
  parentHash: Hash32
  /** Hash of the list of uncles. */
  sha3Uncles?: Hash32
  /** The account that gets the fees. */
  miner?: EvmAddress
  /** Root of the state after the block. */
  stateRoot?: Hash32
  /** Root of the transactions. */
  transactionsRoot?: Hash32
  /** Root of the receipts. */
  receiptsRoot?: Hash32
  /** Bloom filter of the logs. */
  logsBloom: LogsBloom
  /** Number of the block. */
  number: Quantity
  /** Gas that the block may use. */
  gasLimit?: Quantity
  /** Gas that it used. */
  gasUsed?: Quantity
  /** When the block was made, in Unix seconds. */
  timestamp: Quantity
  /** Bytes that the maker of the block chose. */
  extraData?: HexData
  /** Difficulty of the block. */
  difficulty?: Quantity | null
  /** Difficulty of the chain up to the block. */
  totalDifficulty?: Quantity | null
  /** Randomness of the block, or its proof of work. */
  mixHash?: Hash32 | null
  /** Nonce of the proof of work. */
  nonce?: HexData | null
  /** Base fee of the block. */
  baseFeePerGas?: Quantity | null
  /** Root of the withdrawals. */
  withdrawalsRoot?: Hash32 | null
  /** Blob gas that the block used. */
  blobGasUsed?: Quantity | null
  /** Blob gas above the target. */
  excessBlobGas?: Quantity | null
  /** Root of the beacon block before. */
  parentBeaconBlockRoot?: Hash32 | null
  /** Hash of the requests to the consensus layer. */
  requestsHash?: Hash32 | null
  /** Size of the block in bytes. */
  size?: Quantity | null
}

/** A whole transaction, not yet in a block. Nodes add members, such as the signature. */
export interface WholeTransaction {
  /** Hash of the transaction. */
  hash: Hash32
  /** Type of the transaction. */
  type?: Quantity | null
  /** Chain that it is signed for. */
  chainId?: Quantity | null
  /** Number of the sender's transactions before. */
  nonce: Quantity
  /** The sender. */
  from: EvmAddress
  /** The receiver; null if it creates a contract. */
  to?: EvmAddress | null
  /** Gas that it may use. */
  gas: Quantity
  /** Price of gas. */
  gasPrice?: Quantity | null
  /** The most that it pays for gas. */
  maxFeePerGas?: Quantity | null
  /** The most of it that the maker of the block gets. */
  maxPriorityFeePerGas?: Quantity | null
  /** Wei that it sends. */
  value: Quantity
  /** Bytes that the receiver is given. */
  input: HexData
}

/** The hash of a pending transaction, or all of it. */
export type PendingTransaction = Hash32 | WholeTransaction

/** A configuration object with commitment, encoding and dataSlice, each of which may be left out or null. Unknown members are ignored. */
export interface AccountSubscriptionConfig {
  /** How settled the state must be; finalized if left out. */
  readonly commitment?: Commitment | null | undefined
  /** How account data is written; base58 if left out. */
  readonly encoding?: AccountEncoding | null | undefined
  /** The part of the account data that is wanted. agave notifies the whole data all the same. */
  readonly dataSlice?: DataSlice | null | undefined
}

/** What account data must be: {"dataSize": bytes} or {"memcmp": {"offset": bytes, "bytes": text or numbers}}. */
export type AccountMatch = {
  /** Size of the account data in bytes. */
  readonly dataSize: number
  readonly memcmp?: never
} | {
  readonly dataSize?: never
  /** Bytes at a place of the account data. */
  readonly memcmp: {
    /** First byte. */
    readonly offset: number
    /** The bytes there, as text or as a list of numbers. */
    readonly bytes: string | readonly number[]
    /** How the bytes are written: bytes for a list of numbers, base58 if left out. */
    readonly encoding?: 'base58' | 'base64' | 'bytes' | null | undefined
  }
}

/** A filter of accounts: {"dataSize": bytes}, {"memcmp": {"offset": bytes, "bytes": text or numbers}}, or "tokenAccountState". */
export type AccountFilter = AccountMatch | 'tokenAccountState'

/** A configuration object with commitment, encoding, dataSlice and filters, each of which may be left out or null. Unknown members are ignored. */
export interface ProgramSubscriptionConfig {
  /** How settled the state must be; finalized if left out. */
  readonly commitment?: Commitment | null | undefined
  /** How account data is written; base58 if left out. */
  readonly encoding?: AccountEncoding | null | undefined
  /** The part of the account data that is wanted. agave notifies the whole data all the same. */
  readonly dataSlice?: DataSlice | null | undefined
  /** Up to four filters, all of which an account must fit. */
  readonly filters?: readonly AccountFilter[] | null | undefined
}

/** Which transactions: all, allWithVotes, or {"mentions": [key]} with exactly one public key. */
export type LogsSelector = 'all' | 'allWithVotes' | {
  /** The account that the transactions mention. */
  readonly mentions: readonly Pubkey[]
}

/** The signature of a transaction: 64 to 88 base58 characters. */
export type TransactionSignature = string

/** A configuration object with commitment and enableReceivedNotification, each of which may be left out or null. Unknown members are ignored. */
export interface SignatureSubscriptionConfig {
  /** How settled the state must be; finalized if left out. */
  readonly commitment?: Commitment | null | undefined
  /** Whether an event says that the node received the transaction. */
  readonly enableReceivedNotification?: boolean | null | undefined
}

/** An account: its data, owner and lamports. */
export interface SolanaAccount {
  /** The parsed data, or the bytes. */
  data: ParsedProgramData | EncodedAccountData | LegacyAccountData
  /** Whether the account is executable. */
  executable: boolean
  /** Lamports in the account, an unsigned 64-bit integer. */
  lamports: bigint
  /** The program that owns the account. */
  owner: Pubkey
  /** Epoch of the next rent, an unsigned 64-bit integer. */
  rentEpoch: bigint
  /** Size of the account data in bytes. */
  space?: number
}

/** Account data that the node parsed. */
export interface ParsedProgramData {
  /** Name of the program. */
  program: string
  /** What the program's parser made of the data. */
  parsed: unknown
  /** Size of the account data in bytes. */
  space?: number
}

/** A state of an account. */
export interface AccountNotice {
  /** The slot of the event. */
  context: ResultContext
  /** The account. */
  value: SolanaAccount
}

/** A state of an account of a program. */
export interface ProgramNotice {
  /** The slot of the event. */
  context: ResultContext
  /** The account and its key. */
  value: {
    /** Key of the account. */
    pubkey: Pubkey
    /** The account. */
    account: SolanaAccount
  }
}

/** The logs of a transaction. */
export interface LogsNotice {
  /** The slot of the event. */
  context: ResultContext
  /** The transaction. */
  value: {
    /** Its first signature. */
    signature: TransactionSignature
    /** Why the transaction failed; null if it did not. */
    err: unknown
    /** What its programs logged. */
    logs: string[] | null
  }
}

/** The outcome of a transaction, or that the node received it. */
export interface SignatureNotice {
  /** The slot of the event. */
  context: ResultContext
  /** The outcome, or receivedSignature. */
  value: 'receivedSignature' | {
    /** Why the transaction failed; null if it did not. */
    err: unknown
  }
}

/** A slot that a node began. */
export interface SlotNotice {
  /** The slot. */
  slot: number
  /** The slot before it in its fork. */
  parent: number
  /** The newest root. */
  root: number
}

/** A slot that became a root: an integer of 0 or more. */
export type RootNotice = number
