import type { AccountStore } from '../accounts/account-store.js'
import { createGuessLimit } from '../accounts/guess-limit.js'
import { createKeyResolver } from '../accounts/key-resolver.js'
import { createKeyUses } from '../accounts/key-uses.js'
import type { Config } from '../config/config.js'
import { publicUrlOf } from '../config/public-url.js'
import { applyReload } from '../config/restart-keys.js'
import type { ListenerContext } from '../listeners/listener-context.js'
import { PublicServer } from '../listeners/public-server.js'
import type { Observer } from '../pipeline/stages/observe.js'
import { IdleInterval } from '../runtime/idle-interval.js'
import { requestIds, type SystemPorts } from '../runtime/system-ports.js'
import { withTimeLimit } from '../runtime/time-limit.js'
import type { Log } from '../telemetry/log.js'
import { createMetrics, type Metrics } from '../telemetry/metrics.js'
import { ByteBudget } from '../upstreams/byte-budget.js'
import type { UpstreamStatus } from '../upstreams/status.js'
import { openAnswerMemory } from './answer-cache.js'
import { answerRecorder } from './answer-events.js'
import { forwardedRecorder } from './failover-events.js'
import { upstreamRecorder } from './health-events.js'
import { buildNetworks, type NetworkRegistry } from './networks.js'
import type { ProcessContext } from './process-context.js'

const STORE_LOOK_MS = 250
const KEY_USES_EVERY_MS = 1_000
/** What each last step of a drain gets at least: none of them hangs with the store. */
const LAST_STEP_MS = 1_000
const MAX_KEYS_IN_MEMORY = 50_000
const MAX_UNKNOWN_KEYS = 50_000

/** A gateway's processes and their end; `serve` runs one of these, of whatever kind. */
export interface Service {
  readonly url: string
  readonly adminUrl: string
  /** Goes on with another configuration, without dropping a connection. Returns the keys that take effect only after a restart. */
  reload(config: Config): string[]
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
  /** See AdminDesk. */
  troubles(): string[]
  down(): string[]
  /** How its upstreams are. */
  upstreams(): readonly UpstreamStatus[]
}

/**
 * Starts a gateway: the store, the ledger, the networks and the two listeners, in the order in which they need each other.
 *
 * Errors  rejects when the store cannot be opened, is served by another gateway, or an address is taken
 */
export const startGateway = async (config: Config, edges: SystemPorts, log: Log): Promise<Gateway> => {
  // Workers never need what opens a store of one's own.
  const { openSingleProcess: openAlone } = await import('./single-process.js')
  const place = await openAlone(config, edges, log)
  return { ...(await startServing(config, edges, log, place)), accounts: place.store.accounts }
}

