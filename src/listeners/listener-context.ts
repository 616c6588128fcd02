import type { Entitlement } from '../accounts/account.js'
import type { ConnectionCount } from '../accounts/connection-count.js'
import type { LastKey } from '../accounts/key-text.js'
import type { Limits } from '../config/config.js'
import type { EncodedForms } from '../contracts/served/compressed-document.js'
import type { RequestHead } from '../http/server/handler.js'
import type { BodyLimits } from '../jsonrpc/body.js'
import { type Failure, fail } from '../jsonrpc/reply.js'
import type { Network } from '../networks/network.js'
import type { BodySetting } from '../pipeline/batch.js'
import type { AnsweringNetwork, Arrival, Authenticated } from '../pipeline/stage.js'
import { authenticate, type FindKey, type NarrowByToken, type Refused } from '../pipeline/stages/authenticate.js'
import { readTraceContext, type TraceContext } from '../pipeline/trace-context.js'
import type { MaybeDeferred } from '../runtime/deferred.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import { keyTextOf, proofOf } from './credentials.js'
import type { NetworkLookup } from './route.js'

/** How a document goes out, beside its bytes. `more` holds names and values in turn; without a type it is JSON. */
export interface DocumentServing {
  readonly contentType?: string
  readonly cacheControl: string
  readonly more: readonly string[]
}

/** The docs page, or what it is made of. */
export interface DocsFile {
  readonly document: EncodedForms
  readonly serving: DocumentServing
}

/** How a WebSocket ended: the close code that the caller sent (RFC 6455, section 7.4.1; 1006: none came), and what ended it. */
export interface WebSocketEnd {
  readonly code: number
  /** From a closed list, or the name of the refusal; never the caller's words. */
  readonly reason: string
  readonly durationMs: number
  readonly messages: number
}

/** Where WebSockets report that they open and close. */
export interface WebSocketEvents {
  webSocketOpened(caller: Authenticated): void
  webSocketClosed(caller: Authenticated, end: WebSocketEnd): void
}

/** What the listeners need of the gateway behind them; the configuration it reads may change while they run. */
export interface ListenerContext extends BodySetting {
  readonly networks: NetworkLookup
  readonly findKey: FindKey
  /** What a token leaves of an entitlement; undefined while tokens are not configured. */
  readonly narrow: NarrowByToken
  readonly connections: ConnectionCount
  readonly limits: () => Limits & Pick<BodyLimits, 'methodNames'>
  /** What answers may take of the memory. */
  readonly budget: ByteBudget
  readonly trustedProxies: () => number
  readonly nextRequestId: () => string
  /** What becomes of a caller's trace where traces are recorded; undefined: they are only passed on. */
  readonly beginTrace: ((given: TraceContext | undefined) => TraceContext | undefined) | undefined
  /** Hears of WebSockets that open and close. */
  readonly webSocketEvents: WebSocketEvents
  /** Undefined: unknown now. */
  readonly remainingCredits: (entitlement: Entitlement) => number | undefined | Promise<number | undefined>
  /** The contract, as served for a network or for all of them, to a request with this Host header; later where it is still being made. */
  readonly contract: (
    network: Network | undefined,
    host: string | undefined,
  ) => ServedContract | MaybeDeferred<ServedContract>
  /** The docs page of a network or of all of them, or a file beside it; undefined: there is none, or no docs are served. */
  readonly docs: (
    network: Network | undefined,
    file: string | undefined,
  ) => DocsFile | MaybeDeferred<DocsFile> | undefined
}

/** The contract as one request gets it; `isShared`: others are given the same at this address. */
export interface ServedContract extends EncodedForms {
  readonly isShared: boolean
}

/** Reads the caller from a request's headers; `pathKey` is the key's text in its path, if it has one. */
export const arrivalOf = (
  context: ListenerContext,
  request: RequestHead,
  transport: Arrival['transport'],
  network: AnsweringNetwork,
  pathKey: string | undefined,
): Arrival => {
  const proof = proofOf(request, pathKey)
  return {
    requestId: context.nextRequestId(),
    transport,
    network,
    keyText: keyTextOf(request, pathKey, proof),
    proof,
    source: sourceOf(request, context.trustedProxies()),
    origin: request.header('origin'),
    host: request.host,
    trace: traceOf(context, request),
  }
}

const traceOf = ({ beginTrace }: ListenerContext, request: RequestHead): TraceContext | undefined => {
  const given = request.hasTrace
    ? readTraceContext(request.header('traceparent'), request.header('tracestate'))
    : undefined
  return beginTrace === undefined ? given : beginTrace(given)
}

/** The caller, at once when the key is known; a store that does not answer is an honest 503, never a pass. */
export const admit = (
  context: ListenerContext,
  arrival: Arrival,
  lastKey?: LastKey,
): Authenticated | Refused | Promise<Authenticated | Refused> => {
  try {
    const caller = authenticate(context.findKey, arrival, lastKey, context.narrow)
    return caller instanceof Promise ? caller.catch((error: unknown) => unavailable(context, arrival, error)) : caller
  } catch (error) {
    return unavailable(context, arrival, error)
  }
}

const unavailable = (context: ListenerContext, arrival: Arrival, error: unknown): Failure => {
  context.observer.bug(error, arrival.requestId)
  return fail('ledger-unavailable')
}

/** Whether `admit` refused. */
export const isRefused = (caller: Authenticated | Refused): caller is Refused => 'error' in caller

/** The caller's address: the socket's, or what the outermost trusted proxy saw. */
export const sourceOf = (request: Pick<RequestHead, 'peer' | 'header'>, trustedProxies: number): string => {
  const own = request.peer
  if (trustedProxies === 0) return own
  const header = request.header('x-forwarded-for') ?? ''
  const hops = [...header.split(',').map((hop) => hop.trim()), own]
  const hop = hops[Math.max(0, hops.length - 1 - trustedProxies)]
  return hop === undefined || hop === '' ? own : withoutPort(hop)
}

/** An address as some proxies write it (Azure Application Gateway): with the port, IPv6 in brackets. Other text stays as it is. */
const withoutPort = (hop: string): string => {
  const [, ipv4, ipv6] = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.%]+)\])(?::\d+)?$/i.exec(hop) ?? []
  return ipv4 ?? ipv6 ?? hop
}
