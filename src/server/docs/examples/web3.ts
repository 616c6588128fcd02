import { atBlock, blockOf, logFilterOf } from './evm-forms.js'
import { callText, quoted, type SourceValue } from './source-text.js'
import {
  as,
  flagOf,
  hashOf,
  hexOf,
  type LibraryCalls,
  listOf,
  type Members,
  membersOf,
  numberOf,
  positional,
  stringOf,
  withMembers,
} from './wire-call.js'

/** web3.js takes quantities in hexadecimal. */
const transactionOf = (value: unknown): Members | undefined =>
  membersOf(
    value,
    Object.fromEntries(
      ['from', 'to', 'data', 'input', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce', 'value'].map(
        (name) => [name, as(name, stringOf)],
      ),
    ),
  )

/** A position of the storage with all 32 bytes: the library refuses a shorter one. */
const wordOf = (value: unknown): SourceValue => {
  const hex = hexOf(value)
  return hex !== undefined && hex.length <= 66 ? `0x${hex.slice(2).padStart(64, '0')}` : undefined
}

const percentileList = listOf((one) => (typeof one === 'number' ? one : undefined))
const countIn = (value: unknown): SourceValue => numberOf(value)

/** Methods of web3.js 4, by the wire methods that they send. */
export const web3Calls: LibraryCalls = {
  eth_chainId: positional('getChainId'),
  eth_blockNumber: positional('getBlockNumber'),
  eth_getBalance: atBlock('getBalance', hexOf),
  eth_getCode: atBlock('getCode', hexOf),
  eth_getTransactionCount: atBlock('getTransactionCount', hexOf),
  eth_getStorageAt: atBlock('getStorageAt', hexOf, hexOf),
  eth_getProof: atBlock('getProof', hexOf, listOf(wordOf)),
  eth_call: atBlock('call', transactionOf),
  eth_estimateGas: atBlock('estimateGas', transactionOf),
  eth_getBlockByNumber: positional('getBlock', blockOf, flagOf),
  eth_getBlockByHash: positional('getBlock', hashOf, flagOf),
  eth_getBlockTransactionCountByNumber: positional('getBlockTransactionCount', blockOf),
  eth_getBlockTransactionCountByHash: positional('getBlockTransactionCount', hashOf),
  eth_getUncleCountByBlockNumber: positional('getBlockUncleCount', blockOf),
  eth_getUncleCountByBlockHash: positional('getBlockUncleCount', hashOf),
  eth_getUncleByBlockNumberAndIndex: positional('getUncle', blockOf, countIn),
  eth_getUncleByBlockHashAndIndex: positional('getUncle', hashOf, countIn),
  eth_getTransactionByHash: positional('getTransaction', hashOf),
  eth_getTransactionByBlockNumberAndIndex: positional('getTransactionFromBlock', blockOf, countIn),
  eth_getTransactionByBlockHashAndIndex: positional('getTransactionFromBlock', hashOf, countIn),
  eth_getTransactionReceipt: positional('getTransactionReceipt', hashOf),
  eth_getLogs: withMembers('getPastLogs', logFilterOf),
  eth_feeHistory: positional('getFeeHistory', countIn, blockOf, percentileList),
  eth_gasPrice: positional('getGasPrice'),
  eth_maxPriorityFeePerGas: positional('getMaxPriorityFeePerGas'),
  eth_syncing: positional('isSyncing'),
  net_version: positional('net.getId'),
  net_listening: positional('net.isListening'),
  web3_clientVersion: positional('getNodeInfo'),
  eth_sendRawTransaction: positional('sendSignedTransaction', hexOf),
  eth_newFilter: withMembers('createNewFilter', logFilterOf),
  eth_newBlockFilter: positional('createNewBlockFilter'),
  eth_newPendingTransactionFilter: positional('createNewPendingTransactionFilter'),
  eth_getFilterChanges: positional('getFilterChanges', stringOf),
  eth_getFilterLogs: positional('getFilterLogs', stringOf),
  eth_uninstallFilter: positional('uninstallFilter', stringOf),
}

/** A call by web3.js: its own method, or the request as it goes over the wire. */
export const web3Example = (method: string, params: readonly unknown[], url: string): string => {
  const call = Object.hasOwn(web3Calls, method) ? web3Calls[method]!(params) : undefined
  const made =
    call === undefined
      ? callText('await web3.requestManager.send', [{ method, params: params as SourceValue }])
      : callText(`await web3.eth.${call.name}`, call.args)
  return `import { Web3 } from 'web3'

const web3 = new Web3(${quoted(url)})
const result = ${made}`
}
