import { afterwards } from '../../runtime/deferred.js'
import { requestIds } from '../../runtime/system-ports.js'
import { IdleInterval } from '../../runtime/timers.js'
import { FairTurns } from '../../runtime/turns/fair-turns.js'
import { GuessLimit } from '../accounts/guess-limit.js'
import { KeyResolver, KeyUses } from '../accounts/known-keys.js'
import { CallerTokens } from '../accounts/tokens/caller-tokens.js'
import { type Config, upstreamNames } from '../config/config.js'
import { publicUrlOf, requestUrlOf } from '../config/public-url.js'
import { applyReload } from '../config/restart-keys.js'
import { CreditWatch } from '../credits/credit-watch.js'
import { RemainingCredits } from '../credits/remaining-credits.js'
import { CallErrors } from '../credits/usage/call-errors.js'
import { DocsSite } from '../docs/docs-site.js'
import type { ListenerDeps } from '../listeners/listener-deps.js'
import { PublicServer } from '../listeners/public-server.js'
import { networkTable } from '../networks/network.js'
import { SealedIds } from '../pipeline/stateful/sealed-ids.js'
import { createMetrics, type Metrics, NO_NOTICES } from '../telemetry/metrics.js'
import type { ReloadState } from '../telemetry/reload-gauges.js'
import { ByteBudget } from '../upstreams/byte-budget.js'
import { Cordons } from '../upstreams/health/cordons.js'
import { Events } from './events/events.js'
import { buildNetworks, type NetworkDeps, type NetworkRegistry } from './networks.js'
import { type PrivateDeps, type ServingDeps, STATE_SECRET_BYTES, STORE_LOOK_MS } from './process-deps.js'
import { Streams } from './streams/network-streams.js'

const MAX_KEYS_IN_MEMORY = 50_000
const MAX_UNKNOWN_KEYS = 50_000
/** Used shares of a day's credits at which an account, or a key with a limit, is warned of. */
const WARN_AT_PERCENT = [80, 95, 100]

/** The listeners' view, which only this file changes. */
type Shown = { -readonly [Name in keyof ListenerDeps]: ListenerDeps[Name] }

/**
 * The parts of a serving process, made in order of dependency; a reload replaces two of them: the
 * configuration and the networks.
 */
export class ServingParts {
  config: Config
  isDraining = false
  readonly metrics: Metrics
  readonly events: Events
  readonly keyUses: KeyUses
  readonly callErrors: CallErrors
  readonly server: PublicServer
  readonly cordons: Cordons
  /** Polls the store for changes while there are calls or WebSockets; the next call polls first. */
  readonly storeWatch = new IdleInterval(STORE_LOOK_MS, () => this.lookAtStore())
  readonly creditWatch: CreditWatch
  readonly streams: Streams
  private readonly budget: ByteBudget
  private readonly keys: KeyResolver
  private readonly shared: NetworkDeps
  private readonly docs: DocsSite
  private readonly tokens: CallerTokens
  private networks: NetworkRegistry
  private readonly context: Shown
  private lastReload: ReloadState

  /** Errors: throws if the certificate or the keys of tokens cannot be read. */
  constructor(private readonly setting: ServingDeps) {
    const { config, ports, log, context, memory } = setting
    const { nowMs } = ports
    this.config = config
    this.lastReload = { isTaken: true, takenAtMs: nowMs() }
    this.budget = new ByteBudget(config.limits.maxHeldBytes)
    this.metrics = createMetrics({
      webSockets: () => this.server.webSockets.size,
      heldBytes: () => this.budget.heldBytes,
      cacheBytes: () => memory.answers.heldBytes,
      upstreams: () => this.networks.upstreams(),
      http: () => this.server.readings(),
      reload: () => this.lastReload,
      spans: () => setting.tracing.counts,
      notices: () => context.notices.counts ?? NO_NOTICES,
      ledger: () => context.ledger.readings(),
    })
    const { usage } = context.store
    this.keyUses = new KeyUses(usage, nowMs, ports.afterTurn)
    this.callErrors = new CallErrors(usage, nowMs)
    const { metrics, keyUses, callErrors } = this
    this.events = new Events({ metrics, log, usage, keyUses, callErrors, nowMs, notices: context.notices })
    this.creditWatch = new CreditWatch(context.ledger.ledger, WARN_AT_PERCENT, nowMs, (warning) =>
      this.events.creditWarning(warning),
    )
    const guessesPerSecond = () => this.config.limits.maxUnknownKeysPerSecond / context.processes
    this.keys = new KeyResolver({
      store: context.store.accounts,
      plans: () => this.config.plans,
      maxEntries: MAX_KEYS_IN_MEMORY,
      maxUnknown: MAX_UNKNOWN_KEYS,
      guessLimit: new GuessLimit(guessesPerSecond, nowMs),
      storeWatch: this.storeWatch,
      now: nowMs,
    })
    this.cordons = new Cordons(nowMs, () => this.networks.cordon())
    const stateSecret = config.stateSecret ?? ports.randomBytes(STATE_SECRET_BYTES)
    const { throttle } = context
    const { ledger } = context.ledger
    const streamParts = setting.openStreams(ports, { ledger, creditWatch: this.creditWatch, throttle })
    this.streams = new Streams(streamParts, stateSecret, this.events, ports)
    this.shared = {
      ledger: this.creditWatch,
      remainingCredits: new RemainingCredits(ledger),
      throttle,
      budget: this.budget,
      pace: () => this.config.limits,
      events: this.events,
      nowMs,
      cordons: this.cordons,
      stateIds: new SealedIds(stateSecret),
      memory,
      baseUrl: (host) => requestUrlOf(this.config, this.server.url, host).url,
    }
    this.docs = new DocsSite({
      networks: () => [...this.config.networks.values()],
      document: (network) => this.networks.contract(network).served(this.baseUrl()),
      baseUrl: () => this.baseUrl(),
    })
    this.tokens = new CallerTokens(config, new GuessLimit(guessesPerSecond, nowMs), nowMs)
    this.context = this.listenerContext()
    this.server = new PublicServer(config, this.context, (error) => this.events.certificate(error))
    this.networks = buildNetworks(config, this.shared)
    this.show()
  }

