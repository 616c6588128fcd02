# @generated from openrpc.json by scripts/generate — do not edit
"""What calls take and give, as the contract describes it."""

from __future__ import annotations

from typing import Literal, Sequence, TypeAlias, TypedDict

Hex: TypeAlias = str
"""0x and hexadecimal digits. A type checker accepts every text here; the gateway says what is wrong with others."""

EvmAddress: TypeAlias = Hex
"""A 20-byte address: 0x and 40 hexadecimal digits. Checksummed (mixed-case) addresses are accepted; the checksum is not verified."""

Hash32: TypeAlias = Hex
"""A 32-byte hash: 0x and 64 hexadecimal digits."""

Quantity: TypeAlias = Hex
"""A quantity: 0x and at least one hexadecimal digit."""

HexData: TypeAlias = Hex
"""Bytes: 0x and two hexadecimal digits for each byte."""

LogsBloom: TypeAlias = Hex
"""A 256-byte bloom filter: 0x and 512 hexadecimal digits."""

StoragePosition: TypeAlias = Hex
"""A storage position: 0x and up to 64 hexadecimal digits; 0x alone is position 0. A plain variable at slot n is at position n; the element of a mapping is at keccak256(leftPad32(key) ++ leftPad32(slot)). An odd number of digits is fine."""

StorageValue: TypeAlias = Hex
"""A storage value: 0x and up to 64 hexadecimal digits. Nodes usually left-pad it to 32 bytes."""

StorageValueOrNull: TypeAlias = "StorageValue | None"
"""A storage value, or null, which some nodes say of a block they do not have."""

BlockNumberOrTag: TypeAlias = "Literal['latest', 'earliest', 'pending', 'safe', 'finalized'] | Hex"
"""A block number (0x and 1 to 16 hexadecimal digits) or one of the tags latest, earliest, pending, safe, finalized. Leading zeros of a number are dropped before a node is asked. Some networks do not know safe: use finalized there."""

class BlockByNumber(TypedDict):
    """A block by its number, as EIP-1898 writes it: {"blockNumber": number or tag}."""

    blockNumber: BlockNumberOrTag

class _BlockByHashRequired(TypedDict):
    blockHash: Hash32

class BlockByHash(_BlockByHashRequired, total=False):
    """A block by its hash, as EIP-1898 writes it: {"blockHash": hash, "requireCanonical": boolean}."""

    requireCanonical: bool
    """Whether a block outside the canonical chain is an error; false unless given."""

BlockParameter: TypeAlias = "BlockNumberOrTag | Hash32 | BlockByNumber | BlockByHash"
"""A block: a number of up to 64 bits (0x and hexadecimal digits), one of the tags latest, earliest, pending, safe, finalized, a 32-byte block hash, or an EIP-1898 object."""

AddressFilter: TypeAlias = "EvmAddress | Sequence[EvmAddress]"
"""One 20-byte address, or an array of them. Logs of any of these contracts match."""

TopicFilter: TypeAlias = "Hash32 | Sequence[Hash32 | None] | None"
"""A 32-byte topic, null for any topic, or an array of topics of which one must match. An empty array, or an array with null in it, matches any topic."""

class LogFilterWithoutBlockHash(TypedDict, total=False):
    """LogFilter without blockHash."""

    address: AddressFilter | None
    """The contracts whose logs match; any contract if left out."""
    fromBlock: BlockNumberOrTag | None
    """First block of the range; latest if left out."""
    toBlock: BlockNumberOrTag | None
    """Last block of the range, itself included; latest if left out."""
    topics: Sequence[TopicFilter] | None
    """Up to four positions, in the order of the event; a shorter array leaves the later positions free."""
    blockHash: None

class _LogFilterWithBlockHashRequired(TypedDict):
    blockHash: Hash32 | None
    """The one block to search, instead of a range."""

class LogFilterWithBlockHash(_LogFilterWithBlockHashRequired, total=False):
    """LogFilter with blockHash."""

    address: AddressFilter | None
    """The contracts whose logs match; any contract if left out."""
    fromBlock: None
    toBlock: None
    topics: Sequence[TopicFilter] | None
    """Up to four positions, in the order of the event; a shorter array leaves the later positions free."""

