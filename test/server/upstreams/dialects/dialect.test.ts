import fc from 'fast-check'
import { type DialectRow, type NodeDoubt, readDialect } from '../../../../src/server/upstreams/dialects/dialect.js'
import { evmDialect } from '../../../../src/server/upstreams/dialects/evm.js'
import { solanaDialect } from '../../../../src/server/upstreams/dialects/solana.js'

type Said = readonly [code: number, message: string, doubt: NodeDoubt | undefined]

const HASH = 'd871c28827dfe1ddeb882ba6ec6b72084e2d148dda287f161b1c4402571f899e'
/** Errors as the nodes write them, word for word. The sources of the rows name the files. */
const evm: Record<string, readonly Said[]> = {
  'geth that lacks state or history': [
    [-32000, `missing trie node ${HASH} (path ) <nil>`, 'no_state'],
    [-32000, `historical state ${HASH} is not available`, 'no_state'],
    [-32000, "state histories haven't been fully indexed yet", 'no_state'],
    [-32000, 'required historical state unavailable (reexec=128)', 'no_state'],
    [-32000, 'historical state not available in path scheme yet', 'no_state'],
    [-32000, 'historical state is not available', 'no_state'],
    [-32000, 'historical state has been pruned, first: 91, state: 12', 'no_state'],
    [-32000, 'history is not fully indexed, requested: 12, indexed: 11', 'no_state'],
    [-32000, `state 0x${HASH} is not available`, 'no_state'],
    [-32000, `state 0x${HASH} is not canonical`, 'no_state'],
    [-32000, "trienode histories haven't been fully indexed yet", 'no_state'],
    [-32000, 'header found, but block body is missing', 'no_history'],
    [-32000, 'block body not found', 'no_history'],
    [4444, 'pruned history unavailable', 'no_history'],
    [-32000, 'transaction indexing is in progress', 'no_history'],
  ],
  'geth that lacks a block': [
    [-32000, 'header not found', 'no_block'],
    [-32000, 'header for hash not found', 'no_block'],
    [-32000, 'unknown block', 'no_block'],
    [-32000, 'finalized block not found', 'no_block'],
    [-32000, 'pending block is not available', 'no_block'],
    [-32000, 'block #24000001 not found', 'no_block'],
    // geth prints a hash as its bytes.
    [-32000, `header #[${[...Buffer.from(HASH, 'hex')].join(' ')}] not found`, 'no_block'],
    [-32000, `block #[${[...Buffer.from(HASH, 'hex')].join(' ')}] not found`, 'no_block'],
    [-32000, 'finalized header not found', 'no_block'],
    [-32000, 'safe header not found', 'no_block'],
    [-32000, 'pending state is not available', 'no_block'],
    [-32000, 'hash is not currently canonical', 'no_block'],
    [-32602, 'block range extends beyond current head block', 'no_block'],
    [-32000, 'request beyond head block: requested 101, head 100', 'no_block'],
  ],
  'geth whose settings are narrow': [
    [-32602, 'exceed maximum block range 50', 'own_limit'],
    [-32000, 'exceed max addresses or topics per search position', 'own_limit'],
  ],
  'a node that lacks a transaction': [
    [-32000, 'transaction not found', 'node_behind'],
    [-32000, `transaction 0x${HASH} not found`, 'node_behind'],
  ],
  reth: [
    [-32001, 'block not found: 0x1234', 'no_block'],
    [-32602, 'request beyond head block: requested 101, head 100', 'no_block'],
    [-32603, 'no state found for block number 49107280', 'no_state'],
    [-32603, 'state at block #159 is pruned', 'no_state'],
    [4444, 'pruned history unavailable', 'no_history'],
    [-32602, 'query exceeds max block range 100000', 'own_limit'],
    [-32602, 'distance to target block exceeds maximum proof window', 'no_state'],
  ],
  erigon: [
    [-32000, 'old data not available due to pruning', 'no_state'],
    [-32000, 'history has been pruned for this block', 'no_state'],
    [-32000, `block ${HASH} not found`, 'no_block'],
    [-32000, `block 24000001(${HASH}) not found`, 'no_block'],
    [-32000, `could not find the header ${HASH} in cache or db`, 'no_block'],
    [-32603, `hash ${HASH} is not currently canonical`, 'no_block'],
    [-32602, 'query block range exceeds server limit, narrow your filter: 1000', 'own_limit'],
    [-32000, 'call returned result on length 100032 exceeding --rpc.returndata.limit 100000', 'own_limit'],
    [
      -32000,
      'requested block is too old, block must be within 100000 blocks of the head block number (currently 22237523)',
      'no_state',
    ],
    [-32000, `root hash mismatch witnessTrieRootHash(${HASH})!=expectedRootHash(${HASH})`, 'no_state'],
    [
      -32000,
      'block 24000001 exists but transaction indexing is not yet complete, please try again later',
      'no_history',
    ],
  ],
  'op-geth': [
    [-32801, 'no historical RPC is available for this historical (pre-bedrock) execution request', 'no_state'],
  ],
  nethermind: [
    [-32002, `No state available for block 0x${HASH}`, 'no_state'],
    [-32000, '123456789 could not be found', 'no_block'],
    [-32000, `0x${HASH} block is not canonical`, 'no_block'],
    [-39001, 'Unknown block', 'no_block'],
  ],
  besu: [
    [-32008, 'Initial sync is still in progress', 'syncing'],
    [-32000, 'World state unavailable', 'no_state'],
    [-32000, 'Block not found', 'no_block'],
    [-39001, 'Unknown block', 'no_block'],
    [-32604, 'Method not enabled', 'no_method'],
    [-32005, 'Requested range exceeds maximum RPC range limit', 'own_limit'],
    [-32603, 'Internal error', 'node_trouble'],
  ],
  anvil: [
    [-32602, 'BlockOutOfRangeError: block height is 301 but requested was 400', 'no_block'],
    [-32001, 'Block not found', 'no_block'],
    [-32000, 'unknown block', 'no_block'],
  ],
  providers: [
    [-32005, 'daily request count exceeded, request rate limited', 'rate_limited'],
    [-32007, '50/second request limit reached - reduce calls per second or upgrade your account', 'rate_limited'],
    [-32012, 'credits limited to 6000/sec', 'rate_limited'],
    [429, 'Your app has exceeded its compute units per second capacity.', 'rate_limited'],
    [402, 'Payment Required', 'rate_limited'],
    [-32000, "You've exceeded the RPS limit available on the current plan.", 'rate_limited'],
    [-32016, 'Your app has exceeded its rate limit', 'rate_limited'],
    [-32005, 'limit exceeded', 'own_limit'],
    [-32000, 'pruned history unavailable', 'no_history'],
    [-32002, 'project ID does not have access to archive state', 'no_state'],
    [-32701, 'History has been pruned for this block', 'no_state'],
    [-32602, 'Archive requests require a personal token', 'no_state'],
    [-32601, 'the method eth_getLogs does not exist/is not available', 'no_method'],
    [-32600, 'Unsupported method: eth_getProof on ETH_MAINNET', 'no_method'],
    [-32004, 'method not supported', 'no_method'],
    [-32000, 'execution reverted: method not supported', undefined],
  ],
  'answers: about the call, whichever node is asked': [
    [-32602, 'invalid block range params', undefined],
    [-32000, 'end (4) < begin (5)', undefined],
    [-32602, 'invalid argument 0: hex string has length 38, want 40 for common.Address', undefined],
    [
      -32602,
      'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
      undefined,
    ],
    [-32602, 'range 1000000 exceeds limit of 10000', undefined],
    [-32602, 'block not found is what the caller wrote', undefined],
    [-32005, 'query returned more than 10000 results', undefined],
    [-32005, 'query returned more than 10000 results. Try with this block range [0xBDE5F8, 0x102DBCC].', undefined],
    [-32602, 'query exceeds max results 20000, retry with the range 1-2', undefined],
    [-32602, 'query returns too many logs, narrow your filter: 20000', undefined],
    [-32000, 'query returns too many logs, narrow your filter: 20000', undefined],
    [-32005, 'query timeout exceeded', undefined],
    [3, 'execution reverted: rate limit exceeded', undefined],
    [-32000, 'execution reverted: header not found', undefined],
    [
      11,
      'message execution failed (exit=[33], revert reason=[Error(too many requests)], vm error=[contract reverted])',
      undefined,
    ],
    [-32000, 'insufficient funds for transfer', undefined],
    [-32000, 'no', undefined],
    [-32603, 'something this table has never heard of', undefined],
    [1, '', undefined],
  ],
}
const solana: Record<string, readonly Said[]> = {
  agave: [
    [-32005, 'Node is behind by 42 slots', 'node_behind'],
    [-32005, 'Node is unhealthy', 'node_behind'],
    [-32016, 'Minimum context slot has not been reached', 'no_block'],
    [-32014, 'Block status not yet available for slot 5', 'no_block'],
    [-32004, 'Block not available for slot 5', 'no_block'],
    [-32020, `Transaction ${'5'.repeat(88)} not found`, 'no_block'],
    [-32001, 'Block 5 cleaned up, does not exist on node. First available block: 9', 'no_history'],
    [-32007, 'Slot 5 was skipped, or missing due to ledger jump to recent snapshot', 'slot_skipped'],
    [-32009, 'Slot 5 was skipped, or missing in long-term storage', 'slot_skipped'],
    [-32011, 'Transaction history is not available from this node', 'no_history'],
    [-32010, 'So1 excluded from account secondary indexes; this RPC method unavailable for key', 'own_limit'],
    [-32012, 'scan aborted: The accumulated scan results exceeded the limit', 'own_limit'],
    [-32019, 'Failed to query long-term storage; please try again', 'node_trouble'],
    [-32603, 'Internal error', 'node_trouble'],
    [
      -32018,
      "Rewards cannot be found because slot 5 is not the epoch boundary. This may be due to gap in the queried node's local ledger or long-term storage",
      'no_history',
    ],
    [-32021, 'No slot history', 'node_trouble'],
  ],
  'agave whose -32602 is about the node': [
    [-32602, "invalid transaction: Transaction loads an address table account that doesn't exist", 'no_block'],
    [-32602, 'invalid transaction: Transaction address table lookup uses an invalid index', 'no_block'],
    [-32602, 'Invalid slot range: leader schedule for epoch 7 is unavailable', 'no_block'],
    [-32602, 'lastSlot, 101, is too large; max 100', 'no_block'],
    [-32602, 'BigTable query failed (maybe timeout due to too large range?)', 'own_limit'],
    [-32602, 'io error: Unable to get block: slot cleaned up', 'no_history'],
    [-32602, 'slot cleaned up', 'no_history'],
  ],
  providers: [
    [-32007, '50/second request limit reached - reduce calls per second', 'rate_limited'],
    [-32012, 'credits limited to 6000/sec', 'rate_limited'],
    [-32429, 'max usage reached', 'rate_limited'],
    [429, 'Too many requests for a specific RPC call', 'rate_limited'],
    [-32601, 'Method not found', 'no_method'],
  ],
  'answers: about the call, whichever node is asked': [
    [-32602, 'Invalid param: could not find account', undefined],
    [-32602, 'Invalid param: WrongSize', undefined],
    [-32602, 'invalid transaction: Transaction failed to sanitize accounts offsets correctly', undefined],
    [-32602, 'lastSlot, 5, cannot be less than firstSlot, 6', undefined],
    [-32602, 'Slot range too large; max 500000', undefined],
    [-32600, 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.', undefined],
    [-32002, 'Transaction simulation failed: Blockhash not found', undefined],
    [-32008, 'No snapshot', undefined],
    [-32015, 'Transaction version (0) is not supported by the requesting client.', undefined],
    [-32099, 'something this table has never heard of', undefined],
  ],
}

describe.each([
  ['EVM nodes', evmDialect, evm],
  ['Solana nodes', solanaDialect, solana],
] as const)('errors of %s', (_family, rows, said) => {
  test.each(Object.entries(said))('are read as they are meant: %s', (_who, errors) => {
    for (const [code, message, doubt] of errors)
      expect([code, message, readDialect(rows, code, message)]).toEqual([code, message, doubt])
  })

  test('that no row knows are answers, whatever they say', () => {
    const knownCodes = new Set(rows.flatMap(({ codes = [] }) => codes))
    // Words of digits and vowels: none of them is in a row.
    const message = fc
      .array(fc.constantFrom('0', '7', 'aa', 'ou', 'eia'), { maxLength: 8 })
      .map((words) => words.join(' '))
    const code = fc.integer({ min: -40_000, max: 5_000 }).filter((candidate) => !knownCodes.has(candidate))
    fc.assert(fc.property(code, message, (code, message) => readDialect(rows, code, message) === undefined))
  })

  test('each row is used by one of these errors, and says where it comes from', () => {
    const isUsed = (row: DialectRow) => {
      const before = rows.slice(0, rows.indexOf(row))
      return Object.values(said)
        .flat()
        .some(([code, message]) => {
          const matches = ({ codes, message: pattern }: DialectRow) =>
            (codes === undefined || codes.includes(code)) && (pattern === undefined || pattern.test(message))
          return matches(row) && !before.some(matches)
        })
    }
    expect(rows.filter((row) => !isUsed(row))).toEqual([])
    for (const { source } of rows) expect(source.length).toBeGreaterThan(10)
  })
})
