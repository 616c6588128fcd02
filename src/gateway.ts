import type { AccountStore } from './accounts/account-store.js'
import { createDirectory } from './accounts/directory.js'
import { createGuessLimit } from './accounts/guess-limit.js'
import { createKeyUses } from './accounts/key-uses.js'
import { createAdminApi } from './admin/api.js'
import { apiWords } from './admin/methods.js'
import { createTokenGate } from './admin/token-gate.js'
import type { Config } from './config/config.js'
import { createThrottle } from './credits/throttle-bucket.js'
import { createRetention } from './credits/usage-retention.js'
import type { UsageStore } from './credits/usage-store.js'
import type { Edges } from './edges.js'
import { type AdminListener, startAdmin } from './listeners/admin.js'
import type { AdminApiDesk } from './listeners/admin-api.js'
import type { Desk } from './listeners/desk.js'
import { GatewayTransport } from './listeners/transport.js'
import { type OpenLedger, openLedger } from './open-ledger.js'
import type { Observer } from './pipeline/observe.js'
import { openStoreAt } from './storage/open-address.js'
import type { Log } from './telemetry/log.js'
import { createMetrics } from './telemetry/metrics.js'
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
  const store = await openStoreAt(config.store, { clock: nowMs })
  let ledger: OpenLedger
  try {
    store.lock()
    ledger = await openLedger(store, config.stateDir, edges)
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
  const metrics = createMetrics({ webSockets: () => transport.webSockets.size, heldBytes: () => budget.heldBytes })
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
    onForwarded: forwardedRecorder(store.usage, metrics, log, nowMs),
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
    operator: () => ({ config, store, words: apiWords, nowMs, randomBytes: edges.randomBytes, baseUrl: transport.url }),
    onCall: (call) => log.info(call, 'admin call'),
  }
  const admin = await listen(
    transport,
    () => startAdmin(config.admin, { metrics, troubles, down: () => world.down(), ...adminApi }),
    async () => {
      await ledger.flush()
      await store.close()
    },
  )
  const refresh = () => {
    directory.clear()
    transport.webSockets.recheckAll().catch((bug: unknown) => observer.bug(bug, ''))
  }
  const looking = setInterval(() => {
    if (store.changed() || directory.hasKeyEnded()) refresh()
  }, STORE_LOOK_MS)
  const noting = setInterval(writeKeyUses, KEY_USES_EVERY_MS)
  const retention = createRetention({ ...edges, store: store.usage, days: () => config.usage })
  const shorten = () =>
    retention
      .run()
      .catch((error: Error) => log.warn({ error: error.message }, 'old usage not rolled up; tried again later'))
  const shortening = setInterval(shorten, RETENTION_EVERY_MS)
  shorten()

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
      }
      world = buildWorld(config, shared, previous)
      transport.routers = [...world.routers]
      transport.bound(config)
      previous.retire(world).catch((bug: unknown) => observer.bug(bug, ''))
      refresh()
      return needRestart
    },
    stop: async () => {
      isDraining = true
      await transport.stop()
      clearInterval(looking)
      clearInterval(noting)
      clearInterval(shortening)
      await retention.stop()
      await ledger.flush()
      await writeKeyUses()
      await admin.stop()
      await world.retire()
      await store.close()
      log.flush()
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

/** Keys of the configuration that a running process cannot change. */
const fixedKeys = (old: Config, next: Config): string[] => {
  const facts = (config: Config): Record<string, unknown> => ({
    'listen.host': config.listen.host,
    'listen.port': config.listen.port,
    'listen.tls': JSON.stringify(config.listen.tls),
    'admin.host': config.admin.host,
    'admin.port': config.admin.port,
    store: config.store,
    stateDir: config.stateDir,
    'limits.maxHeaderBytes': config.limits.maxHeaderBytes,
    'limits.maxHeldBytes': config.limits.maxHeldBytes,
    'log.level': config.log.level,
  })
  const [before, after] = [facts(old), facts(next)]
  return Object.keys(before).filter((key) => before[key] !== after[key])
}

/** Request ids: unlike those of any other process, and in order within this one. */
const requestIds = ({ randomBytes }: Edges): (() => string) => {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}

type ForwardedListener = Parameters<typeof buildWorld>[1]['onForwarded']

/** Keeps every call that went to a partner: who, when, why, how long. */
const forwardedRecorder =
  (
    usage: Pick<UsageStore, 'recordForwarded'>,
    metrics: { forwarded(network: string, method: string): void },
    log: Log,
    nowMs: () => number,
  ): ForwardedListener =>
  (call, partner, reason, durationMs) => {
    const { network, entitlement } = call.caller
    metrics.forwarded(network.name, call.row.name)
    const row = {
      at: new Date(nowMs()).toISOString(),
      accountId: entitlement.account.id,
      keyId: entitlement.key.id,
      network: network.name,
      method: call.row.name,
      partner: partner.name,
      reason,
      durationMs: Math.round(durationMs),
    }
    usage
      .recordForwarded(row)
      .catch((error: Error) => log.error({ ...row, error: error.message }, 'forwarded call not recorded'))
  }