LogFilter: TypeAlias = "LogFilterWithoutBlockHash | LogFilterWithBlockHash"
"""A log filter: an object with address, topics, and either fromBlock and toBlock or blockHash. Every member may be left out or null. blockHash together with fromBlock or toBlock is refused with the error "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other"; addresses and topics, nested ones counted, may be 5,000 together. Unknown members are ignored; the known names may be spelled in upper or lower case (blockhash), and each may be given once."""

class _LogRequired(TypedDict):
    logIndex: Quantity | None
    """Position in the block; null for a pending log."""
    transactionIndex: Quantity | None
    """Position of the transaction in the block; null for a pending log."""
    transactionHash: Hash32 | None
    """The transaction that created the log; null for a pending log."""
    blockHash: Hash32 | None
    """The block of the log; null for a pending log."""
    blockNumber: Quantity | None
    """Number of that block; null for a pending log."""
    address: EvmAddress
    """The contract that emitted the log."""
    data: HexData
    """The arguments that are not indexed, 32 bytes each."""
    topics: list[Hash32]
    """Indexed arguments; the first is the hash of the event signature unless the event is anonymous."""

class Log(_LogRequired, total=False):
    """A log object: what a contract emitted, and where. The members that give its place are null while it is pending. Nodes may add members, such as blockTimestamp."""

    removed: bool | None
    """true when a chain reorganization removed the log. Some nodes leave it out."""
    blockTimestamp: Quantity | None
    """When the block was made, in Unix seconds. Newer nodes give it."""

Logs: TypeAlias = "list[Log]"
"""An array of log objects. It is empty when nothing matches."""

_ReceiptFieldsRequired = TypedDict(
    "_ReceiptFieldsRequired", {
    "blockHash": "Hash32",
    "blockNumber": "Quantity",
    "contractAddress": "EvmAddress | None",
    "cumulativeGasUsed": "Quantity",
    "from": "EvmAddress",
    "gasUsed": "Quantity",
    "logs": "Logs",
    "logsBloom": "LogsBloom",
    "to": "EvmAddress | None",
    "transactionHash": "Hash32",
    "transactionIndex": "Quantity",
    }
)

class ReceiptFields(_ReceiptFieldsRequired, total=False):
    """The members that every transaction receipt has. Nodes may add members, such as blobGasUsed or l1BlockNumber."""

    effectiveGasPrice: Quantity | None
    """What the sender paid for each unit of gas; the gas price before EIP-1559. Some chains leave it out where a transaction has no dynamic fee, or say null."""
    type: Quantity
    """Transaction type: 0x0 legacy, 0x1 access list, 0x2 dynamic fee, 0x3 blob, 0x4 set code. Old nodes leave it out."""
    root: Hash32 | None
    """State root after the transaction, before Byzantium."""
    status: Quantity | None
    """0x1 for success, 0x0 for failure, since Byzantium."""
    blobGasUsed: Quantity | None
    """Blob gas used, of a transaction with blobs (EIP-4844)."""
    blobGasPrice: Quantity | None
    """What the sender paid for each unit of blob gas."""
    l1BlockNumber: Quantity | None
    """On a rollup: the block of the base chain that was known."""
    gasUsedForL1: Quantity | None
    """On Arbitrum: gas used for the base chain."""
    timeboosted: bool | None
    """On Arbitrum: whether the express lane took the transaction."""
    l1Fee: Quantity | None
    """On OP chains: the fee for the base chain, in wei."""
    l1GasPrice: Quantity | None
    """On OP chains: the price of gas on the base chain."""
    l1GasUsed: Quantity | None
    """On OP chains: gas of the base chain that the data are charged as."""
    l1FeeScalar: str | None
    """On OP chains before Ecotone: a decimal number that the fee is multiplied by."""
    l1BlobBaseFee: Quantity | None
    """On OP chains since Ecotone: the base fee of blobs on the base chain."""
    l1BaseFeeScalar: Quantity | None
    """On OP chains since Ecotone: weight of the base fee."""
    l1BlobBaseFeeScalar: Quantity | None
    """On OP chains since Ecotone: weight of the base fee of blobs."""
    depositNonce: Quantity | None
    """On OP chains: the nonce of a deposit."""
    depositReceiptVersion: Quantity | None
    """On OP chains: how the receipt of a deposit is hashed."""

