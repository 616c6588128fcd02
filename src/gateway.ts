import type { AccountStore } from './accounts/account-store.js'
import { createDirectory } from './accounts/directory.js'
import { createGuessLimit } from './accounts/guess-limit.js'
import { createKeyUses } from './accounts/key-uses.js'
import { createAdminApi } from './admin/api.js'
import { apiWords } from './admin/methods.js'
import { createTokenGate } from './admin/token-gate.js'
import { answerRecorder } from './answer-recorder.js'
import type { Config } from './config/config.js'
import { fixedKeys } from './config/fixed-keys.js'
import { createThrottle } from './credits/throttle-bucket.js'
import { createRetention } from './credits/usage-retention.js'
import { type Edges, requestIds } from './edges.js'
import { forwardedRecorder } from './forwarded-recorder.js'
import { type AdminListener, startAdmin } from './listeners/admin.js'
import type { AdminApiDesk } from './listeners/admin-api.js'
import type { Desk } from './listeners/desk.js'
import { GatewayTransport } from './listeners/transport.js'
import { openAnswerMemory } from './open-answer-memory.js'
import { type OpenLedger, openLedger } from './open-ledger.js'
import type { Observer } from './pipeline/observe.js'
import { openStoreAt } from './storage/open-address.js'
import type { Log } from './telemetry/log.js'
import { createMetrics } from './telemetry/metrics.js'
import { upstreamRecorder } from './upstream-recorder.js'
import { ByteBudget } from './upstreams/byte-budget.js'
import { buildWorld, type World } from './world.js'

const STORE_LOOK_MS = 250
const KEY_USES_EVERY_MS = 60_000
const RETENTION_EVERY_MS = 3_600_000
const MAX_KEYS_IN_MEMORY = 50_000
const MAX_UNKNOWN_KEYS = 50_000

/** A running gateway. */
export interface Gateway {
  readonly url: string
  readonly adminUrl: string
  /** The store's accounts and keys, for a command that runs the gateway itself. */
  readonly accounts: AccountStore
  /** Goes on with another configuration, without dropping a connection. Returns the keys that take effect only after a restart. */
  reload(config: Config): string[]
  /** Drains and stops: /readyz turns 503 at once, calls in flight finish. */
  stop(): Promise<void>
}

/**
 * Starts a gateway: the store, the ledger, the networks and the two listeners, in the order in which they need each other.
 *
 * Errors  rejects when the store cannot be opened, is served by another gateway, or an address is taken
 */