/** Serves calls in a place that is open already, and closes it in the end, or when a listener's address is taken. */
export const startServing = async (
  initial: Config,
  edges: SystemPorts,
  log: Log,
  { store, ledger, throttle, connections, processes, startPrivate }: ProcessContext,
): Promise<Serving> => {
  let config = initial
  let isDraining = false
  const { nowMs } = edges

  const directory = createKeyResolver({
    store: store.accounts,
    plans: () => config.plans,
    maxEntries: MAX_KEYS_IN_MEMORY,
    maxUnknown: MAX_UNKNOWN_KEYS,
    guessLimit: createGuessLimit(() => config.limits.maxUnknownKeysPerSecond / processes, nowMs),
    now: nowMs,
  })
  const budget = new ByteBudget(config.limits.maxHeldBytes)
  const memory = await openAnswerMemory(config.cache, nowMs, log)
  const metrics = createMetrics({
    webSockets: () => transport.webSockets.size,
    heldBytes: () => budget.heldBytes,
    cacheBytes: () => memory.answers.heldBytes,
    upstreams: () => world.upstreams(),
  })
  const keyUses = createKeyUses(store.usage, nowMs, edges.afterTurn)
  const notWritten = (error: Error) => log.warn({ error: error.message }, 'last uses of keys not written')
  const observer: Observer = {
    call: (observation) => {
      if (observation.keyId !== undefined) keyUses.saw(observation.keyId)
      metrics.call(observation)
      log.call(observation)
    },
    bug: (error, requestId) => log.error({ requestId, err: error }, 'bug'),
  }
  const baseUrl = () => publicUrlOf(config, transport.url)
  const shared = {
    ledger,
    throttle,
    budget,
    pace: () => config.limits,
    observer,
    nowMs,
    onAttempt: (network: string, upstream: { name: string }, outcome: string) =>
      metrics.attempt(network, upstream.name, outcome),
    onHedge: (network: string, outcome: string) => metrics.hedge(network, outcome),
    onForwarded: forwardedRecorder(store.usage, metrics, log, nowMs),
    onHealth: upstreamRecorder(metrics, log),
    ...answerRecorder(metrics, log),
    memory,
    cacheCounts: metrics.cache,
    onSharing: (network: string, upstream: string, isSharing: boolean) =>
      log.info({ network, upstream, isSharing }, 'upstream shares round trips'),
    baseUrl,
  }
  const desk: ListenerContext = {
    networks: { byHost: (host) => world.table.byHost(host), byName: (name) => world.table.byName(name) },
    findKey: (keyText, source, lastKey) => {
      looking.use()
      return directory.find(keyText, source, lastKey)
    },
    observer,
    nowMs,
    connections,
    limits: () => config.limits,
    budget,
    trustedProxies: () => config.listen.trustedProxies,
    nextRequestId: requestIds(edges),
    remainingCredits: (entitlement) => ledger.remainingCredits(entitlement),
    answer: (call) => world.answer(call),
    contract: (network) => world.contract(network),
  }
  const giveUp = async () => {
    memory.close()
    await ledger.flush()
    await store.close()
  }
  const transport = await orGiveUp(() => new PublicServer(config, desk, certificateLog(log)), giveUp)
  let world: NetworkRegistry = buildNetworks(config, shared)

  const troubles = (): string[] => {
    const trouble = ledger.trouble()
    return [...(isDraining ? ['draining'] : []), ...(trouble === undefined ? [] : [`ledger: ${trouble}`])]
  }
  const parts = {
    config: () => config,
    edges,
    log,
    metrics,
    troubles,
    down: () => world.down(),
    upstreams: () => world.upstreams(),
    baseUrl,
  }
  // Both listeners, or neither.
  const privateSide = await orGiveUp(
    async () => {
      await transport.start()
      return startPrivate(parts)
    },
    async () => {
      await transport.stop().catch(() => {})
      await world.retire()
      await giveUp()
    },
  )
  const refresh = () => {
    directory.clear()
    transport.webSockets.recheckAll().catch((bug: unknown) => observer.bug(bug, ''))
  }
  // While no call comes and no WebSocket is open, there is nothing that a change could end; the next call looks first.
  const looking = new IdleInterval(STORE_LOOK_MS, () => {
    if (store.changed()) refresh()
    else transport.webSockets.recheckEnded(nowMs()).catch((bug: unknown) => observer.bug(bug, ''))
    return transport.webSockets.size > 0
  })
  const noting = setInterval(() => void keyUses.flushDue().catch(notWritten), KEY_USES_EVERY_MS)

  let stopping: Promise<void> | undefined
  const stop = async () => {
    isDraining = true
    const endsAtMs = nowMs() + config.limits.drainTimeoutMs
    await transport.stop()
    looking.stop()
    clearInterval(noting)
    const inTime = (step: Promise<unknown>) =>
      withTimeLimit(step, Math.max(LAST_STEP_MS, endsAtMs - nowMs()), 'the store does not answer').catch(
        (error: Error) => log.warn({ error: error.message }, 'not everything was settled; the next start does it'),
      )
    await Promise.all([privateSide.rest(), ledger.flush(), keyUses.flush().catch(notWritten)].map(inTime))
    await privateSide.stop()
    await world.retire()
    memory.close()
    await store.close()
    log.flush()
  }

  return {
    url: transport.url,
    adminUrl: privateSide.adminUrl,
    metrics,
    troubles,
    down: () => world.down(),
    upstreams: () => world.upstreams(),
    reload: (next) => {
      const previous = world
      const applied = applyReload(config, next)
      config = applied.config
      memory.bound(config.cache)
      world = buildNetworks(config, shared, previous)
      transport.bound(config)
      previous.retire(world).catch((bug: unknown) => observer.bug(bug, ''))
      refresh()
      return applied.needRestart
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

const certificateLog = (log: Log) => (error: Error | undefined) =>
  error === undefined
    ? log.info({}, 'certificate reloaded')
    : log.error({ reason: error.message }, 'certificate not reloaded; the old one stays in use')

/** Starts something; when it refuses, gives up what was there before. */
const orGiveUp = async <Made>(start: () => Made | Promise<Made>, giveUp: () => Promise<void>): Promise<Made> => {
  try {
    return await start()
  } catch (error) {
    await giveUp()
    throw error
  }
}