class RootOutcome(TypedDict):
    """The outcome of a transaction before Byzantium: the state root after it."""

    root: Hash32
    """State root after the transaction."""

class StatusOutcome(TypedDict):
    """The outcome of a transaction since Byzantium: its status."""

    status: Quantity
    """0x1 for success, 0x0 for failure."""

ReceiptOutcome: TypeAlias = "RootOutcome | StatusOutcome"
"""The outcome of a transaction: root or status. Some nodes give both, or null for the one that does not apply."""

_ReceiptRequired = TypedDict(
    "_ReceiptRequired", {
    "blockHash": "Hash32",
    "blockNumber": "Quantity",
    "contractAddress": "EvmAddress | None",
    "cumulativeGasUsed": "Quantity",
    "from": "EvmAddress",
    "gasUsed": "Quantity",
    "logs": "Logs",
    "logsBloom": "LogsBloom",
    "to": "EvmAddress | None",
    "transactionHash": "Hash32",
    "transactionIndex": "Quantity",
    }
)

class Receipt(_ReceiptRequired, total=False):
    """A transaction receipt: its members, and root or status."""

    effectiveGasPrice: Quantity | None
    """What the sender paid for each unit of gas; the gas price before EIP-1559. Some chains leave it out where a transaction has no dynamic fee, or say null."""
    type: Quantity
    """Transaction type: 0x0 legacy, 0x1 access list, 0x2 dynamic fee, 0x3 blob, 0x4 set code. Old nodes leave it out."""
    root: Hash32 | None
    """State root after the transaction, before Byzantium."""
    status: Quantity | None
    """0x1 for success, 0x0 for failure, since Byzantium."""
    blobGasUsed: Quantity | None
    """Blob gas used, of a transaction with blobs (EIP-4844)."""
    blobGasPrice: Quantity | None
    """What the sender paid for each unit of blob gas."""
    l1BlockNumber: Quantity | None
    """On a rollup: the block of the base chain that was known."""
    gasUsedForL1: Quantity | None
    """On Arbitrum: gas used for the base chain."""
    timeboosted: bool | None
    """On Arbitrum: whether the express lane took the transaction."""
    l1Fee: Quantity | None
    """On OP chains: the fee for the base chain, in wei."""
    l1GasPrice: Quantity | None
    """On OP chains: the price of gas on the base chain."""
    l1GasUsed: Quantity | None
    """On OP chains: gas of the base chain that the data are charged as."""
    l1FeeScalar: str | None
    """On OP chains before Ecotone: a decimal number that the fee is multiplied by."""
    l1BlobBaseFee: Quantity | None
    """On OP chains since Ecotone: the base fee of blobs on the base chain."""
    l1BaseFeeScalar: Quantity | None
    """On OP chains since Ecotone: weight of the base fee."""
    l1BlobBaseFeeScalar: Quantity | None
    """On OP chains since Ecotone: weight of the base fee of blobs."""
    depositNonce: Quantity | None
    """On OP chains: the nonce of a deposit."""
    depositReceiptVersion: Quantity | None
    """On OP chains: how the receipt of a deposit is hashed."""

ReceiptOrNull: TypeAlias = "Receipt | None"
"""A transaction receipt, or null when there is none. A pending transaction has none."""

Pubkey: TypeAlias = str
"""A public key: 32 to 44 base58 characters."""

Commitment: TypeAlias = "Literal['processed', 'confirmed', 'finalized']"
"""A commitment level: finalized, confirmed or processed. finalized (the default) is the most recent block that a supermajority confirmed as having reached maximum lockout; confirmed the most recent that a supermajority voted on; processed the most recent of the node, which the cluster may still skip."""

AccountEncoding: TypeAlias = "Literal['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd']"
"""An encoding of account data: base58, base64, base64+zstd or jsonParsed; binary is the legacy base58 string. base58 is slow and refused by nodes for more than 128 bytes; jsonParsed falls back to base64 when the node has no parser."""