export const startGateway = async (initial: Config, edges: Edges, log: Log): Promise<Gateway> => {
  let config = initial
  let isDraining = false
  const { nowMs } = edges
  const store = await openStoreAt(config.store, { clock: nowMs, synchronous: config.synchronous })
  let ledger: OpenLedger
  try {
    store.lock()
    ledger = await openLedger(store, config, edges)
  } catch (error) {
    await store.close()
    throw error
  }

  const directory = createDirectory({
    store: store.accounts,
    plans: () => config.plans,
    maxEntries: MAX_KEYS_IN_MEMORY,
    maxUnknown: MAX_UNKNOWN_KEYS,
    guessLimit: createGuessLimit(() => config.limits.maxUnknownKeysPerSecond, nowMs),
    now: nowMs,
  })
  const budget = new ByteBudget(config.limits.maxHeldBytes)
  const memory = openAnswerMemory(config.cache, nowMs, log)
  const metrics = createMetrics({
    webSockets: () => transport.webSockets.size,
    heldBytes: () => budget.heldBytes,
    cacheBytes: () => memory.answers.heldBytes,
    upstreams: () => world.upstreams(),
  })
  const keyUses = createKeyUses(store.usage, nowMs, edges.afterTurn)
  const writeKeyUses = () =>
    keyUses.flush().catch((error: Error) => log.warn({ error: error.message }, 'last uses of keys not written'))
  const observer: Observer = {
    call: (observation) => {
      if (observation.keyId !== undefined) keyUses.saw(observation.keyId)
      metrics.call(observation)
      log.info(observation, 'call')
    },
    bug: (error, requestId) => log.error({ requestId, err: error }, 'bug'),
  }
  const shared = {
    ledger,
    throttle: createThrottle(),
    budget,
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
    baseUrl: () => transport.url,
  }
  let world: World = buildWorld(config, shared)

  const desk: Desk = {
    networks: { byHost: (host) => world.table.byHost(host), byName: (name) => world.table.byName(name) },
    findKey: (keyText, source) => directory.find(keyText, source),
    observer,
    nowMs,
    limits: () => config.limits,
    trustedProxies: () => config.listen.trustedProxies,
    nextRequestId: requestIds(edges),
    remainingCredits: (entitlement) => ledger.remainingCredits(entitlement),
    answer: (call) => world.answer(call),
    contract: (network) => world.contract(network),
  }
  const transport = new GatewayTransport(config, desk, (error) =>
    error === undefined
      ? log.info({}, 'certificate reloaded')
      : log.error({ reason: error.message }, 'certificate not reloaded; the old one stays in use'),
  )
  for (const router of world.routers) transport.addRouter(router)

  const troubles = (): string[] => {
    const trouble = ledger.trouble()
    return [...(isDraining ? ['draining'] : []), ...(trouble === undefined ? [] : [`ledger: ${trouble}`])]
  }
  const adminApi: AdminApiDesk = {
    api: createAdminApi((error) => observer.bug(error, '')),
    gate: createTokenGate(() => config.admin.token, nowMs),
    operator: () => ({
      config,
      store,
      words: apiWords,
      nowMs,
      randomBytes: edges.randomBytes,
      baseUrl: transport.url,
      upstreams: () => world.upstreams(),
    }),
    onCall: (call) => log.info(call, 'admin call'),
  }
  const admin = await listen(
    transport,
    () => startAdmin(config.admin, { metrics, troubles, down: () => world.down(), ...adminApi }),
    async () => {
      memory.close()
      await ledger.flush()
      await store.close()
    },
  )
  const refresh = () => {
    directory.clear()
    transport.webSockets.recheckAll().catch((bug: unknown) => observer.bug(bug, ''))
  }
  const looking = setInterval(() => {
    if (store.changed()) refresh()
    else transport.webSockets.recheckEnded(nowMs()).catch((bug: unknown) => observer.bug(bug, ''))
  }, STORE_LOOK_MS)
  const noting = setInterval(writeKeyUses, KEY_USES_EVERY_MS)
  const retention = createRetention({ ...edges, store: store.usage, days: () => config.usage })
  const shorten = () =>
    retention
      .run()
      .catch((error: Error) => log.warn({ error: error.message }, 'old usage not rolled up; tried again later'))
  const shortening = setInterval(shorten, RETENTION_EVERY_MS)
  shorten()

  let stopping: Promise<void> | undefined
  const stop = async () => {
    isDraining = true
    await transport.stop()
    for (const timer of [looking, noting, shortening]) clearInterval(timer)
    await retention.stop()
    await ledger.flush()
    await writeKeyUses()
    await admin.stop()
    await world.retire()
    memory.close()
    await store.close()
    log.flush()
  }

  return {
    url: transport.url,
    adminUrl: admin.url,
    accounts: store.accounts,
    reload: (next) => {
      const needRestart = fixedKeys(config, next)
      const previous = world
      config = {
        ...next,
        listen: { ...config.listen, trustedProxies: next.listen.trustedProxies },
        // The address stays; a new token is in force at once.
        admin: { ...next.admin, host: config.admin.host, port: config.admin.port },
        store: config.store,
        stateDir: config.stateDir,
        synchronous: config.synchronous,
        cache: { ...next.cache, shared: config.cache.shared },
      }
      memory.bound(config.cache)
      world = buildWorld(config, shared, previous)
      transport.routers = [...world.routers]
      transport.bound(config)
      previous.retire(world).catch((bug: unknown) => observer.bug(bug, ''))
      refresh()
      return needRestart
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Starts both listeners, or neither. */
const listen = async (
  transport: GatewayTransport,
  startPrivate: () => Promise<AdminListener>,
  giveUp: () => Promise<void>,
): Promise<AdminListener> => {
  try {
    await transport.start()
    return await startPrivate()
  } catch (error) {
    await transport.stop().catch(() => {})
    await giveUp()
    throw error
  }
}
