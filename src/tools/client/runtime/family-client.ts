import { type MethodName, methods, type Params, type ResultOf } from '../../../../generated/client/src/methods.js'
import type { AnswerFacts } from './answer-facts.js'
import { AutoBatch } from './auto-batch.js'
import { EventSocket } from './event-socket.js'
import { type HttpPost, HttpTransport } from './http-transport.js'
import type { SubscriptionFacts } from './kept-subscription.js'
import { readLossless, resultText } from './result-text.js'
import type { StoredEvent } from './resume-points.js'
import { RpcError, TransportError } from './rpc-error.js'
import { askForRefusal, type RefusalFinder } from './socket-failure.js'
import { type WatchOptions, watch } from './watch.js'
import { type WebSocketConstructor, type WebSocketFinder, WebSocketTransport } from './websocket-transport.js'
import { type CallLimit, GRACE_MS, type Reply, type Request, type Transport, writeRequest } from './wire.js'

/** Options of a client. */
export interface ClientOptions {
  /**
   * `http(s)://…/v3/<API key>` or `ws(s)://…/ws/v3/<API key>`; contains the key, so treat it as a
   * secret.
   */
  readonly url: string
  /**
   * Time limit for an answer, including the connection; by default 5 s more than the method's limit
   * in the contract.
   */
  readonly timeoutMs?: number | undefined
  /**
   * Sends calls made within one turn of the event loop as one batch; a number limits the calls of a
   * batch, by default 100.
   */
  readonly batch?: boolean | number | undefined
  /**
   * Receives the facts of every HTTP answer: its cost, the remaining credits. An error that it
   * throws rejects the call unchanged.
   */
  readonly onAnswer?: ((facts: AnswerFacts) => void) | undefined
  /** Posts bodies; by default axios in Node, else and in the entry `/fetch` fetch. */
  readonly post?: HttpPost | undefined
  /** Creates WebSockets; by default the package ws in Node, else the global WebSocket. */
  readonly webSocket?: WebSocketConstructor | undefined
}

/** Options of one call. */
export interface CallOptions {
  /**
   * Ends the call, which then rejects with the signal's reason. The gateway may still charge it.
   */
  readonly signal?: AbortSignal | undefined
  /** Time limit for the answer, instead of the client's. */
  readonly timeoutMs?: number | undefined
}

/** The runtime environment's part of the client. */
export interface Platform {
  readonly post: HttpPost
  readonly findWebSocket: WebSocketFinder
}

/** One call of a batch. */
export type BatchCall<M extends MethodName = MethodName> = {
  [Name in M]: { readonly method: Name; readonly params: Readonly<Params[Name]> }
}[M]

/** The outcome of one call of a batch; the facts are those of the whole batch. */
export type BatchReply<Call> =
  | {
      readonly result: Call extends { readonly method: infer Name extends MethodName; readonly params: infer Given }
        ? ResultOf<Name, Given>
        : never
      readonly facts: AnswerFacts
    }
  | { readonly error: RpcError | TransportError }

const DEFAULT_BATCH = 100

const finderOf = ({ webSocket }: ClientOptions, platform: Platform): WebSocketFinder =>
  webSocket === undefined ? platform.findWebSocket : async () => webSocket

const refusalFinderOf =
  ({ url, post }: ClientOptions, platform: Platform): RefusalFinder =>
  () =>
    askForRefusal(url, post ?? platform.post)

/** The address of subscriptions: that of calls over a WebSocket. */
const socketUrl = (url: string): string =>
  url.startsWith('http') ? url.replace('http', 'ws').replace(/\/v3\/(?=[^/]*$)/, '/ws/v3/') : url

const transportOf = (options: ClientOptions, platform: Platform): Transport => {
  const { url, timeoutMs = 1, batch = false, onAnswer = () => {}, post = platform.post } = options
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0')
  const protocol = /^(https?|wss?):\/\//.exec(url)?.[1]
  // The message omits the URL, which contains the key.
  if (protocol === undefined) throw new TypeError('url must begin with http://, https://, ws:// or wss://')
  const transport = protocol.startsWith('http')
    ? new HttpTransport(url, post, onAnswer)
    : new WebSocketTransport(url, finderOf(options, platform), refusalFinderOf(options, platform))
  if (batch === false) return transport
  return new AutoBatch(transport, batch === true ? DEFAULT_BATCH : batch)
}

/**
 * Adds the method to an error of a whole message: a write must not be repeated blindly. The
 * transport fails all calls of a connection or batch with one error, so each gets its own.
 */
const naming =
  (called: readonly MethodName[]) =>
  (error: unknown): never => {
    const method = called.find((name) => methods[name].isWrite) ?? called[0]
    if (error instanceof RpcError) throw new RpcError(error, error.facts, method)
    if (!(error instanceof TransportError)) throw error
    throw new TransportError(error.message, error.reason, error.httpStatus, method)
  }

/** Omits trailing params instead of sending null: nodes distinguish them. */
const trimmed = (params: readonly unknown[]): readonly unknown[] => {
  let length = params.length
  while (length > 0 && params[length - 1] === undefined) length -= 1
  return params.slice(0, length)
}