MinContextSlot: TypeAlias = "int"
"""A slot: an integer of 0 or more. The node refuses to answer from an older state."""

class DataSlice(TypedDict):
    """A slice of the account data: {"offset": bytes, "length": bytes}, both integers of 0 or more."""

    offset: int
    """First byte."""
    length: int
    """Number of bytes."""

class TokenAccountsFilterWithMint(TypedDict):
    """TokenAccountsFilter by its mint."""

    mint: Pubkey
    """The mint whose token accounts are wanted."""

class TokenAccountsFilterWithProgramId(TypedDict):
    """TokenAccountsFilter by its programId."""

    programId: Pubkey
    """The token program whose accounts are wanted."""

TokenAccountsFilter: TypeAlias = "TokenAccountsFilterWithMint | TokenAccountsFilterWithProgramId"
"""An object with exactly one of mint and programId, a public key. A member that is null counts as left out."""

class TokenAccountsConfigWithoutDataSlice(TypedDict, total=False):
    """TokenAccountsConfig without dataSlice."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    encoding: AccountEncoding | None
    """How account data is written. If left out, nodes use a legacy base58 string, which cannot hold a whole token account: ask for jsonParsed or base64."""
    dataSlice: None
    minContextSlot: MinContextSlot | None
    """The oldest state that may answer."""

class _TokenAccountsConfigWithDataSliceRequired(TypedDict):
    dataSlice: DataSlice | None
    """The part of the account data that is wanted."""

class TokenAccountsConfigWithDataSlice(_TokenAccountsConfigWithDataSliceRequired, total=False):
    """TokenAccountsConfig with dataSlice."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    encoding: Literal["binary", "base58", "base64", "base64+zstd"]
    minContextSlot: MinContextSlot | None
    """The oldest state that may answer."""

TokenAccountsConfig: TypeAlias = "TokenAccountsConfigWithoutDataSlice | TokenAccountsConfigWithDataSlice"
"""A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out. dataSlice goes only with the encodings binary, base58, base64 and base64+zstd. A member that is null counts as left out; unknown members are ignored."""

