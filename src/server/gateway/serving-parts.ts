import { isDeepStrictEqual } from 'node:util'
import { mapDeferred } from '../../runtime/deferred.js'
import { requestIds } from '../../runtime/system-ports.js'
import { IdleInterval } from '../../runtime/timers.js'
import { openedBodies } from '../../runtime/turns/process-budgets.js'
import { GuessLimit } from '../accounts/guess-limit.js'
import { KeyResolver } from '../accounts/key-resolver.js'
import { CallerTokens } from '../accounts/tokens/caller-tokens.js'
import { type Config, upstreamNames } from '../config/config.js'
import { publicUrlOf, requestUrlOf } from '../config/public-url.js'
import { applyReload } from '../config/restart-keys.js'
import { RemainingCredits } from '../credits/remaining-credits.js'
import { WatchedLedger } from '../credits/watched-ledger.js'
import { DocsSite } from '../docs/docs-site.js'
import type { ListenerDeps } from '../listeners/listener-deps.js'
import { PublicServer } from '../listeners/public-server.js'
import { networkTable } from '../networks/network.js'
import { SealedIds } from '../pipeline/stateful/sealed-ids.js'
import type { ReloadState } from '../telemetry/gateway-metrics.js'
import { createMetrics, type Metrics, NO_NOTICES } from '../telemetry/metrics.js'
import { ByteBudget } from '../upstreams/byte-budget.js'
import { Cordons } from '../upstreams/health/cordons.js'
import { CallRecords } from './events/call-records.js'
import { ProcessRecorder } from './events/process-recorder.js'
import { buildNetworks, type NetworkDeps, type NetworkRegistry } from './networks.js'
import { type CallerNews, type PrivateDeps, type ServingDeps, STORE_POLL_MS } from './process-deps.js'
import { ProcessStreams } from './streams/process-streams.js'

const MAX_KEYS_IN_MEMORY = 50_000
const MAX_UNKNOWN_KEYS = 50_000
/** Used shares of a day's credits at which an account, or a key with a limit, is warned of. */
const WARN_AT_PERCENT = [80, 95, 100]

/** The listeners' view, which only this file changes. */
type ListenerView = { -readonly [Name in keyof ListenerDeps]: ListenerDeps[Name] }

/**
 * The parts of a serving process, made in order of dependency. A reload replaces the configuration
 * and the networks, and passes them to the other parts.
 */
export class ServingParts {
  config: Config
  isDraining = false
  readonly metrics: Metrics
  readonly events: ProcessRecorder
  readonly records: CallRecords
  readonly server: PublicServer
  readonly cordons: Cordons
  /** Polls the store for changes while there are calls or WebSockets; the next call polls first. */
  readonly storeWatch = new IdleInterval(STORE_POLL_MS, () => this.pollStore())
  readonly watchedLedger: WatchedLedger
  readonly streams: ProcessStreams
  /** Takes the news of another process of this gateway. */
  readonly newsOfOthers: CallerNews = {
    headServed: (network, number) => this.networks.served.get(network)?.nodes.head.servedElsewhere(number),
    writeAccepted: (network, upstream, accountId) => {
      this.networks.served.get(network)?.nodes.pool.writes.accepted(upstream, this.keys.shareOf(accountId))
    },
  }
  private readonly budget: ByteBudget
  private readonly keys: KeyResolver
  private readonly networkDeps: NetworkDeps
  private readonly docs: DocsSite
  private readonly tokens: CallerTokens
  private networks: NetworkRegistry
  private readonly listenerDeps: ListenerView
  private lastReload: ReloadState

  /** Errors: throws if the certificate or the keys of tokens cannot be read. */
  constructor(private readonly deps: ServingDeps) {
    const { config, ports, log, processDeps, answerMemory } = deps
    const { nowMs } = ports
    this.config = config
    this.lastReload = { isTaken: true, takenAtMs: nowMs() }
    this.budget = new ByteBudget(config.limits.maxHeldBytes)
    this.metrics = this.makeMetrics()
    this.records = new CallRecords(processDeps.store.usage, ports, log)
    const { metrics, records } = this
    this.events = new ProcessRecorder({ metrics, log, records, nowMs, notices: processDeps.notices })
    this.watchedLedger = new WatchedLedger(processDeps.ledger.ledger, WARN_AT_PERCENT, nowMs, (warning) =>
      this.events.creditWarning(warning),
    )
    const guessesPerSecond = () => this.config.limits.maxUnknownKeysPerSecond / processDeps.processes
    this.keys = new KeyResolver({
      store: processDeps.store.accounts,
      plans: () => this.config.plans,
      maxEntries: MAX_KEYS_IN_MEMORY,
      maxUnknown: MAX_UNKNOWN_KEYS,
      guessLimit: new GuessLimit(guessesPerSecond, nowMs),
      storeWatch: this.storeWatch,
      nowMs,
    })
    this.cordons = new Cordons(nowMs, () => this.networks.cordon())
    const { stateSecret, throttle, notifyOthers } = processDeps
    const { ledger } = processDeps.ledger
    const streamDeps = deps.openStreams(ports, { ledger, watchedLedger: this.watchedLedger, throttle })
    this.streams = new ProcessStreams(streamDeps, stateSecret, this.events, ports)
    this.networkDeps = {
      ledger: this.watchedLedger,
      remainingCredits: new RemainingCredits(ledger),
      throttle,
      budget: this.budget,
      pace: () => this.config.limits,
      events: this.events,
      notifyOthers,
      nowMs,
      cordons: this.cordons,
      stateIds: new SealedIds(stateSecret),
      answerMemory,
      baseUrl: (host) => requestUrlOf(this.config, this.server.url, host).url,
    }
    this.docs = new DocsSite({
      networks: () => [...this.config.networks.values()],
      document: (network) => this.networks.contract(network).served(this.baseUrl()),
      baseUrl: () => this.baseUrl(),
    })
    this.tokens = new CallerTokens(config, new GuessLimit(guessesPerSecond, nowMs), nowMs)
    this.listenerDeps = this.makeListenerDeps()
    this.server = new PublicServer(config, this.listenerDeps, (error) => this.events.certificate(error))
    this.networks = buildNetworks(config, this.networkDeps)
    this.show()
  }

