import { everySecond } from '../../runtime/every-second.js'
import { orGiveUp } from '../../runtime/or-give-up.js'
import type { SystemPorts } from '../../runtime/system-ports.js'
import { withTimeLimit } from '../../runtime/time-limit.js'
import type { AccountStore } from '../accounts/account-store.js'
import type { Config } from '../config/config.js'
import type { Log } from '../telemetry/log.js'
import type { Metrics, SpanCounts } from '../telemetry/metrics.js'
import type { Cordons } from '../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../upstreams/status.js'
import { openAnswerMemory } from './answer-cache.js'
import { LAST_STEP_MS, type PrivateSide, type ProcessDeps } from './process-deps.js'
import { type OpenTracing, type ServingDeps, ServingParts } from './serving-parts.js'

/** A gateway's processes and their end; `serve` runs one of these, of whatever kind. */
export interface Service {
  readonly url: string
  readonly adminUrl: string
  /**
   * Goes on with another configuration, without dropping a connection. Returns the keys that take
   * effect only after a restart.
   */
  reload(config: Config): string[]
  /** A newer configuration was not taken, because it has mistakes: /metrics shows it. */
  refuseReload(): void
  /** Drains and stops: /readyz turns 503 at once, calls in flight finish. */
  stop(): Promise<void>
}

/** A running gateway that is one process. */
export interface Gateway extends Service {
  /** The store's accounts and keys, for a command that runs the gateway itself. */
  readonly accounts: AccountStore
}

/** A process that serves, as the one that runs it sees it. */
export interface Serving extends Service {
  readonly metrics: Metrics
  /** See PrivateListenerDeps. */
  troubles(): readonly string[]
  down(): readonly string[]
  /** How its upstreams are. */
  upstreams(): readonly UpstreamStatus[]
  readonly cordons: Cordons
}

/**
 * Starts a gateway that is one process: the store, the ledger, the networks and the two listeners,
 * in the order in which they need each other.
 *
 * Errors  rejects when the store cannot be opened, is served by another gateway, or an address is
 *         taken
 */
export const startGateway = async (config: Config, ports: SystemPorts, log: Log): Promise<Gateway> => {
  // A process that starts workers does without what opens a store of its own.
  const { openSingleProcess } = await import('./single-process.js')
  const context = await openSingleProcess(config, ports, log)
  const serving = await startServing(config, ports, log, context)
  return Object.assign(serving, { accounts: context.store.accounts })
}

/**
 * Serves calls in a context that is open already, and closes it in the end, or when a listener's
 * address is taken.
 */
export const startServing = async (
  config: Config,
  ports: SystemPorts,
  log: Log,
  context: ProcessDeps,
): Promise<Serving> => {
  const memory = await openAnswerMemory(config.cache, ports.nowMs, log)
  const tracing = await openTracing(config, ports, log)
  const setting = { config, ports, log, context, memory, tracing }
  const parts = await orGiveUp(
    () => new ServingParts(setting),
    () => giveUp(setting),
  )
  // Both listeners, or neither.
  const privateParts = parts.privateParts()
  const privateSide = await orGiveUp(
    async () => {
      await parts.server.start()
      return context.startPrivate(privateParts)
    },
    async () => {
      await parts.server.stop().catch(() => {})
      await closeNodes(parts, LAST_STEP_MS)
      await giveUp(setting)
    },
  )
  return serve(setting, parts, privateParts, privateSide)
}

/** A gateway that records no traces does without what records them. */
const openTracing = async ({ tracing }: Config, { randomBytes }: SystemPorts, log: Log): Promise<OpenTracing> => {
  const counts: SpanCounts = { exported: 0, dropped: 0 }
  if (tracing === undefined) return { counts, begin: undefined, close: async () => {} }
  const { openTracing: open } = await import('../telemetry/tracing/tracing.js')
  const events = {
    exported: (count: number) => {
      counts.exported += count
    },
    dropped: (count: number) => {
      counts.dropped += count
    },
    away: (reason: string) =>
      log.warn({ reason }, 'traces are not taken by the collector; what does not fit in memory is dropped'),
    back: () => log.info({}, 'traces are taken by the collector again'),
  }
  return { counts, ...open(tracing, randomBytes, events) }
}

/** What the process does from now on until it is stopped. */
const serve = (
  setting: ServingDeps,
  parts: ServingParts,
  { metrics, troubles, down, upstreams }: Pick<Serving, 'metrics' | 'troubles' | 'down' | 'upstreams'>,
  privateSide: PrivateSide,
): Serving => {
  const stopNoting = everySecond(() => {
    parts.keyUses.flushDue().catch((error: Error) => parts.events.keyUsesNotWritten(error))
    parts.callErrors.flushDue().catch((error: Error) => parts.events.callErrorsNotWritten(error))
  })
  let stopping: Promise<void> | undefined
  return {
    url: parts.server.url,
    adminUrl: privateSide.adminUrl,
    metrics,
    troubles,
    down,
    upstreams,
    cordons: parts.cordons,
    reload: (next) => parts.apply(next),
    refuseReload: () => parts.refuseReload(),
    stop: () => {
      stopping ??= drain(setting, parts, privateSide, stopNoting)
      return stopping
    },
  }
}

/**
 * Ends a process that serves: calls in flight first, then what they left to write, then what they
 * used.
 */
const drain = async (
  { ports: { nowMs }, log, context, memory, tracing }: ServingDeps,
  parts: ServingParts,
  privateSide: PrivateSide,
  stopNoting: () => void,
): Promise<void> => {
  const { events, keyUses, callErrors, server, storeWatch } = parts
  parts.isDraining = true
  const endsAtMs = nowMs() + parts.config.limits.drainTimeoutMs
  await server.stop()
  storeWatch.stop()
  stopNoting()
  const leftMs = () => Math.max(LAST_STEP_MS, endsAtMs - nowMs())
  const inTime = (step: Promise<unknown>) =>
    withTimeLimit(step, leftMs(), 'the store does not answer').catch((error: Error) => events.notSettled(error))
  const keyUsesWritten = keyUses.flush().catch((error: Error) => events.keyUsesNotWritten(error))
  const errorsWritten = callErrors.flush().catch((error: Error) => events.callErrorsNotWritten(error))
  await Promise.all([privateSide.rest(), context.ledger.flush(), keyUsesWritten, errorsWritten].map(inTime))
  await privateSide.stop()
  await closeNodes(parts, leftMs())
  parts.creditWatch?.stop()
  await Promise.all([tracing.close(), context.notices.close()])
  memory.close()
  await context.store.close()
  await log.flush()
}

/**
 * Closes the connections to the nodes. A node that does not end one in time has nothing to say any
 * more.
 */
const closeNodes = (parts: ServingParts, limitMs: number): Promise<void> =>
  withTimeLimit(parts.closeNetworks(), limitMs, 'the nodes do not end their connections').catch(() => {})

/** Closes what was open before a process could serve. */
const giveUp = async ({ memory, context: { ledger, store } }: ServingDeps): Promise<void> => {
  memory.close()
  await ledger.flush()
  await store.close()
}