class BalanceConfig(TypedDict, total=False):
    """A configuration object with commitment, which may be left out or null. Unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""

class _ResultContextRequired(TypedDict):
    slot: int
    """Slot of the block that was queried."""

class ResultContext(_ResultContextRequired, total=False):
    """The state that answered: a slot, and the version of the node. Older nodes leave apiVersion out."""

    apiVersion: str
    """Version of the node."""

RawAmount: TypeAlias = str
"""An amount without decimals: an unsigned 64-bit integer in decimal digits, as a string."""

class TokenAmount(TypedDict):
    """An amount of a token, without and with its decimals."""

    amount: RawAmount
    """The amount without decimals."""
    decimals: int
    """Number of decimal places of the token."""
    uiAmount: float | None
    """The amount with decimals, as a number that may be rounded, or null. Deprecated: use uiAmountString."""
    uiAmountString: str
    """The amount with decimals, exact, as a string of decimal digits. A Token-2022 mint can make it another text: inf, or an empty one."""

class _TokenAccountInfoRequired(TypedDict):
    isNative: bool
    """Whether the account holds wrapped native tokens."""
    mint: Pubkey
    """The mint of the token."""
    owner: Pubkey
    """The owner of the token account."""
    tokenAmount: TokenAmount
    """The balance."""

class TokenAccountInfo(_TokenAccountInfoRequired, total=False):
    """What a token program keeps in a token account. Token-2022 adds members, such as extensions."""

    state: str
    """State of the token account: uninitialized, initialized or frozen. Very old nodes leave it out."""
    delegate: Pubkey | None
    """Who may spend delegatedAmount, if anybody."""
    delegatedAmount: TokenAmount | float
    """What the delegate may spend. Very old nodes write a bare number."""

class _ParsedAccountDataParsedRequired(TypedDict):
    info: TokenAccountInfo

class ParsedAccountDataParsed(_ParsedAccountDataParsedRequired, total=False):
    """The record in the account."""

    type: str
    """Kind of record: account. Very old nodes leave it out."""

class _ParsedAccountDataRequired(TypedDict):
    program: str
    """The token program that manages the account: spl-token or spl-token-2022."""
    parsed: ParsedAccountDataParsed
    """The record in the account."""

class ParsedAccountData(_ParsedAccountDataRequired, total=False):
    """Account data as jsonParsed gives it."""

    space: int
    """Size of the data in bytes."""

EncodedAccountData: TypeAlias = "list[str]"
"""Account data as bytes: an array of the text and its encoding."""

LegacyAccountData: TypeAlias = str
"""Account data as a bare base58 string, which nodes send when no encoding was asked for."""

class _TokenAccountJsonParsedRequired(TypedDict):
    data: ParsedAccountData
    """An object with the encoding jsonParsed (or the bytes, if the node could not parse them); else the bytes."""
    executable: bool
    """Whether the account is executable."""
    lamports: int
    """Lamports in the account, an unsigned 64-bit integer."""
    owner: Pubkey
    """The program that owns the account."""
    rentEpoch: int
    """Epoch of the next rent, an unsigned 64-bit integer; often the largest one, 18446744073709551615, which JSON.parse rounds."""

class TokenAccountJsonParsed(_TokenAccountJsonParsedRequired, total=False):
    """An account of a token program."""

    space: int
    """Size of the account data in bytes. Older nodes leave it out."""

class _TokenAccountBase64Required(TypedDict):
    data: EncodedAccountData
    """An object with the encoding jsonParsed (or the bytes, if the node could not parse them); else the bytes."""
    executable: bool
    """Whether the account is executable."""
    lamports: int
    """Lamports in the account, an unsigned 64-bit integer."""
    owner: Pubkey
    """The program that owns the account."""
    rentEpoch: int
    """Epoch of the next rent, an unsigned 64-bit integer; often the largest one, 18446744073709551615, which JSON.parse rounds."""

class TokenAccountBase64(_TokenAccountBase64Required, total=False):
    """An account of a token program."""

    space: int
    """Size of the account data in bytes. Older nodes leave it out."""

class _TokenAccountNoEncodingRequired(TypedDict):
    data: EncodedAccountData | LegacyAccountData
    """An object with the encoding jsonParsed (or the bytes, if the node could not parse them); else the bytes."""
    executable: bool
    """Whether the account is executable."""
    lamports: int
    """Lamports in the account, an unsigned 64-bit integer."""
    owner: Pubkey
    """The program that owns the account."""
    rentEpoch: int
    """Epoch of the next rent, an unsigned 64-bit integer; often the largest one, 18446744073709551615, which JSON.parse rounds."""

class TokenAccountNoEncoding(_TokenAccountNoEncodingRequired, total=False):
    """An account of a token program."""

    space: int
    """Size of the account data in bytes. Older nodes leave it out."""

TokenAccount: TypeAlias = "TokenAccountJsonParsed | TokenAccountBase64 | TokenAccountNoEncoding"
"""An account of a token program."""

class TokenAccountEntryJsonParsed(TypedDict):
    """A token account and its public key."""

    pubkey: Pubkey
    """The token account."""
    account: TokenAccountJsonParsed

class TokenAccountEntryBase64(TypedDict):
    """A token account and its public key."""

    pubkey: Pubkey
    """The token account."""
    account: TokenAccountBase64

class TokenAccountEntryNoEncoding(TypedDict):
    """A token account and its public key."""

    pubkey: Pubkey
    """The token account."""
    account: TokenAccountNoEncoding

TokenAccountEntry: TypeAlias = "TokenAccountEntryJsonParsed | TokenAccountEntryBase64 | TokenAccountEntryNoEncoding"
"""A token account and its public key."""

class TokenAccountsResultJsonParsed(TypedDict):
    """The token accounts of an owner, and the state they were read from."""

    context: ResultContext
    value: list[TokenAccountEntryJsonParsed]
    """The token accounts, in no particular order; empty if there are none."""

class TokenAccountsResultBase64(TypedDict):
    """The token accounts of an owner, and the state they were read from."""

    context: ResultContext
    value: list[TokenAccountEntryBase64]
    """The token accounts, in no particular order; empty if there are none."""

class TokenAccountsResultNoEncoding(TypedDict):
    """The token accounts of an owner, and the state they were read from."""

    context: ResultContext
    value: list[TokenAccountEntryNoEncoding]
    """The token accounts, in no particular order; empty if there are none."""

TokenAccountsResult: TypeAlias = "TokenAccountsResultJsonParsed | TokenAccountsResultBase64 | TokenAccountsResultNoEncoding"
"""The token accounts of an owner, and the state they were read from."""

class TokenBalanceResult(TypedDict):
    """The balance of a token account, and the state it was read from."""

    context: ResultContext
    value: TokenAmount

EthSubscriptionKind: TypeAlias = "Literal['newHeads', 'logs', 'newPendingTransactions']"
"""A kind of events: newHeads, logs or newPendingTransactions."""

SubscriptionId: TypeAlias = str
"""The id of a subscription: 0x and up to 32 hexadecimal digits. Any other text names no subscription."""

SolanaSubscriptionId: TypeAlias = "int"
"""The id of a subscription: an integer of 0 or more."""

IsEnded: TypeAlias = "Literal[True]"
"""True: the subscription has ended."""

class SubscriptionFilter(TypedDict, total=False):
    """A filter of new logs: an object with address and topics, each of which may be left out or null; a resume point (after) is in the parameter behind it. Both together may have 5,000 values. Unknown members are ignored, a range of blocks too: the events begin with the next block."""

    address: AddressFilter | None
    """The contracts whose logs match; any contract if left out."""
    topics: Sequence[TopicFilter] | None
    """Up to four positions, in the order of the event; a shorter array leaves the later positions free."""
    after: None
    """Only null, as a resume point is in the parameter behind the filter."""

IsWhole: TypeAlias = "bool"
"""true for whole transactions, false for their hashes."""

class _ResumePointRequired(TypedDict):
    blockHash: Hash32
    """The block of the event."""

class ResumePoint(_ResumePointRequired, total=False):
    """The last event that arrived: the hash of its block, and of a log its index there."""

    logIndex: Quantity | None
    """Position of the log in the block; after all logs of the block if left out."""

class ResumeOptions(TypedDict, total=False):
    """An object with after, the resume point: the events behind it are sent first. Of newHeads, it may have behindLogs instead, or both."""

    after: ResumePoint
    """The last event that arrived."""
    behindLogs: bool
    """Of newHeads: true sends each head behind the logs of its block. All logs up to that block were then sent to the subscriptions of the connection."""

EthSubscriptionOptions: TypeAlias = "SubscriptionFilter | IsWhole | ResumeOptions"
"""The first parameter of a kind: a filter of logs, whether transactions are whole, or a resume point."""

class _HeaderRequired(TypedDict):
    hash: Hash32
    """Hash of the block."""
    parentHash: Hash32
    """Hash of the block before."""
    logsBloom: LogsBloom
    """Bloom filter of the logs."""
    number: Quantity
    """Number of the block."""
    timestamp: Quantity
    """When the block was made, in Unix seconds."""

class Header(_HeaderRequired, total=False):
    """The header of a block. Which members it has beyond those that every chain has depends on the chain; nodes may add members."""

    sha3Uncles: Hash32
    """Hash of the list of uncles."""
    miner: EvmAddress
    """The account that gets the fees."""
    stateRoot: Hash32
    """Root of the state after the block."""
    transactionsRoot: Hash32
    """Root of the transactions."""
    receiptsRoot: Hash32
    """Root of the receipts."""
    gasLimit: Quantity
    """Gas that the block may use."""
    gasUsed: Quantity
    """Gas that it used."""
    extraData: HexData
    """Bytes that the maker of the block chose."""
    difficulty: Quantity | None
    """Difficulty of the block."""
    totalDifficulty: Quantity | None
    """Difficulty of the chain up to the block."""
    mixHash: Hash32 | None
    """Randomness of the block, or its proof of work."""
    nonce: HexData | None
    """Nonce of the proof of work."""
    baseFeePerGas: Quantity | None
    """Base fee of the block."""
    withdrawalsRoot: Hash32 | None
    """Root of the withdrawals."""
    blobGasUsed: Quantity | None
    """Blob gas that the block used."""
    excessBlobGas: Quantity | None
    """Blob gas above the target."""
    parentBeaconBlockRoot: Hash32 | None
    """Root of the beacon block before."""
    requestsHash: Hash32 | None
    """Hash of the requests to the consensus layer."""
    size: Quantity | None
    """Size of the block in bytes."""

_WholeTransactionRequired = TypedDict(
    "_WholeTransactionRequired", {
    "hash": "Hash32",
    "nonce": "Quantity",
    "from": "EvmAddress",
    "gas": "Quantity",
    "value": "Quantity",
    "input": "HexData",
    }
)

class WholeTransaction(_WholeTransactionRequired, total=False):
    """A whole transaction, not yet in a block. Nodes add members, such as the signature."""

    type: Quantity | None
    """Type of the transaction."""
    chainId: Quantity | None
    """Chain that it is signed for."""
    to: EvmAddress | None
    """The receiver; null if it creates a contract."""
    gasPrice: Quantity | None
    """Price of gas."""
    maxFeePerGas: Quantity | None
    """The most that it pays for gas."""
    maxPriorityFeePerGas: Quantity | None
    """The most of it that the maker of the block gets."""

PendingTransaction: TypeAlias = "Hash32 | WholeTransaction"
"""The hash of a pending transaction, or all of it."""

class AccountSubscriptionConfig(TypedDict, total=False):
    """A configuration object with commitment, encoding and dataSlice, each of which may be left out or null. Unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    encoding: AccountEncoding | None
    """How account data is written; base58 if left out."""
    dataSlice: DataSlice | None
    """The part of the account data that is wanted. agave notifies the whole data all the same."""

