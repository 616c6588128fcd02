import type { MethodName, MethodRow } from '../../../generated/methods.js'
import type { CallOf } from '../../../generated/server.js'
import type { Cancellation, MaybeDeferred } from '../../runtime/deferred.js'
import type { Envelope } from '../../wire/jsonrpc/body.js'
import type { Reply } from '../../wire/jsonrpc/reply.js'
import type { Piece } from '../../wire/jsonrpc/write-reply.js'
import type { Entitlement } from '../accounts/account.js'
import type { CallerProof } from '../accounts/caller-proof.js'
import type { Hold } from '../credits/ledger.js'
import type { Network } from '../networks/network.js'
import type { TraceContext } from './trace-context.js'

/**
 * What answers a network's calls now. WebSockets keep the network that they were opened to, whose
 * answer has to outlive reloads.
 */
export interface CurrentAnswer {
  answer: Answer<OpenedCall>
}

/**
 * A network, and what answers its calls as it is configured just now. The route finds it once, and
 * the call carries it.
 */
export interface AnsweringNetwork extends Network {
  readonly current: Readonly<CurrentAnswer>
}

/**
 * What is known of a request when its path and headers were read.
 *
 * `keyText`  the secret from the path or from a header; undefined when there was none, or more than
 *            one. Never logged.
 * `source`   the caller's IP address, behind trusted proxies
 * `trace`    where it stands in the caller's trace, if that was said; a WebSocket's messages stand
 *            in none
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
  /** The Host header: what the caller calls the gateway. */
  readonly host: string | undefined
  readonly trace: TraceContext | undefined
}

/** The key is known and valid for the network, and so is the account that pays. */
export interface Authenticated extends Arrival {
  readonly entitlement: Entitlement
}

/** Method and params obey the contract; the network's nodes may be asked. */
export interface Call {
  readonly caller: Authenticated
  readonly envelope: Envelope
  /** Fires when the client went away. */
  readonly cancellation: Cancellation
  readonly startedAtMs: number
  /** Start time from the monotonic clock, in milliseconds. */
  readonly stopwatchStartMs: number
  /** The call's own span; undefined where its trace is not recorded. */
  readonly spanId: string | undefined
  /**
   * Whether a large answer may be handed on while it arrives (one call over HTTP), or must be whole
   * first.
   */
  readonly canStream: boolean
  readonly row: MethodRow
  readonly params: readonly unknown[]
  /** What a node gets: the caller's own bytes, completed and tidied. */
  readonly paramsBytes: Piece
  /**
   * When the contract's time limit ends the call, all attempts together, in the clock's
   * milliseconds.
   */
  readonly deadlineMs: number
  /**
   * Fires when no caller waits for the answer any more. The call's own cancellation, until
   * `coalesce` lets others share its question.
   */
  readonly work: Cancellation
}

/** One call of the body, before `validate`. */
export type OpenedCall = Omit<Call, 'row' | 'params' | 'paramsBytes' | 'deadlineMs' | 'work'>

/** The call's price is set aside. */
export interface ChargedCall extends Call {
  readonly hold: Hold
}

/**
 * The object that a call is from its opening to its reply. Stages let it grow in place, because a
 * copy at each of them costs more than what they do. Every member is there from the start, so that
 * the object keeps its shape. Only a stage that asks twice makes a copy.
 */
type GrowingCall = { -readonly [Key in keyof ChargedCall]: ChargedCall[Key] | undefined }

/** Begins a call. The times are those at which its body was read. */
export const beginCall = (
  caller: Authenticated,
  envelope: Envelope,
  cancellation: Cancellation,
  startedAtMs: number,
  stopwatchStartMs: number,
  canStream: boolean,
): OpenedCall => {
  const call: GrowingCall = {
    caller,
    envelope,
    cancellation,
    startedAtMs,
    stopwatchStartMs,
    spanId: caller.trace?.tracer?.newSpanId(),
    canStream,
    row: undefined,
    params: undefined,
    paramsBytes: undefined,
    deadlineMs: undefined,
    work: undefined,
    hold: undefined,
  }
  return call as OpenedCall
}

/**
 * Adds the method and its params. The contract's time limit counts from the moment when the body
 * was read, so that everything that the call asks takes no longer together.
 */
export const withParams = (call: OpenedCall, row: MethodRow, params: readonly unknown[], paramsBytes: Piece): Call => {
  const growing = call as GrowingCall
  growing.row = row
  growing.params = params
  growing.paramsBytes = paramsBytes
  growing.deadlineMs = call.startedAtMs + row.timeoutMs
  growing.work = call.cancellation
  return growing as Call
}

/** Adds the credits that are set aside. */
export const withHold = (call: Call, hold: Hold): ChargedCall => {
  const growing = call as GrowingCall
  growing.hold = hold
  return growing as ChargedCall
}

/** Has the call ask for others, too: `work` fires when the last of them went away. */
export const askingForOthers = (call: ChargedCall, work: Cancellation): ChargedCall => {
  const growing = call as GrowingCall
  growing.work = work
  return growing as ChargedCall
}

/**
 * A stage is a function that answers a call which knows at least `C`; it hands the call on to the
 * next one or stops it.
 *
 * At once when nothing has to be waited for: a refusal, or an answer from memory.
 */
export type Answer<C> = (call: C) => Reply | MaybeDeferred<Reply>

/** A call of one method: its params are of the method's types. */
export type MethodCall<M extends MethodName> = CallOf<ChargedCall, M>

/**
 * Makes the stage that answers a call which knows `C`, and hands it on, when it knows `Next`, to
 * the stage given.
 */
export type Stage<C, Next = C> = (next: Answer<Next>) => Answer<C>
