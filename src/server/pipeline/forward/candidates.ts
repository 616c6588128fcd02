import type { Failure } from '../../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../../accounts/account-share.js'
import { fixedNumberOf, readBlockRange } from '../../networks/block-parameter.js'
import type { CallRate } from '../../upstreams/call-rate.js'
import type { NodeDoubt } from '../../upstreams/dialects/dialect.js'
import { REQUEST_TOO_LARGE, type RequestRefused } from '../../upstreams/outcome.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import { throttleFailure } from '../stages/throttle.js'
import type { Attempt } from './attempt.js'
import type { AttemptResults } from './attempt-results.js'
import type { ForwardPolicy } from './forward.js'

const NOBODY: readonly Upstream[] = []
/** Minimum hedge delay; less would react to jitter. */
const MIN_HEDGE_DELAY_MS = 20
/** Others are fast if 95 % of their recent answers took this much less than the call has waited. */
const TIMES_FASTER = 1.5
/** When a pool turns slow, the first answers to arrive are its quickest. */
const ENOUGH_ANSWERS = 4
const NO_LIMIT = Number.POSITIVE_INFINITY
/** The doubt about a node that takes less than others may; see NodeDoubt. */
const OWN_LIMIT: NodeDoubt = 'own_limit'

export class Candidates {
  /** The partner, until asked, if contract, plan and account holder allow it. */
  partner: Upstream | undefined
  /** Those that were asked, and those that cannot take the call. */
  private excluded = NOBODY
  /** The partner's limit, once it kept the call from the partner. */
  private fullPartnerRate: CallRate | undefined
  private isDenied = false

  constructor(
    private readonly policy: ForwardPolicy,
    private readonly call: ChargedCall,
  ) {
    const bytes = policy.requestBytesOf(call)
    if (bytes > policy.narrowestBytes)
      this.excluded = policy.pool.upstreams.filter(({ maxRequestBytes = NO_LIMIT }) => bytes > maxRequestBytes)
    const { partner } = policy
    if (call.caller.entitlement.canFailOver && partner?.health.isCordoned === false)
      this.partner = bytes > (partner.maxRequestBytes ?? NO_LIMIT) ? undefined : partner
  }

  /** Upper bound of the upstreams left. */
  get count(): number {
    return this.policy.pool.upstreams.length - this.excluded.length + (this.partner === undefined ? 0 : 1)
  }

  /** The network's next upstream that can answer. `nowMs`: clock time, if just read. */
  takeOwn(nowMs?: number, excluded = this.excluded): Upstream | undefined {
    return this.take(this.policy.pool.choose(this.policy.needs(this.call), excluded, this.account, nowMs))
  }

  /**
   * If no upstream of the network is left: the partner, then those that are down. None if the
   * network does not have the call's block. None that is down for what another refuses as above its
   * own limit: the caller would get that error after the time limit.
   */
  takeLastResort(results?: Pick<AttemptResults, 'isBlockMissing' | 'reason'>): Upstream | undefined {
    if (results?.isBlockMissing(this.policy, this.call)) return undefined
    const { partner } = this
    this.partner = undefined
    if (partner !== undefined && this.takesCall(partner)) {
      const now = this.policy.nowMs()
      const { rate } = partner
      if (rate?.hasRoom(now, this.account) !== false) {
        rate?.spend(now, this.account)
        return partner
      }
      this.fullPartnerRate = rate
    }
    if (results?.reason === OWN_LIMIT) return undefined
    return this.take(this.policy.pool.chooseDown(this.policy.needs(this.call), this.excluded, this.account))
  }

  /**
   * The error if only the limits of providers in calls per second keep the call from an upstream;
   * undefined if none does.
   */
  throttled(): Failure | undefined {
    const { policy, call, account, fullPartnerRate } = this
    const now = policy.nowMs()
    const limits = [...policy.pool.ratesOf(policy.needs(call), this.excluded), fullPartnerRate ?? []].flat()
    const waits = limits.map((rate) => ({ rate, waitMs: rate.waitMs(now, account) }))
    const [next] = waits.sort((a, b) => a.waitMs - b.waitMs)
    if (next === undefined) return undefined
    const { creditsPerSecond } = call.caller.entitlement
    const { perSecond: callsPerSecond } = next.rate
    return throttleFailure(policy.row.family, { creditsPerSecond, callsPerSecond, retryAfterMs: next.waitMs })
  }

  /** True if the partner is left, and its provider's rate allows a call now. */
  isPartnerReady(nowMs: number): boolean {
    return this.partner !== undefined && this.partner.rate?.hasRoom(nowMs, this.account) !== false
  }