  /** Base URL for callers; known once it listens. */
  baseUrl(): string {
    return publicUrlOf(this.config, this.server.url)
  }

  /** Reasons why the process is not ready for calls; empty if ready. */
  troubles(): string[] {
    const trouble = this.setting.context.ledger.trouble()
    return [...(this.isDraining ? ['draining'] : []), ...(trouble === undefined ? [] : [`ledger: ${trouble}`])]
  }

  /** The private side's view of the process. */
  privateParts(): PrivateDeps & { readonly metrics: Metrics } {
    const { ports, log } = this.setting
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
   * Applies another configuration; unchanged networks keep their connections. Returns the keys that
   * need a restart.
   */
  apply(next: Config): string[] {
    const { config, needRestart } = applyReload(this.config, next)
    const previous = this.networks
    this.config = config
    this.lastReload = { isTaken: true, takenAtMs: this.setting.ports.nowMs() }
    this.setting.memory.bound(config.cache)
    this.cordons.keep((network, upstream) => upstreamNames(config.networks.get(network)).includes(upstream))
    this.networks = buildNetworks(config, this.shared, previous)
    this.networks.cordon()
    this.show()
    this.docs.forgetPages()
    this.server.bound(config)
    const unread = this.tokens.apply(config)
    if (unread !== undefined) this.events.tokenKeys(unread)
    previous.retire(this.networks).catch((bug: unknown) => this.events.bug(bug, ''))
    this.forgetKeys()
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
    return this.networks.retire()
  }

  private show(): void {
    const { context, config, networks } = this
    this.streams.serve(networks.served)
    context.networks = networks.table
    context.limits = { ...config.limits, methodNames: networks.methodNames }
    context.trustedProxies = config.listen.trustedProxies
  }

  private listenerContext(): Shown {
    const { ports, context, tracing } = this.setting
    return {
      networks: networkTable([]),
      findKey: this.keys.find,
      narrow: (text, entitlement, source) => this.tokens.narrow(text, entitlement, source),
      observer: this.events,
      webSocketEvents: this.events,
      streams: this.streams,
      beginTrace: tracing.begin,
      nowMs: ports.nowMs,
      counts: context.counts,
      limits: this.config.limits,
      budget: this.budget,
      bodyTurns: new FairTurns(ports.afterTurn),
      trustedProxies: this.config.listen.trustedProxies,
      nextRequestId: requestIds(ports),
      remainingCredits: (entitlement) => this.shared.remainingCredits.of(entitlement),
      contract: (network, host) => {
        const { url, isShared } = requestUrlOf(this.config, this.server.url, host)
        const forms = this.networks.contract(network).under(url)
        return afterwards(forms, undefined, ({ plain, compressed }) => ({ plain, compressed, isShared }))
      },
      docs: (network, file) => (this.config.listen.docs ? this.docs.find(network, file) : undefined),
    }
  }

  /** Returns true if an open WebSocket needs the next poll. */
  private lookAtStore(): boolean {
    const { webSockets } = this.server
    if (this.setting.context.store.changed()) this.forgetKeys()
    else webSockets.recheckEnded(this.setting.ports.nowMs()).catch((bug: unknown) => this.events.bug(bug, ''))
    return webSockets.size > 0
  }

  private forgetKeys(): void {
    this.keys.clear()
    this.server.webSockets.recheckAll().catch((bug: unknown) => this.events.bug(bug, ''))
  }
}
