// @generated from openrpc.json by scripts/generate — do not edit

import { HttpTransport } from './http-transport.js'
import type { MethodName, Params, Results } from './methods.js'
import { resultText } from './result-text.js'
import { type AnswerFacts, RpcError, TransportError } from './rpc-error.js'
import type { Request, Transport } from './transport.js'
import { type WebSocketConstructor, WebSocketTransport } from './websocket-transport.js'

export type * from './types.js'
export { type AnswerFacts, type MethodName, type Params, type Results, RpcError, TransportError, type WebSocketConstructor }

/** Options of a client. */
export interface ClientOptions {
  /** `http(s)://…/v3/<API key>` or `ws(s)://…/ws/v3/<API key>`; it holds the key, so treat it as a secret. */
  readonly url: string
  /** Time for one answer, the connection included; 15,000 ms unless given, 5 s more than the longest limit of a method. */
  readonly timeoutMs?: number
  /** Told the facts of every HTTP answer: what it cost, what is left. What it throws rejects the call, as it is. */
  readonly onAnswer?: (facts: AnswerFacts) => void
  /** Makes WebSockets; the global WebSocket unless given, or the package ws where there is none. */
  readonly webSocket?: WebSocketConstructor
}

/** One call of a batch. */
export type BatchCall = { [M in MethodName]: { readonly method: M; readonly params: Readonly<Params[M]> } }[MethodName]

/** The outcome of one call of a batch. */
export type BatchReply<C extends BatchCall> =
  | { readonly result: Results[C['method']] }
  | { readonly error: RpcError | TransportError }

const transportOf = ({ url, timeoutMs = 15000, onAnswer = () => {}, webSocket }: ClientOptions): Transport => {
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0')
  const protocol = /^(https?|wss?):\/\//.exec(url)?.[1]
  // The URL is not repeated in the message: it holds the key.
  if (protocol === undefined) throw new TypeError('url must begin with http://, https://, ws:// or wss://')
  return protocol.startsWith('http')
    ? new HttpTransport(url, timeoutMs, onAnswer)
    : new WebSocketTransport(url, timeoutMs, webSocket)
}

/**
 * A client of the gateway with one method for each method of the contract.
 *
 * Errors  RpcError when the gateway or a node answered with an error, TransportError when there was no usable answer
 */
export class TollgateClient {
  readonly #transport: Transport
  #lastId = 0

  constructor(options: ClientOptions) {
    this.#transport = transportOf(options)
  }

  #request(method: string, params: readonly unknown[]): Request {
    this.#lastId += 1
    return { jsonrpc: '2.0', id: this.#lastId, method, params }
  }

  async #send(method: MethodName, params: readonly unknown[]): Promise<{ result: unknown; text?: string }> {
    const reply = await this.#transport.send(this.#request(method, params))
    if ('error' in reply) throw reply.error
    return reply
  }

  /** Calls a method by its name. Integers above 2^53 in the result are rounded, as JSON.parse does. */
  async call<M extends MethodName>(method: M, ...params: Params[M]): Promise<Results[M]> {
    return (await this.#send(method, params)).result as Results[M]
  }

  /** Calls a method and returns the text of its result as it was sent: no integer is rounded, no member reordered. */
  async rawResult<M extends MethodName>(method: M, ...params: Params[M]): Promise<string> {
    const { text = '' } = await this.#send(method, params)
    return resultText(text) ?? 'null'
  }

  /**
   * Sends several calls in one message; each has its own outcome, in the order of the calls.
   *
   * Errors  RpcError and TransportError only when the whole batch was refused or lost
   */
  async batch<const Calls extends readonly BatchCall[]>(
    calls: Calls,
  ): Promise<{ [Index in keyof Calls]: BatchReply<Calls[Index]> }> {
    const requests = calls.map(({ method, params }) => this.#request(method, params))
    const replies = requests.length === 0 ? [] : await this.#transport.sendBatch(requests)
    return replies as unknown as { [Index in keyof Calls]: BatchReply<Calls[Index]> }
  }

  /** Ends the calls in flight with a TransportError and closes the connection; an open WebSocket keeps a program running. */
  close(): void {
    this.#transport.close()
  }

  /**
   * The chain id of the network: 5 credits.
   *
   * Returns the chain id that transactions of this network are signed with (EIP-695). Some clients ask for it before anything else.
   */
  eth_chainId(...params: Params['eth_chainId']): Promise<Results['eth_chainId']> {
    return this.call('eth_chainId', ...params)
  }

  /**
   * The number of the latest block: 80 credits.
   *
   * Returns the number of the most recent block. Also a way to check that a network can be reached.
   */
  eth_blockNumber(...params: Params['eth_blockNumber']): Promise<Results['eth_blockNumber']> {
    return this.call('eth_blockNumber', ...params)
  }

  /**
   * The value at a storage position of an address: 80 credits.
   *
   * Returns the value at a storage position of an address, at a block. Accounts whose plan includes failover protection, and whose holder switched it on, are answered by a partner provider when no node of the network can answer.
   */
  eth_getStorageAt(...params: Params['eth_getStorageAt']): Promise<Results['eth_getStorageAt']> {
    return this.call('eth_getStorageAt', ...params)
  }

  /**
   * The logs that match a filter: 255 credits.
   *
   * Returns the logs that match a filter of addresses, topics and blocks. Up to 5,000 addresses and topics in one filter, up to 10,000 results, up to 10 seconds; narrow the range of blocks when a limit is met.
   */
  eth_getLogs(...params: Params['eth_getLogs']): Promise<Results['eth_getLogs']> {
    return this.call('eth_getLogs', ...params)
  }

  /**
   * The receipt of a transaction: 80 credits.
   *
   * Returns the receipt of a transaction, or null when there is none: an unknown or a pending transaction.
   */
  eth_getTransactionReceipt(...params: Params['eth_getTransactionReceipt']): Promise<Results['eth_getTransactionReceipt']> {
    return this.call('eth_getTransactionReceipt', ...params)
  }

  /**
   * The token accounts of an owner: 160 credits.
   *
   * Returns all token accounts of an owner, of one mint or of one token program.
   */
  getTokenAccountsByOwner(...params: Params['getTokenAccountsByOwner']): Promise<Results['getTokenAccountsByOwner']> {
    return this.call('getTokenAccountsByOwner', ...params)
  }

  /**
   * The balance of a token account: 160 credits.
   *
   * Returns the balance of one token account.
   */
  getTokenAccountBalance(...params: Params['getTokenAccountBalance']): Promise<Results['getTokenAccountBalance']> {
    return this.call('getTokenAccountBalance', ...params)
  }
}
