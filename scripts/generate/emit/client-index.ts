import { banner, type Contract, type ContractMethod, commentText } from '../../../src/contracts/contract.js'
import { number } from './markdown.js'

/** How long a client waits for an answer unless told otherwise: longer than the gateway takes for any method. */
export const clientTimeoutMs = ({ methods }: Contract): number =>
  Math.max(...methods.map((method) => method['x-limits'].timeoutMs)) + 5_000

const member = (method: ContractMethod): string => `  /**
   * ${commentText(method.summary)}: ${method['x-credits-by'] === undefined ? '' : 'up to '}${method['x-credits']} credits.
   *
   * ${commentText(method.description)}
   */
  ${method.name}(...params: Params['${method.name}']): Promise<Results['${method.name}']> {
    return this.call('${method.name}', ...params)
  }
`

const declarations = (timeoutMs: number): string => `
/** Options of a client. */
export interface ClientOptions {
  /** \`http(s)://…/v3/<API key>\` or \`ws(s)://…/ws/v3/<API key>\`; it holds the key, so treat it as a secret. */
  readonly url: string
  /** Time for one answer, the connection included; ${number(timeoutMs)} ms unless given, 5 s more than the longest limit of a method. */
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

const transportOf = ({ url, timeoutMs = ${timeoutMs}, onAnswer = () => {}, webSocket }: ClientOptions): Transport => {
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0')
  const protocol = /^(https?|wss?):\\/\\//.exec(url)?.[1]
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
`

/** The client's entry: a class with one method for each method of the contract. */
export const emitClientIndex = (contract: Contract): string => `${banner}
import { HttpTransport } from './http-transport.js'
import type { MethodName, Params, Results } from './methods.js'
import { resultText } from './result-text.js'
import { type AnswerFacts, RpcError, TransportError } from './rpc-error.js'
import type { Request, Transport } from './transport.js'
import { type WebSocketConstructor, WebSocketTransport } from './websocket-transport.js'

export type * from './types.js'
export { type AnswerFacts, type MethodName, type Params, type Results, RpcError, TransportError, type WebSocketConstructor }
${declarations(clientTimeoutMs(contract))}
${contract.methods.map(member).join('\n')}}
`
