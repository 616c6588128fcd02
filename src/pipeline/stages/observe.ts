import type { Entitlement } from '../../accounts/account.js'
import { declareErrors } from '../../jsonrpc/declared-errors.js'
import { type Failure, isFailure, type Reply, type ServedBy } from '../../jsonrpc/reply.js'
import type { Network } from '../../networks/network.js'
import { afterwards, type MaybeDeferred } from '../../runtime/deferred.js'
import { stopwatchMs } from '../../runtime/system-ports.js'
import type { Answer, Arrival, Opened } from '../stage.js'

/** What `observe` answers where a stage threw. */
export const observeErrors = declareErrors('internal-error')
const { fail } = observeErrors

/** What is said of every call, once: in the log and in the metrics. Nothing in it is secret. */
export interface Observation {
  readonly requestId: string
  readonly transport: Arrival['transport']
  readonly network: string
  /** The method's name when the contract has it; else `unknown`, so that callers cannot invent labels. */
  readonly method: string
  readonly keyId: string | undefined
  readonly accountId: string | undefined
  /** `ok`, `node_error`, `cancelled` when the caller went away, or the name of the refusal in the error table. */
  readonly outcome: string
  readonly errorCode: number | undefined
  readonly servedBy: ServedBy
  readonly upstream: string | undefined
  readonly costCredits: number
  /** To a microsecond. */
  readonly durationMs: number
  /** The part of it from the first attempt at an upstream to the end of the last; 0 when there was none. */
  readonly upstreamMs: number
}

/** Where observations go. `bug` gets what should never have been thrown, with the request it happened in. */
export interface Observer {
  call(observation: Observation): void
  bug(error: unknown, requestId: string): void
}

/**
 * Watches one call from outside: exactly one observation each, and the one place where a thrown bug becomes an error.
 *
 * Errors  `internal-error` for anything thrown by the stages
 */
export const observe = (
  observer: Observer,
  isKnown: (method: string) => boolean,
  next: Answer<Opened>,
): Answer<Opened> => {
  const observed = (reply: Reply, { caller, envelope, stopwatchStartMs }: Opened): Reply => {
    const method = isKnown(envelope.method) ? envelope.method : 'unknown'
    observer.call(
      observation(caller, caller.entitlement, method, reply, toMicroseconds(stopwatchMs() - stopwatchStartMs)),
    )
    return reply
  }
  const broken = (bug: unknown, call: Opened): Reply => {
    observer.bug(bug, call.caller.requestId)
    return observed(fail('internal-error'), call)
  }
  return (call) => {
    let reply: Reply | MaybeDeferred<Reply>
    try {
      reply = next(call)
    } catch (bug) {
      return broken(bug, call)
    }
    return afterwards(reply, call, observed, broken)
  }
}

/** Observes a request that was refused before it became calls: a bad key, a broken body. */
export const observeRefusal = (observer: Observer, arrival: Arrival, reply: Reply, durationMs: number): void =>
  observer.call(observation(arrival, undefined, 'none', reply, durationMs))

const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000

const isCancelled = (reply: Reply): boolean => isFailure(reply) && reply.isCancelled === true

const outcomeOf = (reply: Reply): string => {
  if (reply.error === undefined) return 'ok'
  if (isCancelled(reply)) return 'cancelled'
  return isFailure(reply) ? reply.name : 'node_error'
}

/** Observes a request that led nowhere, or not in this way: no call, no key, and no network but one that the address named. */
export const observeStray = (
  observer: Observer,
  { requestId, transport, network }: Pick<Arrival, 'requestId' | 'transport'> & { network: Network | undefined },
  failure: Failure,
): void =>
  observer.call({
    requestId,
    transport,
    network: network?.name ?? 'none',
    method: 'none',
    keyId: undefined,
    accountId: undefined,
    outcome: failure.name,
    errorCode: failure.error.code,
    servedBy: 'nobody',
    upstream: undefined,
    costCredits: 0,
    durationMs: 0,
    upstreamMs: 0,
  })

/** One literal: objects spread into each other are the dearest thing a call could have made. */
const observation = (
  arrival: Arrival,
  entitlement: Entitlement | undefined,
  method: string,
  reply: Reply,
  durationMs: number,
): Observation => ({
  requestId: arrival.requestId,
  transport: arrival.transport,
  network: arrival.network.name,
  keyId: entitlement?.key.id,
  accountId: entitlement?.account.id,
  method,
  outcome: outcomeOf(reply),
  errorCode: isCancelled(reply) ? undefined : reply.error?.code,
  servedBy: reply.servedBy,
  upstream: reply.upstream,
  costCredits: reply.costCredits,
  durationMs,
  upstreamMs: reply.upstreamMs === undefined ? 0 : toMicroseconds(reply.upstreamMs),
})
