import { METHOD_NOT_ENABLED, METHOD_NOT_FOUND } from '../../../wire/jsonrpc/error-codes.js'
import type { DialectRow } from './dialect.js'

/**
 * Messages of nodes and providers for a query that matches more than they return. Sources:
 * docs/specification.md, "Errors"; reth eth/filter.rs; erigon #20784 (`--rpc.logs.maxresults`).
 */
export const TOO_MANY_RESULTS = /returned more than|exceeds max results|returns too many logs/i

/**
 * Meaning of the errors of EVM nodes and providers. The first matching row counts; without one, the
 * error is an answer.
 *
 * Words   messages are matched as node software writes them, ignoring case; a code alone counts if
 *         a standard, or the source that the row names, gives it one meaning
 * Source  in each row: repository and file, or document
 */
export const evmDialect: readonly DialectRow[] = [
  {
    // The contract's own message follows: `execution reverted: rate limit exceeded` is no rate
    // limit.
    message: /execution reverted|^VM Exception|^revert|revert reason=\[/i,
    meaning: 'answer',
    source:
      'geth internal/ethapi/errors.go, anvil crates/anvil/src/eth/error.rs, lotus api/api_errors.go: reverts are results of the call (code 3)',
  },
  {
    message: TOO_MANY_RESULTS,
    meaning: 'answer',
    source:
      'docs/specification.md, "Errors": it asks the caller to narrow the query; reth eth/filter.rs; erigon #20784',
  },
  {
    message: /query timeout exceeded/i,
    meaning: 'answer',
    source: 'docs/specification.md, "Errors": it asks the caller to narrow the query',
  },
  {
    codes: [-32602],
    message: /block range extends beyond current head|BlockOutOfRangeError/i,
    meaning: 'no_block',
    source: 'geth eth/filters/filter.go, reth FilterBlockRangeError; anvil BlockchainError::BlockOutOfRange',
  },
  {
    message: /^invalid block range params|^end \(\d+\) < begin \(\d+\)/i,
    isOpenRange: true,
    meaning: 'no_block',
    source:
      'geth eth/filters/filter.go updateChainView, reth EthFilterError::InvalidBlockRangeParams; erigon rpc/jsonrpc/eth_receipts.go GetLogs (-32000)',
  },
  {
    message: /^request beyond head block/i,
    meaning: 'no_block',
    source: 'eth_feeHistory: geth eth/gasprice/feehistory.go, reth EthApiError::RequestBeyondHead',
  },
  {
    message: /does not have access to archive state|archive requests require/i,
    meaning: 'no_state',
    source: 'Infura -32002 (docs/wire-facts.md, section 2); publicnode -32602',
  },
  {
    codes: [-32600, -32000, -32004, -32603],
    message:
      /^(the )?method "?\w+"? (does not exist|is not (available|supported|whitelisted|enabled))|^unsupported method\b|^(rpc )?method (is )?not (supported|available|whitelisted|enabled|found)\b/i,
    meaning: 'no_method',
    source:
      'EIP-1474: -32004 method not supported; Alchemy -32600 `Unsupported method: X on Y`; geth rpc/errors.go methodNotFoundError, whose words proxies pass on with other codes',
  },
  {
    message: /exceeds? max(imum)? block range|^query block range exceeds server limit/i,
    meaning: 'own_limit',
    source:
      'geth eth/filters/filter.go (--rpc.rangelimit), reth EthFilterError::QueryExceedsMaxBlocks, erigon #20784 (--rpc.blockrange.limit): -32602',
  },
  {
    message:
      /^distance to target block exceeds maximum proof window|^requested block is too old, block must be within|^root hash mismatch witnessTrieRootHash\(/i,
    meaning: 'no_state',
    source:
      'eth_getProof: reth EthApiError::ExceedsMaxProofWindow (-32602, --rpc.eth-proof-window); erigon rpc/jsonrpc/eth_call.go, #15117',
  },
  {
    codes: [-32602, -32600, -32700],
    meaning: 'answer',
    source: 'JSON-RPC 2.0, section 5.1: the call is wrong for every node',
  },
  {
    codes: [METHOD_NOT_FOUND, METHOD_NOT_ENABLED],
    meaning: 'no_method',
    isUntaken: true,
    source:
      'JSON-RPC 2.0, section 5.1; besu RpcErrorType.METHOD_NOT_ENABLED: the contract has the method, this node does not serve it',
  },
  {
    codes: [-32008],
    message: /initial sync/i,
    meaning: 'syncing',
    source: 'besu RpcErrorType.CHAIN_HEAD_WORLD_STATE_NOT_AVAILABLE',
  },
  {
    message: /missing trie node/i,
    meaning: 'no_state',
    source: 'geth trie/errors.go MissingNodeError; go-ethereum #17133, #25792; consensys/quorum #752',
  },
  {
    message:
      /historical state [0-9a-fx]+ is not available|histories haven't been fully indexed|^history is not fully indexed|^historical state has been pruned|^state 0x[0-9a-f]+ is not (available|canonical)/i,
    meaning: 'no_state',
    source: 'geth triedb/pathdb/reader.go, history_reader.go, core/state/database_history.go',
  },
  {
    message:
      /required historical state unavailable|historical state not available in path scheme|historical state is not available/i,
    meaning: 'no_state',
    source: 'geth eth/state_accessor.go, of debug_trace*; 1.17.10: pathState there',
  },
  {
    message: /no state found for block|state at block #?\d+ is pruned/i,
    meaning: 'no_state',
    source: 'reth storage/errors ProviderError::StateForNumberNotFound, StateForHashNotFound, StateAtBlockPruned',
  },
  {
    message: /no state available for block/i,
    meaning: 'no_state',
    source: 'nethermind EthRpcModule.GetStateFailureResult (-32002)',
  },
  {
    message: /^no historical RPC is available/i,
    meaning: 'no_state',
    source: 'op-geth rpc/errors.go NoHistoricalFallbackError (-32801, --rollup.historicalrpc)',
  },
  { message: /^world state unavailable/i, meaning: 'no_state', source: 'besu RpcErrorType.WORLD_STATE_UNAVAILABLE' },
  {
    message: /old data not available due to pruning|history has been pruned/i,
    meaning: 'no_state',
    source: 'erigon db/state HistoryReaderV3 PrunedError; erigon rpc/jsonrpc checkPruneHistory',
  },
  {
    codes: [4444],
    meaning: 'no_history',
    source:
      'EIP-4444 code, geth and reth EthApiError::PrunedHistoryUnavailable, nethermind ErrorCodes.PrunedHistoryUnavailable',
  },
  {
    message: /pruned history unavailable/i,
    meaning: 'no_history',
    source: 'X Layer, with -32000 (the list of missing-data errors in drpcorg/dshackle)',
  },
  {
    message: /^(header found, but )?block body (is missing|not found)/i,
    meaning: 'no_history',
    source: 'geth eth/api_backend.go BlockByNumberOrHash, GetBody',
  },
  {
    message: /transaction indexing is (in progress|not yet complete)/i,
    meaning: 'no_history',
    source: 'geth internal/ethapi/errors.go TxIndexingError; erigon rpc/jsonrpc/eth_receipts.go getLogsV3',
  },
  {
    message: /^((finalized|safe) )?header (for (hash|number) )?not found/i,
    meaning: 'no_block',
    source:
      'geth eth/api_backend.go, eth/filters/filter.go; ethersphere/bee #1919 (another node behind the balancer had it)',
  },
  {
    message:
      /^unknown block\b|^(resource|block|(safe|finalized|pending) block) not found|^block (0x)?[0-9a-f]+(\([0-9a-f]+\))? not found|^could not find the header\b/i,
    meaning: 'no_block',
    source:
      'geth eth/filters errUnknownBlock; reth -32001 `block not found: id`; anvil and besu BLOCK_NOT_FOUND, UNKNOWN_BLOCK; erigon rpc/rpchelper/helper.go BlockNotFoundErr, rpc/jsonrpc tracing.go and call_traces.go',
  },
  {
    // geth prints a hash as its bytes.
    message: /^(block|header) #(\S+|\[[\d ]+\]) not found/i,
    meaning: 'no_block',
    source: 'debug_*: geth eth/tracers/api.go blockByNumber, internal/ethapi/api.go GetRawHeader, GetRawBlock',
  },
  {
    // Of `requireCanonical`: nodes choose a new branch one after the other.
    message: /^hash ([0-9a-f]+ )?is not currently canonical|^0x[0-9a-f]+ block is not canonical/i,
    meaning: 'no_block',
    source:
      'geth eth/api_backend.go; erigon rpc/rpchelper/helper.go nonCanonocalHashError; nethermind BlockFinderExtensions.SearchForHeader',
  },
  {
    message: /^transaction (0x[0-9a-f]+ )?not found/i,
    meaning: 'node_behind',
    source:
      'debug_traceTransaction: geth eth/tracers/api.go errTxNotFound; with its hash: erigon rpc/jsonrpc/tracing.go',
  },
  {
    message: /^(0x)?\w+ could not be found$/i,
    meaning: 'no_block',
    source: 'nethermind BlockFinderExtensions.SearchForHeader (ResourceNotFound)',
  },
  {
    message: /^pending (block|state) is not available/i,
    meaning: 'no_block',
    source: 'geth eth/api_backend.go BlockByNumber, StateAndHeaderByNumber',
  },
  {
    codes: [429, 402],
    meaning: 'rate_limited',
    isUntaken: true,
    source: 'Alchemy, in bodies with HTTP 200; Infura 402 payment required (docs/wire-facts.md, section 2)',
  },
  {
    message:
      /rate limit|rate exceeded|too many requests|request limit reached|daily request count|exceeded (the|its|your) (rps|compute units)|max calls per sec|credits limited to|daily credit limit|monthly capacity limit/i,
    meaning: 'rate_limited',
    source:
      'alloy transport is_retry_err; Infura, QuickNode -32007 and -32012, Chainstack, Alchemy (docs/wire-facts.md, sections 2 and 3)',
  },
  {
    codes: [-32005],
    message: /limit exceeded|exceeds maximum RPC range limit/i,
    meaning: 'own_limit',
    source: 'EIP-1474: -32005 is a limit of the node; BNB Chain endpoints; besu EXCEEDS_RPC_MAX_BLOCK_RANGE',
  },
  {
    message: /^exceed max addresses or topics per search position/i,
    meaning: 'own_limit',
    source: 'geth eth/filters/api.go errExceedLogQueryLimit (--rpc.logquerylimit)',
  },
  {
    message: /^call returned result on length \d+ exceeding --rpc\.returndata\.limit/i,
    meaning: 'own_limit',
    source: 'erigon rpc/jsonrpc/eth_call.go',
  },
  {
    codes: [-32603],
    message: /^internal( server)? error$/i,
    meaning: 'node_trouble',
    source: 'JSON-RPC 2.0, section 5.1; besu answers so where state is missing (RpcErrorType.INTERNAL_ERROR)',
  },
]
