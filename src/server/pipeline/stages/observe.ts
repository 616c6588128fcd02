import { afterwards, type MaybeDeferred } from '../../../runtime/deferred.js'
import { SharedStopwatch } from '../../../runtime/system-ports.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import {
  type Failure,
  type Forwarded,
  httpStatusOf,
  isFailure,
  type Reply,
  type ServedBy,
} from '../../../wire/jsonrpc/reply.js'
import { lengthOf } from '../../../wire/jsonrpc/write-reply.js'
import type { Network } from '../../networks/network.js'
import type { Answer, Arrival, Authenticated, OpenedCall } from '../stage.js'

/** What `observe` answers where the network has not the method, and where a stage threw. */
export const observeErrors = declareErrors('method-not-found', 'internal-error')
const { fail } = observeErrors
const ends = new SharedStopwatch()

/** What is said of every call, once: in the log and in the metrics. Nothing in it is secret. */
export interface Observation {
  readonly requestId: string
  /** The caller's address, behind trusted proxies. */
  readonly source: string
  /** Of the caller's trace (W3C Trace Context). */
  readonly traceId: string | undefined
  readonly transport: Arrival['transport']
  /**
   * The HTTP status it is answered with, a batch's calls with the batch's; undefined for messages
   * of WebSockets and for callers that left.
   */
  readonly status: number | undefined
  readonly network: string
  /**
   * The method's name when the contract has it; else `unknown`, so that callers cannot invent
   * labels.
   */
  readonly method: string
  /** The name that a caller asked for in vain: any text. Never a label of a metric. */
  readonly unknownMethod: string | undefined
  readonly keyId: string | undefined
  readonly accountId: string | undefined
  /**
   * `ok`, `node_error`, `cancelled` when the caller went away, or the name of the refusal in the
   * error table.
   */
  readonly outcome: string
  readonly errorCode: number | undefined
  readonly servedBy: ServedBy
  readonly upstream: string | undefined
  readonly costCredits: number
  /** To a microsecond. */
  readonly durationMs: number
  /**
   * The part of it from the first attempt at an upstream to the end of the last; 0 when there was
   * none.
   */
  readonly upstreamMs: number
  /** Bytes of the params as the caller wrote them. */
  readonly paramsBytes: number | undefined
  /**
   * Bytes of the node's result or error; undefined for refusals, and for a large result that was
   * still arriving.
   */
  readonly resultBytes: number | undefined
}

/**
 * Where observations go. `bug` gets what should never have been thrown, with the request it
 * happened in.
 */
export interface Observer {
  call(observation: Observation): void
  /** A call of the method went to the partner. */
  forwarded(caller: Authenticated, method: string, forwarded: Forwarded): void
  bug(error: unknown, requestId: string): void
}

/**
 * Has a network's calls answered by the pipelines of their methods, and watches each from outside:
 * exactly one observation, and the one place where a thrown bug becomes an error.
 *
 * Errors  `method-not-found`; `internal-error` for anything thrown by the stages
 */
export const observe = (observer: Observer, pipelines: ReadonlyMap<string, Answer<OpenedCall>>): Answer<OpenedCall> => {
  const observed = (reply: Reply, call: OpenedCall): Reply => {
    const { caller, envelope, stopwatchStartMs, canStream } = call
    const { method, paramsBytes } = envelope
    const outcome = outcomeOf(reply)
    const durationMs = toMicroseconds(ends.since(stopwatchStartMs) - stopwatchStartMs)
    const status = statusIn(caller, canStream, reply)
    // The only refusal of a method without a pipeline.
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
      durationMs,
      upstreamMs: reply.upstreamMs === undefined ? 0 : toMicroseconds(reply.upstreamMs),
      paramsBytes: paramsBytes.length,
      resultBytes: resultBytesOf(reply),
    }
    observer.call(observation)
    if (reply.forwarded !== undefined) observer.forwarded(caller, method, reply.forwarded)
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
    let reply: Reply | MaybeDeferred<Reply>
    try {
      reply = pipeline(call)
    } catch (bug) {
      return broken(bug, call)
    }
    return afterwards(reply, call, observed, broken)
  }
}

/** Observes a request that was refused before it became calls: a bad key, a broken body. */
export const observeRefusal = (
  observer: Observer,
  arrival: Arrival,
  failure: Failure,
  durationMs: number,
  status: number | undefined,
): void => observer.call(refused(arrival, arrival.network.name, arrival.trace?.traceId, failure, durationMs, status))

/**
 * The HTTP status of a call's reply: a batch has one of its own, and a WebSocket's messages have
 * none. `isAlone`: see Opened.canStream.
 */
export const statusIn = ({ transport }: Arrival, isAlone: boolean, reply: Reply): number | undefined => {
  if (transport === 'websocket' || isCancelled(reply)) return undefined
  return isAlone ? httpStatusOf(reply) : 200
}

const resultBytesOf = (reply: Reply): number | undefined => {
  if (reply.error !== undefined) return reply.bytes?.length
  const { text, chunks, rest } = reply.result
  if (rest !== undefined) return undefined
  return text === undefined ? lengthOf(chunks) : text.length
}

const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000

const isCancelled = (reply: Reply): boolean => isFailure(reply) && reply.isCancelled === true

const outcomeOf = (reply: Reply): string => {
  if (reply.error === undefined) return 'ok'
  if (isCancelled(reply)) return 'cancelled'
  return isFailure(reply) ? reply.name : 'node_error'
}

/**
 * Observes a request that led nowhere, or not in this way: no call, no key, and no network but one
 * that the address named.
 */
export const observeStray = (
  observer: Observer,
  arrival: Pick<Arrival, 'requestId' | 'transport' | 'source'> & { readonly network: Network | undefined },
  failure: Failure,
): void =>
  observer.call(refused(arrival, arrival.network?.name ?? 'none', undefined, failure, 0, httpStatusOf(failure)))

/** One literal: objects spread into each other are the dearest thing a call could have made. */
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
