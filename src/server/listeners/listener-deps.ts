import type { EncodedForms } from '../../contract/served/compressed-document.js'
import type { MaybeDeferred } from '../../runtime/deferred.js'
import type { TurnBudget } from '../../runtime/turns/process-budgets.js'
import type { WorkTurns } from '../../runtime/turns/work-turns.js'
import type { BodyLimits } from '../../wire/jsonrpc/body.js'
import type { Entitlement } from '../accounts/account.js'
import type { AccountCounts } from '../accounts/account-count.js'
import type { Limits } from '../config/config.js'
import type { Network, NetworkTable } from '../networks/network.js'
import type { BodyDeps } from '../pipeline/answer-body.js'
import type { AnsweringNetwork, Authenticated } from '../pipeline/stage.js'
import type { FindEntitlement, NarrowByToken } from '../pipeline/stages/authenticate.js'
import type { TraceContext } from '../pipeline/trace-context.js'
import type { NetworkStreams } from '../subscriptions/event-stream.js'
import type { SubscriptionIds } from '../subscriptions/subscription-id.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'

/**
 * Reply options of a document. `more` alternates field names and values; the default type is JSON.
 */
export interface DocumentServing {
  readonly contentType?: string
  readonly cacheControl: string
  readonly more: readonly string[]
}

/** The docs page, or one of its assets. */
export interface DocsFile {
  readonly document: EncodedForms
  readonly serving: DocumentServing
}

/**
 * The end of a WebSocket: the close code that the caller sent (RFC 6455, section 7.4.1; 1006:
 * none), and the reason.
 */
export interface WebSocketEnd {
  readonly code: number
  /** From a closed list, or the name of the error; never the caller's words. */
  readonly reason: string
  readonly durationMs: number
  readonly messages: number
}

/** Receives opened and closed WebSockets. */
export interface WebSocketEvents {
  webSocketOpened(caller: Authenticated): void
  webSocketClosed(caller: Authenticated, end: WebSocketEnd): void
}

/** The state that subscriptions of all WebSockets share. */
export interface CallerStreams {
  readonly ids: SubscriptionIds
  readonly turns: WorkTurns
  readonly of: (network: string) => NetworkStreams
}

/**
 * Dependencies of the listeners. A reload replaces `networks`, `limits` and `trustedProxies` while
 * they run, so never copy a member.
 */
export interface ListenerDeps extends BodyDeps {
  readonly networks: NetworkTable<AnsweringNetwork>
  readonly findEntitlement: FindEntitlement
  /** Narrows an entitlement to its token; undefined if tokens are not configured. */
  readonly narrow: NarrowByToken
  readonly counts: AccountCounts
  readonly limits: Limits & Pick<BodyLimits, 'methodNames'>
  /** Bounds the memory of answers. */
  readonly budget: ByteBudget
  /** Opens bodies of `COUNTED_BODY_BYTES` and more in turns. */
  readonly bodyTurns: TurnBudget
  readonly trustedProxies: number
  readonly nextRequestId: () => string
  /** Begins the trace of a call; undefined: traces are passed on but not recorded. */
  readonly beginTrace: ((given: TraceContext | undefined) => TraceContext | undefined) | undefined
  readonly webSocketEvents: WebSocketEvents
  readonly streams: CallerStreams
  /** Undefined if unknown at present. */
  readonly remainingCredits: (entitlement: Entitlement) => number | undefined | Promise<number | undefined>
  /** The contract as served for one network or all, to a request with this Host header. */
  readonly contract: (network: Network | undefined, host: string | undefined) => MaybeDeferred<ServedContract>
  /** The docs page of one network or all, or one of its assets; undefined if it does not exist. */
  readonly docs: (network: Network | undefined, file: string | undefined) => MaybeDeferred<DocsFile> | undefined
}

/** The contract for one request; `isShared` if all callers get the same at this address. */
export interface ServedContract extends EncodedForms {
  readonly isShared: boolean
}