class AccountMatchWithDataSize(TypedDict):
    """AccountMatch by its dataSize."""

    dataSize: int
    """Size of the account data in bytes."""

class _AccountMatchWithMemcmpMemcmpRequired(TypedDict):
    offset: int
    """First byte."""
    bytes: str | Sequence[int]
    """The bytes there, as text or as a list of numbers."""

class AccountMatchWithMemcmpMemcmp(_AccountMatchWithMemcmpMemcmpRequired, total=False):
    """Bytes at a place of the account data."""

    encoding: Literal["base58", "base64", "bytes"] | None
    """How the bytes are written: bytes for a list of numbers, base58 if left out."""

class AccountMatchWithMemcmp(TypedDict):
    """AccountMatch by its memcmp."""

    memcmp: AccountMatchWithMemcmpMemcmp
    """Bytes at a place of the account data."""

AccountMatch: TypeAlias = "AccountMatchWithDataSize | AccountMatchWithMemcmp"
"""What account data must be: {"dataSize": bytes} or {"memcmp": {"offset": bytes, "bytes": text or numbers}}."""

AccountFilter: TypeAlias = "AccountMatch | Literal['tokenAccountState']"
"""A filter of accounts: {"dataSize": bytes}, {"memcmp": {"offset": bytes, "bytes": text or numbers}}, or "tokenAccountState"."""

