// @generated from openrpc.json by scripts/generate — do not edit

import { type CallOptions, FamilyClient } from './core/family-client.js'
import { logPages } from './core/log-pages.js'
import type { Params, Results } from './methods.js'
import type { ResumeLost, StoredHead, StoredLog } from './core/resume-points.js'
import type { WatchOptions } from './core/watch.js'
import type { AnswerEncoding, EncodingOf, AccountNotice, AccountSubscriptionConfig, BalanceConfig, BlockParameter, EvmAddress, Hash32, Header, IsWhole, Log, LogFilter, Logs, LogsNotice, LogsSelector, PendingTransaction, ProgramNotice, ProgramSubscriptionConfig, Pubkey, Quantity, ReceiptOrNull, RootNotice, SignatureNotice, SignatureSubscriptionConfig, SlotNotice, StoragePosition, StorageValueOrNull, SubscriptionFilter, TokenAccountsConfig, TokenAccountsFilter, TokenAccountsResult, TokenBalanceResult, TransactionSignature } from './types.js'

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
   * Limits  255 credits, 10 s, 5,000 parameters, 10,000 results
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
   * Returns the logs of a filter in parts, in the order of the chain. If the gateway refuses a
   * range, the client asks for the range that the gateway suggests. Each part costs as a call, even
   * a refused one.
   */
  logs(filter: Params['eth_getLogs'][0], options?: CallOptions): AsyncGenerator<Results['eth_getLogs'], void, undefined> {
    const logs = (part: Params['eth_getLogs'][0]) => this.eth_getLogs(part, options)
    return logPages(filter, { logs, latest: () => this.eth_blockNumber(options) })
  }

  /**
   * Events newHeads: 20 credits an event, 5 for each subscription.
   *
   * The header of a block. Which members it has beyond those that every chain has depends on the chain; nodes may add members. After a cut it goes on after the last event, so that none is lost or doubled.
   *
   * Errors  {@link ResumeLost}; too-many-parameters, upstream-timeout, subscription-over-http, unknown-subscription-kind, too-many-subscriptions, resume-point-unknown, and those of every call ({@link EvmCallError})
   */
  watchNewHeads(options?: WatchOptions<StoredHead>): AsyncGenerator<Header, void, undefined> {
    return this.watch({"subscribe":"eth_subscribe","unsubscribe":"eth_unsubscribe","timeoutMs":10000,"before":["newHeads"],"paramCount":0,"resumesFrom":"head"}, [], options)
  }

  /**
   * Events logs: 10 credits an event, 5 for each subscription.
   *
   * A log object: what a contract emitted, and where. The members that give its place are null while it is pending. Nodes may add members, such as blockTimestamp. After a cut it goes on after the last event, so that none is lost or doubled. While nothing matches, it asks for one head about every 32 blocks, to know where to go on.
   *
   * Errors  {@link ResumeLost}; too-many-parameters, upstream-timeout, subscription-over-http, unknown-subscription-kind, too-many-subscriptions, resume-point-unknown, and those of every call ({@link EvmCallError})
   *
   * @param filter Which logs; all if left out.
   */
  watchLogs(filter?: SubscriptionFilter | null | undefined, options?: WatchOptions<StoredLog | StoredHead>): AsyncGenerator<Log, void, undefined> {
    return this.watch({"subscribe":"eth_subscribe","unsubscribe":"eth_unsubscribe","timeoutMs":10000,"before":["logs"],"paramCount":1,"resumesFrom":"log","heads":["newHeads",{"behindLogs":true}]}, [filter], options)
  }

  /**
   * Events newPendingTransactions: 2 credits an event, 10 if whole, 5 for each subscription.
   *
   * The hash of a pending transaction, or all of it. After a cut it ends with ResumeLost, because events may be missing; with onGap it subscribes again.
   *
   * Errors  {@link ResumeLost}; too-many-parameters, upstream-timeout, subscription-over-http, unknown-subscription-kind, too-many-subscriptions, resume-point-unknown, and those of every call ({@link EvmCallError})
   *
   * @param whole Whether events are whole transactions, or their hashes.
   */
  watchNewPendingTransactions(whole?: IsWhole | null | undefined, options?: WatchOptions): AsyncGenerator<PendingTransaction, void, undefined> {
    return this.watch({"subscribe":"eth_subscribe","unsubscribe":"eth_unsubscribe","timeoutMs":10000,"before":["newPendingTransactions"],"paramCount":1}, [whole], options)
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

  /**
   * Changes of an account: 20 credits an event, 5 for each subscription.
   *
   * Subscribes the WebSocket connection to the state of an account. The newest state always arrives; states between two events may be skipped. After a cut it ends with ResumeLost, because events may be missing; with onGap it subscribes again.
   *
   * Errors  {@link ResumeLost}; subscription-over-http, too-many-subscriptions, and those of every call ({@link SolanaCallError})
   *
   * @param account The account.
   * @param config How settled the state must be, and how it is written.
   */
  watchAccount(account: Pubkey, config?: AccountSubscriptionConfig | null | undefined, options?: WatchOptions): AsyncGenerator<AccountNotice, void, undefined> {
    return this.watch({"subscribe":"accountSubscribe","unsubscribe":"accountUnsubscribe","timeoutMs":10000,"before":[],"paramCount":2,"bigints":{"value":{"lamports":true,"rentEpoch":true}}}, [account, config], options)
  }

  /**
   * Changes of the accounts of a program: 20 credits an event, 5 for each subscription.
   *
   * Subscribes the WebSocket connection to the accounts that a program owns. After a cut it ends with ResumeLost, because events may be missing; with onGap it subscribes again.
   *
   * Errors  {@link ResumeLost}; subscription-over-http, too-many-subscriptions, and those of every call ({@link SolanaCallError})
   *
   * @param program The program that owns the accounts.
   * @param config How settled the state must be, and how it is written.
   */
  watchProgram(program: Pubkey, config?: ProgramSubscriptionConfig | null | undefined, options?: WatchOptions): AsyncGenerator<ProgramNotice, void, undefined> {
    return this.watch({"subscribe":"programSubscribe","unsubscribe":"programUnsubscribe","timeoutMs":10000,"before":[],"paramCount":2,"bigints":{"value":{"account":{"lamports":true,"rentEpoch":true}}}}, [program, config], options)
  }

  /**
   * Logs of transactions: 20 credits an event, 5 for each subscription.
   *
   * Subscribes the WebSocket connection to the logs of transactions. After a cut it ends with ResumeLost, because events may be missing; with onGap it subscribes again.
   *
   * Errors  {@link ResumeLost}; subscription-over-http, too-many-subscriptions, and those of every call ({@link SolanaCallError})
   *
   * @param filter Which transactions.
   * @param config How settled the state must be, and how it is written.
   */
  watchLogs(filter: LogsSelector, config?: BalanceConfig | null | undefined, options?: WatchOptions): AsyncGenerator<LogsNotice, void, undefined> {
    return this.watch({"subscribe":"logsSubscribe","unsubscribe":"logsUnsubscribe","timeoutMs":10000,"before":[],"paramCount":2}, [filter, config], options)
  }

  /**
   * The outcome of a transaction: 20 credits an event, 5 for each subscription.
   *
   * Subscribes the WebSocket connection to the outcome of one transaction. The subscription ends after the event that gives it. The last event ends it. After a cut it subscribes again, and gets the event if it was missed.
   *
   * Errors  subscription-over-http, too-many-subscriptions, and those of every call ({@link SolanaCallError})
   *
   * @param signature The first signature of the transaction.
   * @param config How settled the state must be, and how it is written.
   */
  watchSignature(signature: TransactionSignature, config?: SignatureSubscriptionConfig | null | undefined, options?: WatchOptions): AsyncGenerator<SignatureNotice, void, undefined> {
    return this.watch({"subscribe":"signatureSubscribe","unsubscribe":"signatureUnsubscribe","timeoutMs":10000,"before":[],"paramCount":2,"isOnce":true}, [signature, config], options)
  }

  /**
   * New slots: 2 credits an event, 5 for each subscription.
   *
   * Subscribes the WebSocket connection to the slots that the nodes begin. The newest slot always arrives; the slot never goes back. After a cut it ends with ResumeLost, because events may be missing; with onGap it subscribes again.
   *
   * Errors  {@link ResumeLost}; subscription-over-http, too-many-subscriptions, and those of every call ({@link SolanaCallError})
   */
  watchSlot(options?: WatchOptions): AsyncGenerator<SlotNotice, void, undefined> {
    return this.watch({"subscribe":"slotSubscribe","unsubscribe":"slotUnsubscribe","timeoutMs":10000,"before":[],"paramCount":0}, [], options)
  }

  /**
   * New roots: 2 credits an event, 5 for each subscription.
   *
   * Subscribes the WebSocket connection to the slots that become roots. The newest root always arrives; the root never goes back. After a cut it ends with ResumeLost, because events may be missing; with onGap it subscribes again.
   *
   * Errors  {@link ResumeLost}; subscription-over-http, too-many-subscriptions, and those of every call ({@link SolanaCallError})
   */
  watchRoot(options?: WatchOptions): AsyncGenerator<RootNotice, void, undefined> {
    return this.watch({"subscribe":"rootSubscribe","unsubscribe":"rootUnsubscribe","timeoutMs":10000,"before":[],"paramCount":0}, [], options)
  }
}
