import type { ErrorName } from '../../../../generated/errors.js'
import { type MaybeDeferred, mapDeferred } from '../../../runtime/deferred.js'
import { SharedStopwatch } from '../../../runtime/system-ports.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import {
  type FailedOver,
  type Failure,
  heldBy,
  httpStatusOf,
  isFailure,
  type Reply,
  type ServedBy,
} from '../../../wire/jsonrpc/reply.js'
import { payloadLength } from '../../../wire/jsonrpc/write-reply.js'
import type { Network } from '../../networks/network.js'
import type { Answerer, Arrival, Authenticated, OpenedCall } from '../stage.js'

/** Errors of `observe`: unknown methods, and stages that threw. */
export const observeErrors = declareErrors('method-not-found', 'internal-error')
const { fail } = observeErrors
const ends = new SharedStopwatch()

/**
 * How a call ended: `cancelled` if its connection ended before the answer, or the name of an error
 * in the table.
 */
export type CallOutcome = ErrorName | 'ok' | 'node_error' | 'cancelled'

/** The log line and metrics of a call. Contains no secrets. */
export interface Observation {
  readonly requestId: string
  /** The caller's address, behind trusted proxies. */
  readonly source: string
  /** Trace id of the caller (W3C Trace Context). */
  readonly traceId: string | undefined
  readonly transport: Arrival['transport']
  /**
   * HTTP status of the reply, for a batch's calls the batch's; undefined for WebSocket messages and
   * cancelled calls.
   */
  readonly status: number | undefined
  readonly network: string
  /**
   * The method's name, so that callers cannot invent labels: `unknown` if no contract of the
   * network has it, `none` if the request was refused before a method's pipeline.
   */
  readonly method: string
  /** The name that a caller asked for in vain: any text. Never a label of a metric. */
  readonly unknownMethod: string | undefined
  readonly keyId: string | undefined
  readonly accountId: string | undefined
  readonly outcome: CallOutcome
  readonly errorCode: number | undefined
  readonly servedBy: ServedBy
  readonly upstream: string | undefined
  readonly costCredits: number
  /** Rounded to microseconds. */
  readonly durationMs: number
  /** The part of it in which the call waited for upstreams. */
  readonly upstreamMs: number
  /** Bytes of the params as the caller wrote them. */
  readonly paramsBytes: number | undefined
  /** Bytes of the node's result or error; undefined for refusals, and for streamed results. */
  readonly resultBytes: number | undefined
}

/** Receives observations. `bug` gets anything that should not have been thrown. */
export interface Observer {
  call(observation: Observation): void
  failedOver(caller: Authenticated, method: string, failover: FailedOver): void
  bug(error: unknown, requestId: string): void
}

/**
 * Passes a network's calls to their methods' pipelines, and makes exactly one observation of each.
 * Makes an error of a bug that the stages throw; listeners catch their own bugs.
 * Errors  `method-not-found`; `internal-error` for anything thrown by the stages
 */
