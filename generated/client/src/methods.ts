// @generated from openrpc.json by scripts/generate — do not edit

import type { BalanceConfig, BlockParameter, EvmAddress, Hash32, LogFilter, Logs, Pubkey, Quantity, ReceiptOrNull, StoragePosition, StorageValueOrNull, TokenAccountsConfig, TokenAccountsFilter, TokenAccountsResult, TokenBalanceResult } from './types.js'

/** The positional params of each method. */
export interface Params {
  eth_chainId: []
  eth_blockNumber: []
  eth_getStorageAt: [address: EvmAddress, position: StoragePosition, block: BlockParameter]
  eth_getLogs: [filter: LogFilter]
  eth_getTransactionReceipt: [transactionHash: Hash32]
  getTokenAccountsByOwner: [address: Pubkey, accountDetails: TokenAccountsFilter, config?: TokenAccountsConfig | null]
  getTokenAccountBalance: [address: Pubkey, config?: BalanceConfig | null]
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
