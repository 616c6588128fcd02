import { createSharedConnectionCount } from '../accounts/shared-connection-count.js'
import type { Config } from '../config/config.js'
import { publicUrlOf } from '../config/public-url.js'
import { applyReload } from '../config/restart-keys.js'
import { upstreamNames } from '../config/upstream-names.js'
import { refusedReload } from '../gateway/events.js'
import { startPrivateSide } from '../gateway/private-side.js'
import { LAST_STEP_MS, STATE_SECRET_BYTES, STORE_LOOK_MS } from '../gateway/process-context.js'
import type { Service } from '../gateway/serving.js'
import { LOCK_WAIT_MS } from '../gateway/single-process-ledger.js'
import { hostName, type SystemPorts } from '../runtime/system-ports.js'
import { withTimeLimit } from '../runtime/time-limit.js'
import { openStoreAt } from '../storage/open-address.js'
import type { Store } from '../storage/store.js'
import type { Log } from '../telemetry/log.js'
import { type Notices, openNotices } from '../telemetry/notices/notices.js'
import type { ReloadState } from '../telemetry/reload-gauges.js'
import { type Cordon, Cordons } from '../upstreams/health/cordons.js'
import { onChosenPort } from './chosen-port.js'
import type { WorkerCalls } from './messages.js'
import { type SharedStore, shareStore } from './shared-store.js'
import { createSupervisor, type Supervisor, type SupervisorParts, type WorkerSlot } from './supervisor.js'
import { forkWorker } from './worker-process.js'
import { createWorkerStatuses } from './worker-status.js'

/** What a worker gets beyond the time its calls may take. */
const LAST_WORDS_MS = 5_000

/**
 * Starts a gateway of several processes: this one owns the private listener, the store's housekeeping and, with SQLite, the store; the
 * `count` workers share the public port and serve. To the ledger each is a replica of its own.
 *
 * Errors  rejects when the store cannot be opened or is served already, an address is taken, or a worker cannot start
 */
