import { atBlock, blockOf, logFilterOf, transactionWith } from './evm-forms.js'
import { callText, quoted, type SourceValue } from './source-text.js'
import {
  as,
  hashOf,
  hexOf,
  type LibraryCall,
  type LibraryCalls,
  type Members,
  type ParamForm,
  positional,
  withMembers,
} from './wire-call.js'

const transactionOf = transactionWith('from', 'gasLimit')

/** ethers takes the block as a member of the transaction, the latest by default. */
const atTag = (value: unknown): Members | undefined =>
  value === 'latest' || value === undefined ? {} : as('blockTag', blockOf)(value)

const onBlock =
  (form: ParamForm) =>
  ([block, isHydrated]: readonly unknown[]): LibraryCall | undefined => {
    const which = form(block)
    if (which === undefined) return undefined
    return { name: 'getBlock', args: isHydrated === true ? [which, true] : [which] }
  }

/** Methods of the providers of ethers, by the wire methods that they send. */
export const ethersCalls: LibraryCalls = {
  eth_chainId: positional('getNetwork'),
  eth_blockNumber: positional('getBlockNumber'),
  eth_getBalance: atBlock('getBalance', hexOf),
  eth_getCode: atBlock('getCode', hexOf),
  eth_getTransactionCount: atBlock('getTransactionCount', hexOf),
  eth_getStorageAt: atBlock('getStorage', hexOf, hexOf),
  eth_call: withMembers('call', transactionOf, atTag),
  eth_estimateGas: withMembers('estimateGas', transactionOf, atTag),
  eth_getBlockByNumber: onBlock(blockOf),
  eth_getBlockByHash: onBlock(hashOf),
  eth_getTransactionByHash: positional('getTransaction', hashOf),
  eth_getTransactionReceipt: positional('getTransactionReceipt', hashOf),
  eth_getLogs: withMembers('getLogs', logFilterOf),
  eth_sendRawTransaction: positional('broadcastTransaction', hexOf),
}

/** A call by ethers: the provider's own method, or the request as it goes over the wire. */
export const ethersExample = (method: string, params: readonly unknown[], url: string): string => {
  const call = Object.hasOwn(ethersCalls, method) ? ethersCalls[method]!(params) : undefined
  const made =
    call === undefined
      ? callText('await provider.send', [method, params as SourceValue])
      : callText(`await provider.${call.name}`, call.args)
  return `import { JsonRpcProvider } from 'ethers'

const provider = new JsonRpcProvider(${quoted(url)})
const result = ${made}`
}