class ProgramSubscriptionConfig(TypedDict, total=False):
    """A configuration object with commitment, encoding, dataSlice and filters, each of which may be left out or null. Unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    encoding: AccountEncoding | None
    """How account data is written; base58 if left out."""
    dataSlice: DataSlice | None
    """The part of the account data that is wanted. agave notifies the whole data all the same."""
    filters: Sequence[AccountFilter] | None
    """Up to four filters, all of which an account must fit."""

class LogsSelector2(TypedDict):
    """An object with these members."""

    mentions: Sequence[Pubkey]
    """The account that the transactions mention."""

LogsSelector: TypeAlias = "Literal['all', 'allWithVotes'] | LogsSelector2"
"""Which transactions: all, allWithVotes, or {"mentions": [key]} with exactly one public key."""

TransactionSignature: TypeAlias = str
"""The signature of a transaction: 64 to 88 base58 characters."""

class SignatureSubscriptionConfig(TypedDict, total=False):
    """A configuration object with commitment and enableReceivedNotification, each of which may be left out or null. Unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    enableReceivedNotification: bool | None
    """Whether an event says that the node received the transaction."""

class _SolanaAccountRequired(TypedDict):
    data: ParsedProgramData | EncodedAccountData | LegacyAccountData
    """The parsed data, or the bytes."""
    executable: bool
    """Whether the account is executable."""
    lamports: int
    """Lamports in the account, an unsigned 64-bit integer."""
    owner: Pubkey
    """The program that owns the account."""
    rentEpoch: int
    """Epoch of the next rent, an unsigned 64-bit integer."""

