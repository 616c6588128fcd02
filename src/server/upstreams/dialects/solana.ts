import type { DialectRow } from './dialect.js'

const AGAVE = 'agave rpc-client-api/src/custom_error.rs'
const AGAVE_RPC = 'agave rpc/src/rpc.rs'

/**
 * Meaning of the errors of Solana nodes and providers. The first matching row counts; without one,
 * the error is an answer.
 *
 * Codes   agave defines -32001 to -32021, but providers reuse some for their own limits, so the row
 *         with providers' messages comes before agave's codes. Any other -32602 is an answer
 *         (including `could not find account`). Deliberately without a row: -32002, -32003, -32006,
 *         -32013 (invalid transaction), -32008 (no snapshot), -32015 (version), -32017 (epoch
 *         rewards)
 * Source  in each row
 */
export const solanaDialect: readonly DialectRow[] = [
  {
    codes: [-32602],
    message:
      /^invalid transaction: Transaction (loads an address table account that doesn't exist|address table lookup uses an invalid index)$/,
    meaning: 'no_block',
    isUntaken: true,
    source: `${AGAVE_RPC} sanitize_transaction, before it is sent; solana-transaction-error: the table may be new`,
  },
  {
    codes: [-32602],
    message:
      /^(Invalid slot range: leader schedule for epoch \d+ is unavailable|lastSlot, \d+, is too large; max \d+)$/,
    meaning: 'no_block',
    source: `${AGAVE_RPC} get_slot_leaders, get_block_production`,
  },
  {
    codes: [-32602],
    message: /^BigTable query failed/,
    meaning: 'own_limit',
    source: `${AGAVE_RPC} get_blocks: "maybe timeout due to too large range?"`,
  },
  {
    codes: [-32602],
    message: /^(io error: Unable to get block: |slot cleaned up$)/,
    meaning: 'no_history',
    source: `${AGAVE_RPC} get_signatures_for_address: a BlockstoreError`,
  },
  {
    codes: [-32602, -32600, -32700],
    meaning: 'answer',
    source: 'JSON-RPC 2.0, section 5.1; agave rpc/src/rpc.rs: the call is wrong for every node',
  },
  {
    codes: [429, 402, -32429],
    meaning: 'rate_limited',
    isUntaken: true,
    source: 'Helius -32429; public clusters put 429 into the body (docs/wire-facts.md, section 2)',
  },
  {
    message:
      /rate limit|rate exceeded|too many requests|request limit reached|max usage reached|credits limited to|exceeded (the|its|your) (rps|compute units)/i,
    meaning: 'rate_limited',
    source: 'QuickNode -32007 and -32012, Helius, Chainstack (docs/wire-facts.md, section 2)',
  },
  {
    codes: [-32601],
    meaning: 'no_method',
    isUntaken: true,
    source: 'JSON-RPC 2.0, section 5.1: the contract has the method, this node does not serve it',
  },
  {
    // sendTransaction checks the node's health and `minContextSlot` before it sends anything:
    // agave rpc/src/rpc.rs, send_transaction.
    codes: [-32005],
    meaning: 'node_behind',
    isUntaken: true,
    source: `${AGAVE} NodeUnhealthy: behind by N slots, or unhealthy`,
  },
  {
    codes: [-32016],
    meaning: 'no_block',
    isUntaken: true,
    source: `${AGAVE} MinContextSlotNotReached; wormhole #3751 (data may be missing)`,
  },
  { codes: [-32014], meaning: 'no_block', source: `${AGAVE} BlockStatusNotAvailableYet` },
  { codes: [-32004], meaning: 'no_block', source: `${AGAVE} BlockNotAvailable: not in this node's ledger` },
  {
    codes: [-32020],
    meaning: 'no_block',
    source: `${AGAVE} FilterTransactionNotFound: this node lacks \`before\` or \`until\``,
  },
  { codes: [-32001], meaning: 'no_history', source: `${AGAVE} BlockCleanedUp: does not exist on node` },
  { codes: [-32007], meaning: 'slot_skipped', source: `${AGAVE} SlotSkipped: skipped, or missing due to ledger jump` },
  { codes: [-32009], meaning: 'slot_skipped', source: `${AGAVE} LongTermStorageSlotSkipped: skipped, or missing` },
  { codes: [-32011], meaning: 'no_history', source: `${AGAVE} TransactionHistoryNotAvailable from this node` },
  { codes: [-32018], meaning: 'no_history', source: `${AGAVE} SlotNotEpochBoundary: or a gap in its ledger` },
  { codes: [-32010], meaning: 'own_limit', source: `${AGAVE} KeyExcludedFromSecondaryIndex: a setting of this node` },
  {
    codes: [-32012],
    meaning: 'own_limit',
    source: `${AGAVE} ScanError: the scan took this node too long, or found too much`,
  },
  { codes: [-32019, -32021], meaning: 'node_trouble', source: `${AGAVE} LongTermStorageUnreachable, NoSlotHistory` },
  {
    codes: [-32603],
    message: /^internal( server)? error$/i,
    meaning: 'node_trouble',
    source: 'JSON-RPC 2.0, section 5.1; jsonrpc-core Error::internal_error',
  },
]
