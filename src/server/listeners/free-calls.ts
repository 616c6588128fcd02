import type { Failure } from '../../wire/jsonrpc/reply.js'
import type { Entitlement } from '../accounts/account.js'
import type { Authenticated } from '../pipeline/stage.js'
import { throttleFailure } from '../pipeline/stages/throttle.js'
import type { ListenerDeps } from './listener-deps.js'

/** Pauses in reading a connection after too many free calls of its account. */
const PAUSE_MS = 1_000
const MOST_PAUSE_MS = 10_000

type FreeCallsDeps = Pick<ListenerDeps, 'limits' | 'nowMs'>

/** Counts free calls of an account; returns the milliseconds until it owes none. */
const spend = ({ limits, nowMs }: FreeCallsDeps, { share: { freeCalls } }: Entitlement, count: number): number =>
  freeCalls.spend(count, limits.maxFreeCallsPerSecond, limits.maxFreeCallsPerSecond, nowMs())

/**
 * Counts free calls: refused ones and notifications. Returns the milliseconds for which the
 * connection that sent them is not read: the longer, the more the account has.
 */
export const countFreeCalls = (deps: FreeCallsDeps, entitlement: Entitlement, count: number): number => {
  const owedMs = spend(deps, entitlement, 0)
  // Debt that no pause pays off would outlast the calls that made it.
  const waitMs = owedMs < MOST_PAUSE_MS ? spend(deps, entitlement, count) : owedMs
  return waitMs > 0 ? Math.min(Math.max(waitMs, PAUSE_MS), MOST_PAUSE_MS) : 0
}

/**
 * The error of an account that owes more free calls than pauses pay off, because it sends them over
 * ever new connections. Its bodies need not be parsed.
 */
export const freeCallsFailure = (deps: FreeCallsDeps, { entitlement, network }: Authenticated): Failure | undefined => {
  const owedMs = spend(deps, entitlement, 0)
  if (owedMs < MOST_PAUSE_MS) return undefined
  const { creditsPerSecond } = entitlement
  const callsPerSecond = deps.limits.maxFreeCallsPerSecond
  return throttleFailure(network.family, { creditsPerSecond, callsPerSecond, retryAfterMs: owedMs })
}