  private takesCall({ health, maxBlockRange = NO_LIMIT }: Upstream): boolean {
    const { policy, call } = this
    if (health.isCordoned || health.bans.has(policy.row.name)) return false
    return (policy.needs(call).blockRange ?? 0) <= maxBlockRange
  }

  private get account(): AccountShare | undefined {
    return this.call.caller.entitlement.share
  }

  /**
   * After a node refused the call no other is asked, except, for too long a body, one whose limit
   * is higher or unknown.
   */
  afterRefusal(
    { maxRequestBytes }: Upstream,
    { reason }: RequestRefused,
    isOnlyAttempt: boolean,
  ): Upstream | undefined {
    const { upstreams } = this.policy.pool
    const isWider = (other: Upstream) =>
      other.maxRequestBytes === undefined || (maxRequestBytes !== undefined && other.maxRequestBytes > maxRequestBytes)
    this.excluded = [...this.excluded, ...upstreams.filter((upstream) => !isWider(upstream))]
    const other = isOnlyAttempt && reason === REQUEST_TOO_LARGE ? this.takeOwn() : undefined
    this.excluded = upstreams
    this.partner = undefined
    return other
  }

  /** The wait before a second upstream is asked: the 95th percentile of the account's latency. */
  hedgeDelayMs(nowMs: number): number {
    const { id } = this.call.caller.entitlement.account
    return Math.max(MIN_HEDGE_DELAY_MS, this.policy.latencies?.p95Ms(id, nowMs) ?? 0)
  }

  /**
   * Finds an upstream to ask in addition to a slow one; undefined also if the budget is used up,
   * which it reports once for a call.
   *
   * An uncompetitive upstream is left for a better one at once, even if the budget is used up. If
   * all are equally slow, the budget decides, so that an overloaded pool is never doubled. One that
   * is behind is not asked beside one that is not, because its older answer would win. It is asked
   * if it has the blocks that the call names.
   */
  beside(waiting: Attempt, nowMs: number): Upstream | undefined {
    const { hedging, pool } = this.policy
    if (hedging === undefined) return undefined
    // Chosen among the others only: a choice counts as a call of its provider.
    const takeUnless = (isOut: typeof isWorse) =>
      this.takeOwn(nowMs, [...this.excluded, ...pool.upstreams.filter((other) => isOut(other, waiting.upstream))])
    if (hedging.hasRoom(this.account)) {
      const other = takeUnless((one, asked) => isOlder(one, asked) && !this.hasBlocks(one))
      if (other !== undefined) hedging.spend(this.account)
      return other
    }
    if (!this.isUncompetitive(waiting, nowMs)) return this.deny()
    const other = takeUnless(isWorse)
    return other ?? (waiting.upstream.health.state === 'down' ? undefined : this.deny())
  }

  /** True if the call names its blocks by number, and the upstream has them. */
  private hasBlocks({ health: { head } }: Upstream): boolean {
    const { from, to } = readBlockRange(this.policy.row.position, this.call.params)
    return [from, to].every((block) => {
      const number = fixedNumberOf(block)
      return number !== undefined && head !== undefined && number <= head
    })
  }

  private deny(): undefined {
    if (!this.isDenied) this.policy.events.hedge('denied')
    this.isDenied = true
  }

  /**
   * True if an upstream's health fell while the call waited, and others are not as slow. `slow`
   * alone is not enough: in a slow pool an upstream may have been overtaken by chance.
   */
  private isUncompetitive({ upstream, startedAtMs }: Attempt, nowMs: number): boolean {
    const { state } = upstream.health
    if (state === 'up' || state === 'down') return state === 'down'
    const waitedMs = nowMs - startedAtMs
    return this.policy.pool.upstreams.some(({ health }) => {
      if (health.state !== 'up') return false
      const { count, p95Ms = Number.POSITIVE_INFINITY } = health.recent(nowMs, waitedMs)
      return count >= ENOUGH_ANSWERS && p95Ms * TIMES_FASTER <= waitedMs
    })
  }

  private take(upstream: Upstream | undefined): Upstream | undefined {
    if (upstream !== undefined) this.excluded = this.excluded === NOBODY ? [upstream] : [...this.excluded, upstream]
    return upstream
  }
}

/** True if `other` is not worth asking in place of an upstream that is `slow` or `down`. */
const isWorse = (other: Upstream, upstream: Upstream): boolean =>
  other.health.state !== 'up' && (upstream.health.state !== 'down' || other.health.state === 'down')

/** True if `other` is behind an upstream that may still answer. */
const isOlder = (other: Upstream, { health: { measuredState } }: Upstream): boolean =>
  other.health.state === 'behind' && measuredState !== 'behind' && measuredState !== 'down'
