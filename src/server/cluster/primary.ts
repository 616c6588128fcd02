import { hostName, type SystemPorts } from '../../runtime/system-ports.js'
import { withTimeLimit } from '../../runtime/time-limit.js'
import { type Config, upstreamNames } from '../config/config.js'
import { publicUrlOf } from '../config/public-url.js'
import { applyReload } from '../config/restart-keys.js'
import { refusedReload } from '../gateway/events/process-recorder.js'
import { storeOptions } from '../gateway/open-ledger.js'
import { startPrivateSide } from '../gateway/private-side.js'
import { LAST_STEP_MS, type PrivateDeps, type PrivateSide, STORE_POLL_MS } from '../gateway/process-deps.js'
import { LOCK_WAIT_MS, readStateSecret } from '../gateway/single-process.js'
import type { Service } from '../gateway/start.js'
import { openStoreAt } from '../storage/open-address.js'
import type { Store } from '../storage/store.js'
import type { ReloadState } from '../telemetry/gateway-metrics.js'
import type { Log } from '../telemetry/log.js'
import { Notices } from '../telemetry/notices/notices.js'
import { Cordons } from '../upstreams/health/cordons.js'
import { onChosenPort } from './free-port.js'
import { type SharedStore, shareStore } from './shared-store.js'
import { WorkerGroup } from './worker-group.js'
import { WorkerStatuses } from './worker-status.js'

/** Extra time for a worker after the limit of its calls. */
const LAST_WORDS_MS = 5_000

/**
 * Starts a gateway of several processes: this one owns the private listener, the store's
 * housekeeping and, with SQLite, the store; the `count` workers share the public port and serve. To
 * the ledger each is a separate replica.
 *
 * Errors  rejects if the store cannot be opened or is served already, an address is taken, or a
 *         worker cannot start
 */
export const startPrimary = async (initial: Config, ports: SystemPorts, log: Log, count: number): Promise<Service> => {
  const store = await openStoreAt(initial.store, storeOptions(initial, ports, log))
  try {
    store.lock(LOCK_WAIT_MS)
    const shared = await shareStore(store, initial, log)
    try {
      const stateSecret = await readStateSecret(initial, store, ports)
      return await onChosenPort(initial.listen, async (port) => {
        const primary = new PrimaryProcess({ config: initial, port, store, shared, stateSecret, ports, log, count })
        await primary.start()
        return primary
      })
    } catch (error) {
      shared.stop()
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

interface PrimaryDeps {
  readonly config: Config
  readonly port: number
  readonly store: Store
  readonly shared: SharedStore
  readonly stateSecret: string
  readonly ports: SystemPorts
  readonly log: Log
  readonly count: number
}

/** The process that owns the workers, from their start to the last line of the log. */
class PrimaryProcess implements Service {
  /** Empty until all workers serve. */
  url = ''
  adminUrl = ''
  private config: Config
  private lastReload: ReloadState
  private readonly notices: Notices
  private readonly statuses: WorkerStatuses
  private readonly workers: WorkerGroup
  private readonly cordons: Cordons
  private privateSide: PrivateSide | undefined
  private polling: NodeJS.Timeout | undefined
  private isDraining = false
  private stopping: Promise<void> | undefined

  constructor(private readonly deps: PrimaryDeps) {
    const { config, log } = deps
    const { nowMs } = deps.ports
    this.config = config
    this.lastReload = { isTaken: true, takenAtMs: nowMs() }
    this.notices = new Notices(config, log, nowMs, hostName())
    this.statuses = new WorkerStatuses({
      slots: () => this.workers.slots,
      nowMs,
      reload: () => this.lastReload,
      troubles: () => this.troubles(),
      notices: () => this.notices.counts,
    })
    this.cordons = new Cordons(nowMs, () => this.workers.notify('cordoned', this.cordons.all))
    this.workers = new WorkerGroup(config, {
      ...deps,
      statuses: this.statuses,
      notices: this.notices,
      cordoned: () => this.cordons.all,
    })
  }

  /**
   * Errors: rejects if the private address is taken or a worker cannot start; then all is closed.
   */
  async start(): Promise<void> {
    const { store } = this.deps
    try {
      this.privateSide = await startPrivateSide(store, this.notices.counts.linkRequests, this.privateDeps())
      this.adminUrl = this.privateSide.privateUrl
      this.url = await this.workers.start()
    } catch (error) {
      await this.closePrivateSide()
      this.statuses.stop()
      await this.notices.close()
      throw error
    }
    this.polling = setInterval(() => {
      if (store.takeChange()) this.workers.notify('changed')
    }, STORE_POLL_MS)
  }

  reload(next: Config): string[] {
    const applied = applyReload(this.config, next)
    this.config = applied.config
    this.lastReload = { isTaken: true, takenAtMs: this.deps.ports.nowMs() }
    this.cordons.keep((network, upstream) => upstreamNames(this.config.networks.get(network)).includes(upstream))
    this.workers.reload(this.config)
    return applied.needRestart
  }

  refuseReload(): void {
    this.lastReload = { ...this.lastReload, isTaken: false }
    this.notices.send(refusedReload(this.deps.ports.nowMs()))
  }

  stop(): Promise<void> {
    this.stopping ??= this.drain()
    return this.stopping
  }

  private privateDeps(): PrivateDeps {
    const { ports, log } = this.deps
    const { statuses } = this
    return {
      config: () => this.config,
      ports,
      log,
      metrics: statuses,
      troubles: () => this.troubles(),
      down: () => statuses.down(),
      upstreams: () => statuses.upstreams(),
      cordons: this.cordons,
      baseUrl: () => publicUrlOf({ listen: { ...this.config.listen, port: this.deps.port } }),
      workers: () => statuses.workers(),
    }
  }

  /** Reasons why the gateway as a whole can get no traffic. */
  private troubles(): string[] {
    const trouble = this.deps.store.trouble?.()
    const ofStore = trouble === undefined ? [] : [`store: ${trouble}`]
    const isStarting = this.url === ''
    return [
      ...(isStarting ? ['starting'] : []),
      ...(this.isDraining ? ['draining'] : []),
      ...ofStore,
      ...this.statuses.troubles(),
    ]
  }

  private async drain(): Promise<void> {
    const { shared, store, log } = this.deps
    this.isDraining = true
    await this.workers.stop(this.config.limits.drainTimeoutMs + LAST_WORDS_MS)
    clearInterval(this.polling)
    this.cordons.stop()
    this.statuses.stop()
    await this.closePrivateSide()
    shared.stop()
    await this.notices.close()
    await store.close()
    await log.flush()
  }

  private async closePrivateSide(): Promise<void> {
    const { privateSide } = this
    if (privateSide === undefined) return
    // Queries to a store that hangs are abandoned with the store.
    await withTimeLimit(privateSide.stopHousekeeping(), LAST_STEP_MS, 'the store does not answer').catch(() => {})
    await privateSide.stop()
  }
}
