import type { HedgeOutcome, NetworkEvents, ProofVerdict } from '../../pipeline/network-events.js'
import type {
  ClosingReason,
  FollowEvents,
  LogsFetched,
  SubscriptionEnd,
  SubscriptionEvents,
} from '../../subscriptions/subscription-events.js'
import type { Log } from '../../telemetry/log.js'
import type { CacheCounts, Metrics } from '../../telemetry/metrics.js'
import type { NoticePort } from '../../telemetry/notices/notice.js'
import type { HealthChange, HealthReason } from '../../upstreams/health/health-change.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { CallRecords } from './call-records.js'

export interface RecorderDeps {
  readonly metrics: Metrics
  readonly log: Log
  readonly records: CallRecords
  readonly nowMs: () => number
  readonly notices: NoticePort
}

/** Reorganizations of this depth and more share a label. */
const DEEP = 9

/**
 * Turns one network's events into metrics, log lines and rows of the store, without data of callers
 * or nodes.
 */
export class NetworkRecorder implements NetworkEvents, FollowEvents, SubscriptionEvents {
  private isRetired = false

  constructor(
    private readonly network: string,
    private readonly deps: RecorderDeps,
    private readonly knownGaps: Set<string>,
  ) {}

  attempt({ name }: Upstream, outcome: string, durationMs: number): void {
    this.deps.metrics.attempts.observe(this.network, name, outcome, durationMs)
  }

  hedge(outcome: HedgeOutcome): void {
    this.deps.metrics.hedges.inc({ network: this.network, outcome })
  }

  cacheCounts(method: string): CacheCounts {
    return this.deps.metrics.cache(this.network, method)
  }

  violation({ name }: Upstream, method: string, schemaPath: string | undefined): void {
    const { network } = this
    this.deps.metrics.violations.inc({ network, upstream: name, method })
    if (schemaPath === undefined) return
    this.deps.log.warn({ network, upstream: name, method, schemaPath }, 'answer breaks the contract')
  }

  /** Logged once per network, method and place in the contract. */
  gap(method: string, schemaPath: string): void {
    const { network } = this
    this.deps.metrics.gaps.inc({ method, schema_path: schemaPath })
    const text = `${network} ${method} ${schemaPath}`
    if (this.knownGaps.has(text)) return
    this.knownGaps.add(text)
    this.deps.log.warn({ network, method, schemaPath }, 'the contract does not foresee an answer')
  }

  proof({ name }: Upstream, verdict: ProofVerdict): void {
    const { network } = this
    this.deps.metrics.proofs.inc({ network, outcome: verdict })
    if (verdict === 'wrong') this.deps.log.warn({ network, upstream: name }, "partner's proof is wrong")
  }

  health({ name }: Upstream, { from, to, reason, detail }: HealthChange): void {
    const { network } = this
    this.deps.metrics.stateChanges.inc({ network, upstream: name, state: to, reason })
    const fields = { network, upstream: name, from, to, reason, ...(detail === undefined ? {} : { detail }) }
    if (from === 'down' || to === 'down' || to === 'cordoned') this.notice(name, to, reason)
    if (to === 'up') this.deps.log.info(fields, 'upstream state')
    else this.deps.log.warn(fields, 'upstream state')
  }

  /**
   * May end an outage that was reported before a reload, or by a worker that died. Notices drops it
   * if not.
   */
  firstAnswer({ name, health }: Upstream): void {
    this.notice(name, health.state, health.reason)
  }

  /**
   * Ends the notices, because calls in flight may still ask the old nodes. `removed`: upstreams
   * that the newer configuration lacks.
   */
  retire(removed: readonly string[]): void {
    for (const name of removed) this.notice(name, 'removed', 'operator')
    this.isRetired = true
  }

  private notice(upstream: string, state: string, reason: HealthReason): void {
    if (this.isRetired) return
    const { network } = this
    const at = new Date(this.deps.nowMs()).toISOString()
    const type = state === 'down' ? 'upstream.down' : 'upstream.up'
    const data = { network, upstream, state, reason }
    this.deps.notices.send({ id: `upstream:${network}:${upstream}:${state}:${at}`, type, data })
  }

  sharing(upstream: string, isSharing: boolean): void {
    this.deps.log.info({ network: this.network, upstream, isSharing }, 'upstream shares round trips')
  }

  subscribed(kind: string): void {
    this.deps.metrics.subscriptions.open.inc({ network: this.network, kind })
  }

  unsubscribed(end: SubscriptionEnd): void {
    const { network } = this
    this.deps.metrics.subscriptions.open.dec({ network, kind: end.kind })
    this.deps.log.info({ network, ...end }, 'subscription ended')
  }

  sent(kind: string, isFree: boolean, delayMs: number, costCredits: number): void {
    this.deps.metrics.subscriptions.sawEvent(this.network, kind, isFree, delayMs, costCredits)
  }

  closing(reason: ClosingReason): void {
    this.deps.metrics.subscriptions.closed.inc({ network: this.network, reason })
  }

  fetchedLogs(result: LogsFetched): void {
    this.deps.metrics.subscriptions.logFetches.inc({ network: this.network, result })
  }

  lagging(blocks: number): void {
    this.deps.metrics.subscriptions.followLag.set({ network: this.network }, blocks)
  }

  reorganized(depth: number): void {
    const label = depth < DEEP ? String(depth) : `${DEEP}+`
    this.deps.metrics.subscriptions.reorganizations.inc({ network: this.network, depth: label })
  }

  logsMissing(block: string, nodes: Readonly<Record<string, string>>): void {
    this.deps.log.warn({ network: this.network, block, nodes }, 'no node gives complete logs of a block')
  }

  bug(error: unknown): void {
    this.deps.log.error({ network: this.network, err: error }, 'bug')
  }

  bloomsIgnored(): void {
    this.deps.log.warn({ network: this.network }, 'blooms of headers are wrong, and are not compared with logs')
  }
}