/**
 * Calls the methods of one family of networks.
 *
 * Errors  RpcError if the gateway or a node answered with an error, TransportError if there was no
 *         usable answer
 */
export class FamilyClient<M extends MethodName> {
  readonly #transport: Transport
  readonly #events: EventSocket
  readonly #timeoutMs: number | undefined
  #lastId = 0

  constructor(options: ClientOptions, platform: Platform) {
    this.#transport = transportOf(options, platform)
    const [find, findRefusal] = [finderOf(options, platform), refusalFinderOf(options, platform)]
    this.#events = new EventSocket(socketUrl(options.url), find, findRefusal)
    this.#timeoutMs = options.timeoutMs
  }

  #request(method: string, params: readonly unknown[]): Request {
    this.#lastId += 1
    return writeRequest(this.#lastId, method, trimmed(params))
  }

  #limit(called: readonly MethodName[], { signal, timeoutMs = this.#timeoutMs }: CallOptions = {}): CallLimit {
    signal?.throwIfAborted()
    if (timeoutMs !== undefined && !(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0')
    const dueMs = Math.max(...called.map((name) => methods[name].timeoutMs)) + GRACE_MS
    return { signal, timeoutMs: timeoutMs ?? dueMs, dueMs: Math.max(timeoutMs ?? 0, dueMs) }
  }

  async #send(
    method: MethodName,
    params: readonly unknown[],
    options?: CallOptions,
  ): Promise<Extract<Reply, { result: unknown }>> {
    const limit = this.#limit([method], options)
    const reply = await this.#transport.send(this.#request(method, params), limit).catch(naming([method]))
    if ('error' in reply) throw reply.error
    return reply
  }

  /** The result as typed: with bigints where an integer must not be rounded. */
  #read(method: MethodName, { result, text }: Extract<Reply, { result: unknown }>): unknown {
    const { bigints } = methods[method]
    return bigints === undefined ? result : readLossless(resultText(text) ?? 'null', bigints)
  }

  /** Calls a method whose types the class declares. */
  protected async ask<Result>(method: M, params: readonly unknown[], options?: CallOptions): Promise<Result> {
    return this.#read(method, await this.#send(method, params, options)) as Result
  }

  /** Subscribes to a kind of events whose types the class declares. */
  protected watch<Event>(
    facts: SubscriptionFacts,
    params: readonly unknown[],
    options?: WatchOptions<StoredEvent>,
  ): AsyncGenerator<Event, void, undefined> {
    return watch(this.#events, facts, trimmed(params), options)
  }

  /** Calls a method by its name. */
  async call<Name extends M, const P extends Readonly<Params[Name]>>(
    method: Name,
    params: P,
    options?: CallOptions,
  ): Promise<ResultOf<Name, P>> {
    return this.ask(method, params as readonly unknown[], options)
  }

  /**
   * Calls a method by its name; returns its result and the facts from the answer's headers: its
   * cost, the remaining credits, its source.
   */
  async reply<Name extends M, const P extends Readonly<Params[Name]>>(
    method: Name,
    params: P,
    options?: CallOptions,
  ): Promise<{ readonly result: ResultOf<Name, P>; readonly facts: AnswerFacts }> {
    const reply = await this.#send(method, params as readonly unknown[], options)
    return { result: this.#read(method, reply) as ResultOf<Name, P>, facts: reply.facts }
  }

  /**
   * Calls a method and returns the text of its result as sent: no integer is rounded, no member
   * reordered.
   */
  async rawResult<Name extends M>(
    method: Name,
    params: Readonly<Params[Name]>,
    options?: CallOptions,
  ): Promise<string> {
    const { text } = await this.#send(method, params as readonly unknown[], options)
    return resultText(text) ?? 'null'
  }

  /**
   * Sends several calls in one message; outcomes are separate, in the order of the calls.
   *
   * Errors  RpcError and TransportError only if the whole batch was refused or lost
   */
  async batch<const Calls extends readonly BatchCall<M>[]>(
    calls: Calls,
    options?: CallOptions,
  ): Promise<{ -readonly [Index in keyof Calls]: BatchReply<Calls[Index]> }> {
    const names = calls.map(({ method }) => method)
    const limit = this.#limit(names, options)
    const requests = calls.map(({ method, params }) => this.#request(method, params as readonly unknown[]))
    const replies = requests.length === 0 ? [] : await this.#transport.sendBatch(requests, limit).catch(naming(names))
    const read = replies.map((reply, index) => {
      const method = calls[index]?.method as M
      return 'error' in reply ? reply : { result: this.#read(method, reply), facts: reply.facts }
    })
    return read as unknown as { -readonly [Index in keyof Calls]: BatchReply<Calls[Index]> }
  }

  /**
   * Ends the calls in flight and the watches with a TransportError, and closes the connections; an
   * open WebSocket keeps a program running.
   */
  close(): void {
    this.#events.close()
    this.#transport.close()
  }
}