export const observe = (
  observer: Observer,
  pipelines: ReadonlyMap<string, Answerer<OpenedCall>>,
): Answerer<OpenedCall> => {
  const observed = (reply: Reply, call: OpenedCall): Reply => {
    const { caller, envelope, stopwatchStartMs, isOnlyCall, upstreamTime } = call
    const { method, paramsJson } = envelope
    const outcome = outcomeOf(reply)
    const endMs = ends.readAtLeast(stopwatchStartMs)
    const status = statusIn(caller, isOnlyCall, reply)
    // No stage has this error: the method is in no contract of the network.
    const isUnknown = outcome === 'method-not-found'
    const observation: Observation = {
      requestId: caller.requestId,
      source: caller.source,
      traceId: caller.trace?.traceId,
      transport: caller.transport,
      status,
      network: caller.network.name,
      keyId: caller.entitlement.key.id,
      accountId: caller.entitlement.account.id,
      method: isUnknown ? 'unknown' : method,
      unknownMethod: isUnknown ? method : undefined,
      outcome,
      errorCode: isCancelled(reply) ? undefined : reply.error?.code,
      servedBy: reply.servedBy,
      upstream: reply.upstream,
      costCredits: reply.costCredits,
      durationMs: toMicroseconds(endMs - stopwatchStartMs),
      upstreamMs: toMicroseconds(upstreamTime.until(endMs)),
      paramsBytes: paramsJson.length,
      resultBytes: resultBytesOf(reply),
    }
    observer.call(observation)
    if (reply.failedOver !== undefined) observer.failedOver(caller, method, reply.failedOver)
    if (call.spanId !== undefined) caller.trace?.tracer?.call(caller.trace, call.spanId, stopwatchStartMs, observation)
    return reply
  }
  const broken = (bug: unknown, call: OpenedCall): Reply => {
    observer.bug(bug, call.caller.requestId)
    return observed(fail('internal-error'), call)
  }
  return (call) => {
    const { method } = call.envelope
    const pipeline = pipelines.get(method)
    if (pipeline === undefined) return observed(fail('method-not-found', {}, { method }), call)
    let reply: MaybeDeferred<Reply>
    try {
      reply = pipeline(call)
    } catch (bug) {
      return broken(bug, call)
    }
    return mapDeferred(reply, call, observed, broken)
  }
}

/**
 * Observes what is refused before a method's pipeline: a request, a member of a batch, a call to a
 * network that is gone.
 */
export const observeRefusal = (
  observer: Observer,
  arrival: Arrival,
  failure: Failure,
  durationMs: number,
  status: number | undefined,
): void => observer.call(refused(arrival, arrival.network.name, arrival.trace?.traceId, failure, durationMs, status))

/**
 * The HTTP status of a call's reply. A batch's calls have its status; a WebSocket's messages have
 * none.
 */
export const statusIn = ({ transport }: Arrival, isOnlyCall: boolean, reply: Reply): number | undefined => {
  if (transport === 'websocket' || isCancelled(reply)) return undefined
  return isOnlyCall ? httpStatusOf(reply) : 200
}

const resultBytesOf = (reply: Reply): number | undefined => {
  const payload = heldBy(reply)
  if (payload !== undefined) return payload.rest === undefined ? payloadLength(payload) : undefined
  return reply.error === undefined ? undefined : reply.bytes?.length
}

const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000

const isCancelled = (reply: Reply): boolean => isFailure(reply) && reply.isCancelled === true

const outcomeOf = (reply: Reply): CallOutcome => {
  if (reply.error === undefined) return 'ok'
  if (isCancelled(reply)) return 'cancelled'
  return isFailure(reply) ? reply.name : 'node_error'
}

/**
 * Observes a request that reached no call and no key, and a network only if the address names one.
 */
export const observeStray = (
  observer: Observer,
  arrival: Pick<Arrival, 'requestId' | 'transport' | 'source'> & { readonly network: Network | undefined },
  failure: Failure,
): void =>
  observer.call(refused(arrival, arrival.network?.name ?? 'none', undefined, failure, 0, httpStatusOf(failure)))

/** One literal, because spreading objects would be the most expensive step of a call. */
const refused = (
  { requestId, transport, source }: Pick<Arrival, 'requestId' | 'transport' | 'source'>,
  network: string,
  traceId: string | undefined,
  failure: Failure,
  durationMs: number,
  status: number | undefined,
): Observation => ({
  requestId,
  source,
  traceId,
  transport,
  status,
  network,
  keyId: undefined,
  accountId: undefined,
  method: 'none',
  unknownMethod: undefined,
  outcome: failure.name,
  errorCode: failure.error.code,
  servedBy: 'nobody',
  upstream: undefined,
  costCredits: 0,
  durationMs,
  upstreamMs: 0,
  paramsBytes: undefined,
  resultBytes: undefined,
})
