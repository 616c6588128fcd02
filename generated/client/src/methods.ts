// @generated from openrpc.json by scripts/generate — do not edit

import type { BigIntegers } from './core/result-text.js'
import type { EncodingOf, BalanceConfig, BlockParameter, EvmAddress, Hash32, LogFilter, Logs, Pubkey, Quantity, ReceiptOrNull, StoragePosition, StorageValueOrNull, TokenAccountsConfig, TokenAccountsFilter, TokenAccountsResult, TokenBalanceResult } from './types.js'

/** The positional params of each method. */
export interface Params {
  eth_chainId: []
  eth_blockNumber: []
  eth_getStorageAt: [address: EvmAddress, position: StoragePosition, block: BlockParameter]
  eth_getLogs: [filter: LogFilter]
  eth_getTransactionReceipt: [transactionHash: Hash32]
  getTokenAccountsByOwner: [address: Pubkey, accountDetails: TokenAccountsFilter, config?: TokenAccountsConfig | null | undefined]
  getTokenAccountBalance: [address: Pubkey, config?: BalanceConfig | null | undefined]
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
}

/** A method of the contract. */
export type MethodName = keyof Params

/** The result of a call of a method with these params. */
export type ResultOf<M extends MethodName, Given> =
  M extends 'getTokenAccountsByOwner' ? TokenAccountsResult<EncodingOf<Given extends { readonly 2: { readonly encoding?: infer Value } } ? Value : undefined>> :
  Results[M]

/** Facts of a method: its time limit in the gateway, if it writes, and its large integers. */
interface MethodFacts {
  readonly timeoutMs: number
  readonly isWrite?: true
  readonly bigints?: BigIntegers
}

/** The facts of each method. */
export const methods: { readonly [M in MethodName]: MethodFacts } = {
  eth_chainId: { timeoutMs: 10000 },
  eth_blockNumber: { timeoutMs: 10000 },
  eth_getStorageAt: { timeoutMs: 10000 },
  eth_getLogs: { timeoutMs: 10000 },
  eth_getTransactionReceipt: { timeoutMs: 10000 },
  getTokenAccountsByOwner: { timeoutMs: 10000, bigints: {"value":{"*":{"account":{"lamports":true,"rentEpoch":true}}}} },
  getTokenAccountBalance: { timeoutMs: 10000 },
}
