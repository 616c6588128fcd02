import { transactionWith } from './evm-forms.js'
import { callText, quoted, type SourceValue } from './source-text.js'
import {
  as,
  bigOf,
  flagOf,
  hashOf,
  hexOf,
  type LibraryCalls,
  listOf,
  type Members,
  membersOf,
  numberOf,
  positional,
  tagOf,
  withMembers,
} from './wire-call.js'

/** viem reads at the latest block by default. */
const atBlock = (value: unknown): Members | undefined => {
  if (value === 'latest' || value === undefined) return {}
  const tag = tagOf(value)
  if (tag !== undefined) return { blockTag: tag }
  return as('blockNumber', bigOf)(value)
}

const blockOf = (value: unknown): SourceValue => tagOf(value) ?? bigOf(value)

const transactionOf = transactionWith('account', 'gas')

const addressesOf = (value: unknown): SourceValue => {
  const list = listOf(hexOf)(value)
  return list?.length === 1 ? list[0] : (list ?? hexOf(value))
}

/** A filter without topics: viem derives topics from an event's ABI. */
const logFilter = (value: unknown): Members | undefined =>
  membersOf(value, {
    address: as('address', addressesOf),
    fromBlock: as('fromBlock', blockOf),
    toBlock: as('toBlock', blockOf),
    blockHash: as('blockHash', hashOf),
  })

const simulatedBlocks = listOf((block) => membersOf(block, { calls: as('calls', listOf(transactionOf)) }))

const withoutNonce = (transaction: unknown): unknown => {
  const { nonce: _, ...others } = Object(transaction) as { nonce?: unknown }
  return others
}

const atBlockHash = as('blockHash', hashOf)
const hydrated = (value: unknown): Members | undefined =>
  value === false ? {} : as('includeTransactions', flagOf)(value)

const address = as('address', hexOf)

const percentiles = as('rewardPercentiles', (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'number') ? value : undefined,
)

/** viem's actions, by the wire methods that they send. */
export const viemCalls: LibraryCalls = {
  eth_chainId: positional('getChainId'),
  eth_blockNumber: positional('getBlockNumber'),
  eth_getBalance: withMembers('getBalance', address, atBlock),
  eth_getCode: withMembers('getCode', address, atBlock),
  eth_getTransactionCount: withMembers('getTransactionCount', address, atBlock),
  eth_getStorageAt: withMembers('getStorageAt', address, as('slot', hexOf), atBlock),
  eth_getProof: withMembers('getProof', address, as('storageKeys', listOf(hexOf)), atBlock),
  eth_call: withMembers('call', transactionOf, atBlock),
  eth_estimateGas: withMembers('estimateGas', transactionOf, atBlock),
  // The action takes no nonce. A simulated call needs none.
  eth_createAccessList: withMembers('createAccessList', (value) => transactionOf(withoutNonce(value)), atBlock),
  eth_simulateV1: withMembers(
    'simulateBlocks',
    (payload) => membersOf(payload, { blockStateCalls: as('blocks', simulatedBlocks) }),
    atBlock,
  ),
  eth_getBlockByNumber: withMembers('getBlock', atBlock, hydrated),
  eth_getBlockByHash: withMembers('getBlock', atBlockHash, hydrated),
  eth_getBlockReceipts: withMembers('getBlockReceipts', atBlock),
  eth_getBlockTransactionCountByNumber: withMembers('getBlockTransactionCount', atBlock),
  eth_getBlockTransactionCountByHash: withMembers('getBlockTransactionCount', atBlockHash),
  eth_getTransactionByHash: withMembers('getTransaction', as('hash', hashOf)),
  eth_getTransactionByBlockNumberAndIndex: withMembers('getTransaction', atBlock, as('index', numberOf)),
  eth_getTransactionByBlockHashAndIndex: withMembers('getTransaction', atBlockHash, as('index', numberOf)),
  eth_getTransactionReceipt: withMembers('getTransactionReceipt', as('hash', hashOf)),
  eth_getLogs: withMembers('getLogs', logFilter),
  eth_feeHistory: withMembers('getFeeHistory', as('blockCount', numberOf), atBlock, percentiles),
  eth_gasPrice: positional('getGasPrice'),
  eth_maxPriorityFeePerGas: positional('estimateMaxPriorityFeePerGas'),
  eth_blobBaseFee: positional('getBlobBaseFee'),
  eth_sendRawTransaction: withMembers('sendRawTransaction', as('serializedTransaction', hexOf)),
  eth_newFilter: withMembers('createEventFilter', logFilter),
  eth_newBlockFilter: positional('createBlockFilter'),
  eth_newPendingTransactionFilter: positional('createPendingTransactionFilter'),
}

/** Raw requests that viem's types know. The code declares all others. */
const TYPED_REQUESTS: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_getBalance',
  'eth_getCode',
  'eth_getTransactionCount',
  'eth_getUncleCountByBlockNumber',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getLogs',
  'eth_newFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
])

/** A call by viem: its own action, or the request as it goes over the wire. */
export const viemExample = (method: string, params: readonly unknown[], url: string): string => {
  const call = Object.hasOwn(viemCalls, method) ? viemCalls[method]!(params) : undefined
  const types = TYPED_REQUESTS.has(method)
    ? ''
    : `<{\n  Method: ${quoted(method)}\n  Parameters: unknown[]\n  ReturnType: unknown\n}>`
  const made =
    call === undefined
      ? callText(`await client.request${types}`, [{ method, params: params as SourceValue }])
      : callText(`await client.${call.name}`, call.args)
  return `import { createPublicClient, http } from 'viem'

const client = createPublicClient({
  transport: http(${quoted(url)}),
})
const result = ${made}`
}
