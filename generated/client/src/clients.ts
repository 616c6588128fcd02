// @generated from openrpc.json by scripts/generate — do not edit

import { type CallOptions, FamilyClient } from './core/family-client.js'
import { logPages } from './core/log-pages.js'
import type { Params, Results } from './methods.js'
import type { AnswerEncoding, EncodingOf, BalanceConfig, BlockParameter, EvmAddress, Hash32, LogFilter, Logs, Pubkey, Quantity, ReceiptOrNull, StoragePosition, StorageValueOrNull, TokenAccountsConfig, TokenAccountsFilter, TokenAccountsResult, TokenBalanceResult } from './types.js'

/** A method of networks of the family evm. */
export type EvmMethod = 'eth_chainId' | 'eth_blockNumber' | 'eth_getStorageAt' | 'eth_getLogs' | 'eth_getTransactionReceipt'

/** An error that every call to networks of the family evm may get. */
export type EvmCallError = 'unauthorized' | 'network-not-enabled' | 'allowlist-refused' | 'account-suspended' | 'too-many-tokens' | 'daily-credits-exhausted' | 'key-daily-credits-exhausted' | 'ledger-unavailable' | 'throttled-evm' | 'overloaded' | 'method-not-found' | 'invalid-params' | 'no-upstream' | 'method-unavailable' | 'bad-upstream-answer' | 'answer-too-large' | 'request-too-large' | 'internal-error'

/** Calls networks of the family evm: one member for each method of the contract. */
export class EvmClient extends FamilyClient<EvmMethod> {
  /**
   * The chain id of the network: 5 credits.
   *
   * Returns the chain id that transactions of this network are signed with (EIP-695). Some clients ask for it before anything else.
   *
   * Limits  5 credits, 10 s
   * Errors  upstream-timeout, and those of every call ({@link EvmCallError})
   *
   * @returns The chain id.
   */
  eth_chainId(options?: CallOptions): Promise<Quantity> {
    return this.ask('eth_chainId', [], options)
  }

  /**
   * The number of the latest block: 80 credits.
   *
   * Returns the number of the most recent block. Also a way to check that a network can be reached.
   *
   * Limits  80 credits, 10 s
   * Errors  upstream-timeout, and those of every call ({@link EvmCallError})
   *
   * @returns Number of the most recent block.
   */
  eth_blockNumber(options?: CallOptions): Promise<Quantity> {
    return this.ask('eth_blockNumber', [], options)
  }

  /**
   * The value at a storage position of an address: 80 credits.
   *
   * Returns the value at a storage position of an address, at a block. Accounts whose plan includes failover protection, and whose holder switched it on, are answered by a partner provider when no node of the network can answer.
   *
   * Limits  80 credits, 10 s
   * Errors  safe-tag-unsupported, outside-window, upstream-timeout, and those of every call ({@link EvmCallError})
   *
   * @param address The address whose storage is read.
   * @param position The position in storage.
   * @param block The block whose state is read.
   * @returns The value at the position.
   */
  eth_getStorageAt(address: EvmAddress, position: StoragePosition, block: BlockParameter, options?: CallOptions): Promise<StorageValueOrNull> {
    return this.ask('eth_getStorageAt', [address, position, block], options)
  }

  /**
   * The logs that match a filter: 255 credits.
   *
   * Returns the logs that match a filter of addresses, topics and blocks. Up to 5,000 addresses and topics in one filter, up to 10,000 results, up to 10 seconds; narrow the range of blocks when a limit is met.
   *
   * Limits  255 credits, 10 s, 5,000 addresses and topics, 10,000 results
   * Errors  safe-tag-unsupported, outside-window, too-many-parameters, block-hash-and-range, invalid-block-range, block-range-too-wide, too-many-results, query-timeout, and those of every call ({@link EvmCallError})
   *
   * @param filter What to look for, and where.
   * @returns The logs, in the order of the chain.
   */
  eth_getLogs(filter: LogFilter, options?: CallOptions): Promise<Logs> {
    return this.ask('eth_getLogs', [filter], options)
  }

  /**
   * The receipt of a transaction: 80 credits.
   *
   * Returns the receipt of a transaction, or null when there is none: an unknown or a pending transaction.
   *
   * Limits  80 credits, 10 s
   * Errors  upstream-timeout, and those of every call ({@link EvmCallError})
   *
   * @param transactionHash The hash of the transaction.
   * @returns The receipt, or null.
   */
  eth_getTransactionReceipt(transactionHash: Hash32, options?: CallOptions): Promise<ReceiptOrNull> {
    return this.ask('eth_getTransactionReceipt', [transactionHash], options)
  }

  /**
   * Returns the logs of a filter in parts, in the order of the chain. Where the gateway refuses a
   * range, the client asks for the range that the gateway suggests. Each part is a call and costs as one, a refused one included.
   */
  logs(filter: Params['eth_getLogs'][0], options?: CallOptions): AsyncGenerator<Results['eth_getLogs'], void, undefined> {
    const logs = (part: Params['eth_getLogs'][0]) => this.eth_getLogs(part, options)
    return logPages(filter, { logs, latest: () => this.eth_blockNumber(options) })
  }
}

/** A method of networks of the family solana. */
export type SolanaMethod = 'getTokenAccountsByOwner' | 'getTokenAccountBalance'

/** An error that every call to networks of the family solana may get. */
export type SolanaCallError = 'unauthorized' | 'network-not-enabled' | 'allowlist-refused' | 'account-suspended' | 'too-many-tokens' | 'daily-credits-exhausted' | 'key-daily-credits-exhausted' | 'ledger-unavailable' | 'throttled-solana' | 'overloaded' | 'method-not-found' | 'invalid-params' | 'no-upstream' | 'upstream-timeout' | 'method-unavailable' | 'bad-upstream-answer' | 'answer-too-large' | 'request-too-large' | 'internal-error'

/** Calls networks of the family solana: one member for each method of the contract. */
export class SolanaClient extends FamilyClient<SolanaMethod> {
  /**
   * The token accounts of an owner: 160 credits.
   *
   * Returns all token accounts of an owner, of one mint or of one token program.
   *
   * Limits  160 credits, 10 s
   * Errors  those of every call ({@link SolanaCallError})
   *
   * @param address The owner of the token accounts.
   * @param accountDetails The mint, or the token program, of the accounts.
   * @param config Commitment, encoding, slice and oldest slot.
   * @returns The token accounts.
   */
  getTokenAccountsByOwner<Encoding extends Exclude<AnswerEncoding, 'none'> | null | undefined = undefined>(address: Pubkey, accountDetails: TokenAccountsFilter, config?: (TokenAccountsConfig & { readonly encoding?: Encoding }) | null | undefined, options?: CallOptions): Promise<TokenAccountsResult<EncodingOf<Encoding>>> {
    return this.ask('getTokenAccountsByOwner', [address, accountDetails, config], options)
  }

  /**
   * The balance of a token account: 160 credits.
   *
   * Returns the balance of one token account.
   *
   * Limits  160 credits, 10 s
   * Errors  those of every call ({@link SolanaCallError})
   *
   * @param address The token account.
   * @param config Commitment.
   * @returns The balance.
   */
  getTokenAccountBalance(address: Pubkey, config?: BalanceConfig | null | undefined, options?: CallOptions): Promise<TokenBalanceResult> {
    return this.ask('getTokenAccountBalance', [address, config], options)
  }
}
