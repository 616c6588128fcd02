import type { MethodName, MethodRow } from '../../../generated/methods.js'
import type { CallOf } from '../../../generated/server.js'
import type { Cancellation } from '../../runtime/cancellation.js'
import type { MaybeDeferred } from '../../runtime/deferred.js'
import type { Envelope } from '../../wire/jsonrpc/body.js'
import type { Reply } from '../../wire/jsonrpc/reply.js'
import type { Piece } from '../../wire/jsonrpc/write-reply.js'
import type { Entitlement } from '../accounts/account.js'
import type { CallerProof } from '../accounts/secrets.js'
import type { Hold } from '../credits/ledger.js'
import type { Network } from '../networks/network.js'
import type { CallSubscriptions } from './call-subscriptions.js'
import type { TraceContext } from './trace-context.js'
import { UpstreamTime } from './upstream-time.js'

/** Holds the function that answers a network's calls now. WebSockets keep it across reloads. */
export interface CurrentAnswerer {
  answer: Answerer<OpenedCall>
}

/**
 * A network and what currently answers its calls. Looked up once for each request; the call keeps a
 * reference to it.
 */
export interface AnsweringNetwork extends Network {
  readonly current: Readonly<CurrentAnswerer>
}

/**
 * A request whose path and headers were read.
 *
 * `keyText`  the secret from the path or a header; undefined if there was not exactly one. Never
 *            logged.
 * `source`   the caller's IP address, behind trusted proxies
 * `trace`    its place in the caller's trace, if given; undefined for a WebSocket's messages
 */
export interface Arrival {
  readonly requestId: string
  readonly transport: 'http' | 'websocket'
  readonly network: AnsweringNetwork
  readonly keyText: string | undefined
  /** Second credential sent with the path key: a secret or a token. Never logged. */
  readonly proof?: CallerProof | undefined
  readonly source: string
  readonly origin: string | undefined
  /** The Host header: the caller's name for the gateway. */
  readonly host: string | undefined
  readonly trace: TraceContext | undefined
}

/** The key is known and valid for the network, and so is the account that pays. */
export interface Authenticated extends Arrival {
  readonly entitlement: Entitlement
  /** The subscriptions of the caller's WebSocket; undefined over HTTP. */
  readonly subscriptions?: CallSubscriptions | undefined
}

/**
 * Makes the caller of a request, or of one message on its WebSocket. The second credential is left
 * out, because it was checked. The members are copied by name: a spread takes thirty times as long.
 */
export const callerOf = (
  { transport, network, keyText, source, origin, host }: Arrival,
  entitlement: Entitlement,
  requestId: string,
  trace: TraceContext | undefined,
  subscriptions: CallSubscriptions | undefined,
): Required<Omit<Authenticated, 'proof'>> => ({
  requestId,
  transport,
  network,
  keyText,
  source,
  origin,
  host,
  trace,
  entitlement,
  subscriptions,
})

/** Facts that the calls of one body share. */
export interface BodyContext {
  readonly caller: Authenticated
  /** Fires when the client disconnects. */
  readonly cancellation: Cancellation
  /** When the body was read, in clock milliseconds. */
  readonly startedAtMs: number
  /** Start time from the monotonic clock, in milliseconds. */
  readonly stopwatchStartMs: number
  /** True if the body is this call alone, over HTTP: a large answer may be streamed. */
  readonly isOnlyCall: boolean
}

/** Method and params obey the contract; the network's nodes may be asked. */
export interface Call extends BodyContext {
  readonly envelope: Envelope
  /** The call's span; undefined if its trace is not recorded. */
  readonly spanId: string | undefined
  readonly upstreamTime: UpstreamTime
  readonly row: MethodRow
  readonly params: readonly unknown[]
  /** The bytes a node gets: the caller's, completed and normalized. */
  readonly paramsJson: Piece
  /** End of the contract's time limit, for all attempts together, in clock milliseconds. */
  readonly deadlineMs: number
  /**
   * Fires when no caller waits for the answer any more. The call's own cancellation, until
   * `coalesce` shares the request.
   */
  readonly work: Cancellation
}

/** One call of the body, before `validate`. */
export type OpenedCall = Omit<Call, 'row' | 'params' | 'paramsJson' | 'deadlineMs' | 'work'>

/** A call whose price is held. */
export interface ChargedCall extends Call {
  readonly hold: Hold
}

/**
 * The object that represents a call until its reply. Stages extend it in place, because copies cost
 * more than the stages. All members exist from the start, so that the object keeps its shape. A
 * stage that asks several times, with other params, or for longer than its caller waits, copies it.
 */
type GrowingCall = { -readonly [Key in keyof ChargedCall]: ChargedCall[Key] | undefined }

export const beginCall = (body: BodyContext, envelope: Envelope): OpenedCall => {
  const { caller } = body
  const call: GrowingCall = {
    caller,
    cancellation: body.cancellation,
    startedAtMs: body.startedAtMs,
    stopwatchStartMs: body.stopwatchStartMs,
    isOnlyCall: body.isOnlyCall,
    envelope,
    spanId: caller.trace?.tracer?.newSpanId(),
    upstreamTime: new UpstreamTime(),
    row: undefined,
    params: undefined,
    paramsJson: undefined,
    deadlineMs: undefined,
    work: undefined,
    hold: undefined,
  }
  return call as OpenedCall
}

/**
 * Adds the method and its params. The contract's time limit counts from the reading of the body,
 * and covers everything that the call asks.
 */
export const addParams = (call: OpenedCall, row: MethodRow, params: readonly unknown[], paramsJson: Piece): Call => {
  const growing = call as GrowingCall
  growing.row = row
  growing.params = params
  growing.paramsJson = paramsJson
  growing.deadlineMs = call.startedAtMs + row.timeoutMs
  growing.work = call.cancellation
  return growing as Call
}

export const addHold = (call: Call, hold: Hold): ChargedCall => {
  const growing = call as GrowingCall
  growing.hold = hold
  return growing as ChargedCall
}

/** Makes the call ask for others, too: `work` fires when the last of them has left. */
export const shareWork = (call: ChargedCall, work: Cancellation): ChargedCall => {
  const growing = call as GrowingCall
  growing.work = work
  return growing as ChargedCall
}

/**
 * Answers a call that knows at least `C`, by passing it to the next stage or by stopping it.
 *
 * Synchronous if nothing has to be waited for: a refusal, or an answer from memory.
 */
export type Answerer<C> = (call: C) => MaybeDeferred<Reply>

export type MethodCall<M extends MethodName> = CallOf<ChargedCall, M>

/**
 * Makes a stage that answers a call which knows `C` and passes it, extended to `Next`, to the given
 * stage.
 */
export type Stage<C, Next = C> = (next: Answerer<Next>) => Answerer<C>
