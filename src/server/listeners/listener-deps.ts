import type { EncodedForms } from '../../contract/served/compressed-document.js'
import type { MaybeDeferred } from '../../runtime/deferred.js'
import type { FairTurns } from '../../runtime/turns/fair-turns.js'
import type { BodyLimits } from '../../wire/jsonrpc/body.js'
import type { Entitlement } from '../accounts/account.js'
import type { ConnectionCount } from '../accounts/connection-count.js'
import type { Limits } from '../config/config.js'
import type { Network, NetworkTable } from '../networks/network.js'
import type { BodyDeps } from '../pipeline/batch.js'
import type { AnsweringNetwork, Authenticated } from '../pipeline/stage.js'
import type { FindKey, NarrowByToken } from '../pipeline/stages/authenticate.js'
import type { TraceContext } from '../pipeline/trace-context.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'

/**
 * Bodies of this size and more are opened one per turn of the event loop: each takes half a
 * millisecond or more.
 */
export const LARGE_BODY_BYTES = 65_536

/**
 * How a document goes out, beside its bytes. `more` holds names and values in turn; without a type
 * it is JSON.
 */
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

/**
 * How a WebSocket ended: the close code that the caller sent (RFC 6455, section 7.4.1; 1006: none
 * came), and what ended it.
 */
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

/**
 * What the listeners need of the gateway behind them. A reload replaces members of it while they
 * run, so nothing keeps a copy of them.
 */
export interface ListenerDeps extends BodyDeps {
  readonly networks: NetworkTable<AnsweringNetwork>
  readonly findKey: FindKey
  /** What a token leaves of an entitlement; undefined while tokens are not configured. */
  readonly narrow: NarrowByToken
  readonly connections: ConnectionCount
  readonly limits: Limits & Pick<BodyLimits, 'methodNames'>
  /** What answers may take of the memory. */
  readonly budget: ByteBudget
  /** Opens large bodies in turns. */
  readonly bodyTurns: FairTurns
  readonly trustedProxies: number
  readonly nextRequestId: () => string
  /**
   * What becomes of a caller's trace where traces are recorded; undefined: they are only passed on.
   */
  readonly beginTrace: ((given: TraceContext | undefined) => TraceContext | undefined) | undefined
  /** Hears of WebSockets that open and close. */
  readonly webSocketEvents: WebSocketEvents
  /** Undefined: unknown now. */
  readonly remainingCredits: (entitlement: Entitlement) => number | undefined | Promise<number | undefined>
  /**
   * The contract, as served for a network or for all of them, to a request with this Host header;
   * later where it is still being made.
   */
  readonly contract: (
    network: Network | undefined,
    host: string | undefined,
  ) => ServedContract | MaybeDeferred<ServedContract>
  /**
   * The docs page of a network or of all of them, or a file beside it; undefined: there is none, or
   * no docs are served.
   */
  readonly docs: (
    network: Network | undefined,
    file: string | undefined,
  ) => DocsFile | MaybeDeferred<DocsFile> | undefined
}

/** The contract as one request gets it; `isShared`: others are given the same at this address. */
export interface ServedContract extends EncodedForms {
  readonly isShared: boolean
}