export const startPrimary = async (initial: Config, ports: SystemPorts, log: Log, count: number): Promise<Service> => {
  const store = await openStoreAt(initial.store, { clock: ports.nowMs, synchronous: initial.synchronous })
  try {
    store.lock(LOCK_WAIT_MS)
    const shared = await shareStore(store, initial, log)
    try {
      return await onChosenPort(initial.listen, (port) =>
        startSupervisor({ config: initial, port, store, shared, ports, log, count }),
      )
    } catch (error) {
      shared.stop()
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

interface PrimaryParts {
  readonly config: Config
  /** Where the workers listen. */
  readonly port: number
  readonly store: Store
  readonly shared: SharedStore
  readonly ports: SystemPorts
  readonly log: Log
  readonly count: number
}

const startSupervisor = async (parts: PrimaryParts): Promise<Service> => {
  const { port, store, shared, ports, log } = parts
  const { nowMs } = ports
  let config = parts.config
  const notices = openNotices(config, log, nowMs, hostName())
  let isDraining = false
  let lastReload: ReloadState = { isTaken: true, takenAtMs: nowMs() }
  const statuses = createWorkerStatuses(
    () => supervisor,
    nowMs,
    () => lastReload,
    () => notices.counts,
  )
  const stateSecret = ports.randomBytes(STATE_SECRET_BYTES).toString('hex')
  const forWorkers = (whole: Config): Config => ({
    ...whole,
    // Each worker opens the ids that the others sealed.
    stateSecret: whole.stateSecret ?? stateSecret,
    // This process accepts for all of them, and has time to: no storm of connections waits for a busy worker.
    listen: { ...whole.listen, port, acceptors: 1 },
    // Those of a store that this process owns are beside the store.
    stateDir: shared.journalFolder,
  })
  let workerConfig = forWorkers(config)
  const supervisor: Supervisor = createSupervisor(
    supervisorParts(
      parts,
      () => workerConfig,
      statuses,
      () => supervisor,
      () => cordons.all,
      notices,
    ),
  )
  const notifyAll = <Name extends keyof WorkerCalls & string>(name: Name, ...args: Parameters<WorkerCalls[Name]>) => {
    for (const { worker } of supervisor.members) worker?.channel.notify(name, ...args)
  }
  const cordons = new Cordons(nowMs, () => notifyAll('cordoned', cordons.all))
  let url = ''
  const giveUp = async (error: unknown): Promise<never> => {
    statuses.stop()
    await notices.close()
    throw error
  }
  const privateSide = await startPrivateSide(store, {
    config: () => config,
    ports,
    log,
    metrics: statuses.metrics,
    troubles: () => {
      const trouble = store.trouble?.()
      const ofStore = trouble === undefined ? [] : [`store: ${trouble}`]
      return [...(isDraining ? ['draining'] : []), ...ofStore, ...statuses.troubles()]
    },
    down: statuses.down,
    upstreams: statuses.upstreams,
    cordons,
    baseUrl: () => publicUrlOf(config, url),
    workers: statuses.workers,
  }).catch(giveUp)
  const closePrivateSide = async () => {
    // What it still asks of a store that hangs is given up with the store.
    await withTimeLimit(privateSide.rest(), LAST_STEP_MS, 'the store does not answer').catch(() => {})
    await privateSide.stop()
  }
  url = await supervisor.start().catch(async (error: unknown) => {
    await closePrivateSide()
    return giveUp(error)
  })
  const looking = setInterval(() => {
    if (store.changed()) notifyAll('changed')
  }, STORE_LOOK_MS)

  let stopping: Promise<void> | undefined
  const stop = async () => {
    isDraining = true
    await supervisor.stop(config.limits.drainTimeoutMs + LAST_WORDS_MS)
    clearInterval(looking)
    cordons.stop()
    statuses.stop()
    await closePrivateSide()
    shared.stop()
    await notices.close()
    await store.close()
    await log.flush()
  }
  return {
    url,
    adminUrl: privateSide.adminUrl,
    reload: (next) => {
      const applied = applyReload(config, next)
      config = applied.config
      lastReload = { isTaken: true, takenAtMs: nowMs() }
      cordons.keep((network, upstream) => upstreamNames(config.networks.get(network)).includes(upstream))
      workerConfig = forWorkers(config)
      notifyAll('reload', workerConfig)
      return applied.needRestart
    },
    refuseReload: () => {
      lastReload = { ...lastReload, isTaken: false }
      notices.send(refusedReload(nowMs()))
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** What the workers get, may ask, and leave behind. */
const supervisorParts = (
  { shared, ports, log, count }: PrimaryParts,
  configOf: () => Config,
  statuses: ReturnType<typeof createWorkerStatuses>,
  supervisor: () => Supervisor,
  cordoned: () => readonly Cordon[],
  notices: Notices,
): SupervisorParts => {
  const connections = createSharedConnectionCount()
  const stores = new Map<WorkerSlot, ReturnType<SharedStore['answersFor']>>()
  const configSentTo = new Map<WorkerSlot, Config>()
  return {
    count,
    log,
    nowMs: ports.nowMs,
    fork: (answers) =>
      forkWorker(
        answers,
        (text) => log.error({ text }, 'a worker wrote to standard error'),
        (err) => log.error({ err }, 'bug'),
      ),
    answersFor: (member) => {
      const { number } = member
      const answers = shared.answersFor((accountId) => member.worker?.channel.notify('wanted', accountId))
      stores.set(member, answers)
      return {
        ...answers.calls,
        start: () => {
          const config = configOf()
          configSentTo.set(member, config)
          return { config, number, workers: count, isStoreRemote: shared.isOwned }
        },
        openConnection: (accountId, maxConnections) => connections.open(number, accountId, maxConnections),
        closeConnection: (accountId) => connections.close(number, accountId),
        notice: (notice) => notices.send(notice),
        spent: (spending) => {
          for (const other of supervisor().members)
            if (other !== member) other.worker?.channel.notify('spent', spending)
        },
      }
    },
    onReady: (member) => {
      // What was saved while it started.
      if (configSentTo.get(member) !== configOf()) member.worker?.channel.notify('reload', configOf())
      if (cordoned().length > 0) member.worker?.channel.notify('cordoned', cordoned())
    },
    onGone: async (member) => {
      stores.get(member)?.close()
      connections.closeAll(member.number)
      statuses.bury(member)
      await shared
        .settleLeft()
        .catch((error: Error) => log.warn({ error: error.message }, 'journals of ended workers not settled yet'))
    },
    onReplaced: statuses.metrics.replaced,
  }
}
