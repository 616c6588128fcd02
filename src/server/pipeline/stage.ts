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

/** What answers a network's calls now. WebSockets keep the network that they were opened to, whose answer has to outlive reloads. */
export interface CurrentAnswer {
  answer: Answer<Opened>
}

/** A network, and what answers its calls as it is configured just now. The route finds it once, and the call carries it. */
export interface AnsweringNetwork extends Network {
  readonly current: Readonly<CurrentAnswer>
}

/**
 * What is known of a request when its path and headers were read.
 *
 * `keyText`  the secret from the path or from a header; undefined when there was none, or more than one. Never logged.
 * `source`   the caller's IP address, behind trusted proxies
 * `trace`    where it stands in the caller's trace, if that was said; a WebSocket's messages stand in none
 */
export interface Arrival {
  readonly requestId: string
  readonly transport: 'http' | 'websocket'
  readonly network: AnsweringNetwork
  readonly keyText: string | undefined
  /** What was brought beside the key in the path; the same of it. */
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

/** One call of the body. `cancellation` is the request's: it fires when the client went away. */
export interface Opened {
  readonly caller: Authenticated
  readonly envelope: Envelope
  readonly cancellation: Cancellation
  readonly startedAtMs: number
  /** The same by the stopwatch. */
  readonly stopwatchStartMs: number
  /** The call's own span; undefined where its trace is not recorded. */
  readonly spanId: string | undefined
  /** Whether a large answer may be handed on while it arrives (one call over HTTP), or must be whole first. */
  readonly canStream: boolean
}

/** Method and params obey the contract; `paramsBytes` are what a node gets: the caller's own bytes, completed and tidied. */
export interface Validated extends Opened {
  readonly row: MethodRow
  readonly params: readonly unknown[]
  readonly paramsBytes: Piece
}

/** The call's price is set aside. */
export interface Charged extends Validated {
  readonly hold: Hold
}

/** The call asks a question of the nodes, for itself and perhaps for others: `work` fires when no caller waits for the answer any more. */
export interface Coalesced extends Charged {
  readonly work: Cancellation
}

/** The call has to be answered by `deadlineMs` (the clock's milliseconds), all attempts together. */
export interface Timed extends Coalesced {
  readonly deadlineMs: number
}

/**
 * The object that a call is from its opening to its reply. Stages let it grow in place, because copying it at each of them costs more than
 * what they do; every member is there from the start, so that it keeps its shape. Only a stage that asks on twice makes a copy.
 */
type Growing = { -readonly [Key in keyof Timed]: Timed[Key] | undefined }

/** Begins a call. The times are those at which its body was read. */
export const opened = (
  caller: Authenticated,
  envelope: Envelope,
  cancellation: Cancellation,
  startedAtMs: number,
  stopwatchStartMs: number,
  canStream: boolean,
): Opened => {
  const call: Growing = {
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
    hold: undefined,
    work: undefined,
    deadlineMs: undefined,
  }
  return call as Opened
}

/** The same call, known to be valid. */
export const validated = (call: Opened, row: MethodRow, params: readonly unknown[], paramsBytes: Piece): Validated => {
  const growing = call as Growing
  growing.row = row
  growing.params = params
  growing.paramsBytes = paramsBytes
  return growing as Validated
}

/** The same call, with its price set aside. */
export const charged = (call: Validated, hold: Hold): Charged => {
  const growing = call as Growing
  growing.hold = hold
  return growing as Charged
}

/** The same call, with what ends the work for it; its caller's cancellation stays beside that. */
export const coalesced = (call: Charged, work: Cancellation): Coalesced => {
  const growing = call as Growing
  growing.work = work
  return growing as Coalesced
}

/** The same call, with its time limit. */
export const timed = (call: Coalesced, deadlineMs: number): Timed => {
  const growing = call as Growing
  growing.deadlineMs = deadlineMs
  return growing as Timed
}

/**
 * A stage is a function that answers a call which knows at least `C`; it hands the call on to the next one or stops it.
 *
 * At once when nothing has to be waited for: a refusal, or an answer from memory.
 */
export type Answer<C> = (call: C) => Reply | MaybeDeferred<Reply>

/** A call of one method, validated: its params are of the method's types. */
export type TimedCall<M extends MethodName> = CallOf<Timed, M>

/** Makes the stage that answers a call which knows `C`, and hands it on, when it knows `Next`, to the stage given. */
export type Stage<C, Next = C> = (next: Answer<Next>) => Answer<C>
