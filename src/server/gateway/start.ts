import { everySecond } from '../../runtime/every-second.js'
import { type SystemPorts, steadyClock } from '../../runtime/system-ports.js'
import { withTimeLimit } from '../../runtime/time-limit.js'
import type { AccountStore } from '../accounts/account-store.js'
import type { Config } from '../config/config.js'
import type { Log } from '../telemetry/log.js'
import type { Metrics, SpanCounts } from '../telemetry/metrics.js'
import type { Cordons } from '../upstreams/health/cordons.js'
import type { UpstreamStatus } from '../upstreams/upstream-status.js'
import { openAnswerMemory } from './network-memory.js'
import { orGiveUp } from './or-give-up.js'
import {
  type CallerNews,
  LAST_STEP_MS,
  type OpenStreams,
  type OpenTracing,
  type PrivateSide,
  type ProcessDeps,
  type ServingDeps,
} from './process-deps.js'
import { ServingParts } from './serving-parts.js'
import { openStreams } from './streams/network-sources.js'

/** A running gateway of one or several processes, as `serve` runs it. */
export interface Service {
  readonly url: string
  readonly adminUrl: string
  /**
   * Applies a newer configuration without dropping a connection. Returns the keys that need a
   * restart.
   */
  reload(config: Config): string[]
  /** Records in /metrics that a newer configuration has mistakes. */
  refuseReload(): void
  /** Drains and stops: /readyz turns 503 at once, calls in flight finish. */
  stop(): Promise<void>
}

export interface Gateway extends Service {
  /** The store's accounts and keys, for a command that runs the gateway itself. */
  readonly accounts: AccountStore
}

/** A serving process, as its parent sees it. */
export interface Serving extends Service {
  readonly metrics: Metrics
  /** See PrivateListenerDeps. */
  troubles(): readonly string[]
  down(): readonly string[]
  upstreams(): readonly UpstreamStatus[]
  readonly cordons: Cordons
  readonly newsOfOthers: CallerNews
}

/**
 * Starts a single-process gateway: the store, the ledger, the networks and the two listeners, in
 * order of dependency.
 *
 * Errors  rejects if the store cannot be opened, another gateway serves it, or an address is taken
 */
export const startGateway = async (
  config: Config,
  ports: SystemPorts,
  log: Log,
  open?: OpenStreams,
): Promise<Gateway> => {
  // Loaded here, because a gateway of several processes never needs it.
  const { openSingleProcess } = await import('./single-process.js')
  const processDeps = await openSingleProcess(config, ports, log)
  const serving = await startServing(config, ports, log, processDeps, open)
  return Object.assign(serving, { accounts: processDeps.store.accounts })
}

/** Serves calls with open dependencies, and closes them at the end, or if an address is taken. */
export const startServing = async (
  config: Config,
  ports: SystemPorts,
  log: Log,
  processDeps: ProcessDeps,
  open: OpenStreams = openStreams,
): Promise<Serving> => {
  const answerMemory = await openAnswerMemory(config.cache, ports, log)
  const tracing = await loadTracing(config, ports, log)
  const deps = { config, ports, log, processDeps, answerMemory, tracing, openStreams: open }
  const parts = await orGiveUp(
    () => new ServingParts(deps),
    () => giveUp(deps),
  )
  // Both listeners, or neither.
  const privateDeps = parts.privateDeps()
  const privateSide = await orGiveUp(
    async () => {
      await parts.server.start()
      return processDeps.startPrivate(privateDeps)
    },
    async () => {
      await parts.server.stop().catch(() => {})
      await closeNodes(parts, LAST_STEP_MS)
      await giveUp(deps)
    },
  )
  return serve(deps, parts, privateDeps, privateSide)
}

/** Loads the tracing modules only if traces are recorded. */
const loadTracing = async ({ tracing }: Config, { randomBytes }: SystemPorts, log: Log): Promise<OpenTracing> => {
  const counts: SpanCounts = { exported: 0, dropped: 0 }
  if (tracing === undefined) return { counts, begin: undefined, close: async () => {} }
  const { openTracing } = await import('../telemetry/tracing/tracing.js')
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
  return { counts, ...openTracing(tracing, randomBytes, events) }
}

const serve = (
  deps: ServingDeps,
  parts: ServingParts,
  { metrics, troubles, down, upstreams }: Pick<Serving, 'metrics' | 'troubles' | 'down' | 'upstreams'>,
  privateSide: PrivateSide,
): Serving => {
  const stopRecording = everySecond(() => {
    void parts.records.writeDue()
  })
  let stopping: Promise<void> | undefined
  return {
    url: parts.server.url,
    adminUrl: privateSide.privateUrl,
    metrics,
    troubles,
    down,
    upstreams,
    cordons: parts.cordons,
    newsOfOthers: parts.newsOfOthers,
    reload: (next) => parts.reload(next),
    refuseReload: () => parts.refuseReload(),
    stop: () => {
      stopping ??= drain(deps, parts, privateSide, stopRecording)
      return stopping
    },
  }
}

/** Ends a serving process: first calls in flight, then pending writes, then its resources. */
const drain = async (
  { ports: { nowMs }, log, processDeps, answerMemory, tracing }: ServingDeps,
  parts: ServingParts,
  privateSide: PrivateSide,
  stopRecording: () => void,
): Promise<void> => {
  const { events, records, server, storeWatch, streams } = parts
  parts.isDraining = true
  const steadyMs = steadyClock(nowMs)
  const endsAtMs = steadyMs() + parts.config.limits.drainTimeoutMs
  await server.stop()
  storeWatch.stop()
  stopRecording()
  const leftMs = () => Math.max(LAST_STEP_MS, endsAtMs - steadyMs())
  const limited = (step: Promise<unknown>) =>
    withTimeLimit(step, leftMs(), 'the store does not answer').catch((error: Error) => events.notSettled(error))
  const recordsWritten = records.flush()
  await streams.end()
  // A write that outlives its caller is charged when its node has answered.
  await closeNodes(parts, leftMs())
  await Promise.all([privateSide.stopHousekeeping(), processDeps.ledger.flush(), recordsWritten].map(limited))
  records.failovers.giveUp()
  await privateSide.stop()
  parts.watchedLedger.stop()
  await Promise.all([tracing.close(), processDeps.notices.close()])
  answerMemory.close()
  await processDeps.store.close()
  await log.flush()
}

/** Closes the connections to the nodes; waits for slow nodes at most `limitMs`. */
const closeNodes = (parts: ServingParts, limitMs: number): Promise<void> =>
  withTimeLimit(parts.closeNetworks(), limitMs, 'the nodes do not end their connections').catch(() => {})

const giveUp = async ({ answerMemory, tracing, processDeps }: ServingDeps): Promise<void> => {
  const { ledger, notices, store } = processDeps
  await Promise.all([tracing.close(), notices.close()])
  answerMemory.close()
  // The caller names what failed first.
  await ledger.flush().catch(() => {})
  await store.close()
}