  private makeMetrics(): Metrics {
    return createMetrics({
      webSockets: () => this.server.webSockets.size,
      heldBytes: () => this.budget.heldBytes,
      cacheBytes: () => this.deps.answerMemory.answers.heldBytes,
      upstreams: () => this.networks.upstreams(),
      http: () => this.server.readings(),
      reload: () => this.lastReload,
      troubles: () => this.troubles(),
      spans: () => this.deps.tracing.counts,
      notices: () => this.deps.processDeps.notices.counts ?? NO_NOTICES,
      ledger: () => this.deps.processDeps.ledger.readings(),
    })
  }

  /** Base URL for callers; known once it listens. */
  baseUrl(): string {
    return publicUrlOf(this.config, this.server.url)
  }

  /** Reasons why the process is not ready for calls; empty if ready. */
  troubles(): string[] {
    const trouble = this.deps.processDeps.ledger.trouble()
    return [...(this.isDraining ? ['draining'] : []), ...(trouble === undefined ? [] : [`ledger: ${trouble}`])]
  }

  privateDeps(): PrivateDeps & { readonly metrics: Metrics } {
    const { ports, log } = this.deps
    return {
      config: () => this.config,
      ports,
      log,
      metrics: this.metrics,
      troubles: () => this.troubles(),
      down: () => this.networks.down(),
      upstreams: () => this.networks.upstreams(),
      cordons: this.cordons,
      baseUrl: () => this.baseUrl(),
    }
  }

  /**
   * Applies a newer configuration, part by part (docs/lifecycle.md, "Start and reload"). Unchanged
   * networks keep their connections. Returns the keys that need a restart.
   */
  reload(next: Config): string[] {
    const { config, needRestart } = applyReload(this.config, next)
    const previous = this.networks
    // While the store is away, keys that were forgotten cannot be looked up again.
    if (!isDeepStrictEqual(this.config.plans, config.plans)) this.keys.clear()
    this.config = config
    this.lastReload = { isTaken: true, takenAtMs: this.deps.ports.nowMs() }
    this.cordons.keep((network, upstream) => upstreamNames(config.networks.get(network)).includes(upstream))
    this.networks = buildNetworks(config, this.networkDeps, previous)
    this.networks.cordon()
    this.show()
    this.docs.forgetPages()
    this.server.reload(config)
    const unread = this.tokens.reload(config)
    if (unread !== undefined) this.events.tokenKeys(unread)
    previous.retire(this.networks)
    // The answers that networks forgot make room before any is evicted.
    this.deps.answerMemory.reload(config.cache)
    this.server.webSockets.recheckAll()
    return needRestart
  }

  /** A newer configuration has mistakes: the current one stays. */
  refuseReload(): void {
    this.lastReload = { ...this.lastReload, isTaken: false }
    this.events.reloadRefused()
  }

  closeNetworks(): Promise<void> {
    this.cordons.stop()
    this.streams.close()
    return this.networks.close()
  }

  private show(): void {
    const { listenerDeps, config, networks } = this
    this.streams.serve(networks.served)
    listenerDeps.networks = networks.table
    listenerDeps.limits = { ...config.limits, methodNames: networks.methodNames }
    listenerDeps.trustedProxies = config.listen.trustedProxies
  }

  private makeListenerDeps(): ListenerView {
    const { ports, processDeps, tracing } = this.deps
    return {
      networks: networkTable([]),
      findEntitlement: this.keys.find,
      narrow: (text, entitlement, source) => this.tokens.narrow(text, entitlement, source),
      observer: this.events,
      webSocketEvents: this.events,
      streams: this.streams,
      beginTrace: tracing.begin,
      nowMs: ports.nowMs,
      counts: processDeps.counts,
      limits: this.config.limits,
      budget: this.budget,
      bodyTurns: openedBodies(ports.afterTurn),
      trustedProxies: this.config.listen.trustedProxies,
      nextRequestId: requestIds(ports),
      remainingCredits: (entitlement) => this.networkDeps.remainingCredits.of(entitlement),
      contract: (network, host) => {
        const { url, isShared } = requestUrlOf(this.config, this.server.url, host)
        const forms = this.networks.contract(network).under(url)
        return mapDeferred(forms, undefined, ({ plain, compressed }) => ({ plain, compressed, isShared }))
      },
      docs: (network, file) => (this.config.listen.docs ? this.docs.find(network, file) : undefined),
    }
  }

  /** Returns true if an open WebSocket needs the next poll. */
  private pollStore(): boolean {
    const { webSockets } = this.server
    if (this.deps.processDeps.store.takeChange()) this.forgetKeys()
    else webSockets.recheckDue(this.deps.ports.nowMs())
    return webSockets.size > 0
  }

  private forgetKeys(): void {
    this.keys.clear()
    this.server.webSockets.recheckAll()
  }
}