class SolanaAccount(_SolanaAccountRequired, total=False):
    """An account: its data, owner and lamports."""

    space: int
    """Size of the account data in bytes."""

class _ParsedProgramDataRequired(TypedDict):
    program: str
    """Name of the program."""
    parsed: object
    """What the program's parser made of the data."""

class ParsedProgramData(_ParsedProgramDataRequired, total=False):
    """Account data that the node parsed."""

    space: int
    """Size of the account data in bytes."""

class AccountNotice(TypedDict):
    """A state of an account."""

    context: ResultContext
    """The slot of the event."""
    value: SolanaAccount
    """The account."""

class ProgramNoticeValue(TypedDict):
    """The account and its key."""

    pubkey: Pubkey
    """Key of the account."""
    account: SolanaAccount
    """The account."""

class ProgramNotice(TypedDict):
    """A state of an account of a program."""

    context: ResultContext
    """The slot of the event."""
    value: ProgramNoticeValue
    """The account and its key."""

class LogsNoticeValue(TypedDict):
    """The transaction."""

    signature: TransactionSignature
    """Its first signature."""
    err: object
    """Why the transaction failed; null if it did not."""
    logs: list[str] | None
    """What its programs logged."""

class LogsNotice(TypedDict):
    """The logs of a transaction."""

    context: ResultContext
    """The slot of the event."""
    value: LogsNoticeValue
    """The transaction."""

class SignatureNoticeValue2(TypedDict):
    """An object with these members."""

    err: object
    """Why the transaction failed; null if it did not."""

class SignatureNotice(TypedDict):
    """The outcome of a transaction, or that the node received it."""

    context: ResultContext
    """The slot of the event."""
    value: Literal["receivedSignature"] | SignatureNoticeValue2
    """The outcome, or receivedSignature."""

class SlotNotice(TypedDict):
    """A slot that a node began."""

    slot: int
    """The slot."""
    parent: int
    """The slot before it in its fork."""
    root: int
    """The newest root."""

RootNotice: TypeAlias = "int"
"""A slot that became a root: an integer of 0 or more."""

class _TokenAccountsConfigJsonParsedRequired(TypedDict):
    encoding: Literal["jsonParsed"]

class TokenAccountsConfigJsonParsed(_TokenAccountsConfigJsonParsedRequired, total=False):
    """A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out. dataSlice goes only with the encodings binary, base58, base64 and base64+zstd. A member that is null counts as left out; unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    dataSlice: None
    minContextSlot: MinContextSlot | None
    """The oldest state that may answer."""

class _TokenAccountsConfigBase64Required(TypedDict):
    encoding: Literal["base64", "base64+zstd", "base58"]

class TokenAccountsConfigBase64(_TokenAccountsConfigBase64Required, total=False):
    """A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out. dataSlice goes only with the encodings binary, base58, base64 and base64+zstd. A member that is null counts as left out; unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    dataSlice: DataSlice | None
    """The part of the account data that is wanted."""
    minContextSlot: MinContextSlot | None
    """The oldest state that may answer."""

class TokenAccountsConfigNoEncoding(TypedDict, total=False):
    """A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out. dataSlice goes only with the encodings binary, base58, base64 and base64+zstd. A member that is null counts as left out; unknown members are ignored."""

    commitment: Commitment | None
    """How settled the state must be; finalized if left out."""
    encoding: Literal["binary"] | None
    dataSlice: DataSlice | None
    """The part of the account data that is wanted."""
    minContextSlot: MinContextSlot | None
    """The oldest state that may answer."""
