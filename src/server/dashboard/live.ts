import { limitsOf } from '../accounts/entitlement.js'
import type { AdminApi } from '../admin/api.js'
import type { ResultOf } from '../admin/method-types.js'
import type { ApiOperationDeps } from '../admin/methods.js'
import type { UpstreamStatus } from '../upstreams/upstream-status.js'
import { type StateChange, UpstreamChanges } from './upstream-changes.js'

/** Points of the operator's plots, at the pace of the streams. */
const MAX_POINTS = 450
const POINTS_MS = 900_000

/** The daily limit and the state of an account. */
export interface HolderNow {
  readonly dailyCredits: number
  readonly isSuspended: boolean
}

/** A point of the gateway's plots: sums at one moment, in milliseconds since 1970. */
export interface GatewayPoint {
  readonly atMs: number
  readonly calls: number
  readonly errors: number
  readonly credits: number
}

/** The present state of the whole gateway. */
export interface OperatorNow {
  /** By the gateway's clock, as the points. */
  readonly atMs: number
  readonly status: ResultOf<'status'>
  readonly upstreams: readonly UpstreamStatus[]
  /** Newest first. */
  readonly changes: readonly StateChange[]
}

/**
 * Live values, read from the store and the running gateway while a reader is connected. A later
 * reader gets the points of the last quarter of an hour. They have gaps, because a page that is
 * hidden reads nothing.
 */
export class Live {
  private readonly kept: GatewayPoint[] = []
  private readonly upstreamChanges = new UpstreamChanges()

  /** Reads in flight: an account has one, however many of its pages open at once. */
  private readonly reading = new Map<string, Promise<HolderNow | undefined>>()

  constructor(
    private readonly operationDeps: () => ApiOperationDeps,
    private readonly readForHolder: AdminApi['readForHolder'],
  ) {}

  get points(): readonly GatewayPoint[] {
    const { nowMs } = this.operationDeps()
    return this.kept.filter(({ atMs }) => atMs > nowMs() - POINTS_MS)
  }

  /** Undefined if the account no longer exists. */
  ofAccount(accountId: string): Promise<HolderNow | undefined> {
    let reading = this.reading.get(accountId)
    if (reading === undefined) {
      reading = this.readForHolder(accountId, () => this.readAccount(accountId)).finally(() =>
        this.reading.delete(accountId),
      )
      this.reading.set(accountId, reading)
    }
    return reading
  }

  private async readAccount(accountId: string): Promise<HolderNow | undefined> {
    const { store, config } = this.operationDeps()
    const account = await store.accounts.findAccount(accountId)
    if (account === undefined) return undefined
    const plan = config.plans.get(account.plan)
    const dailyCredits = plan === undefined ? 0 : (limitsOf(account, plan).dailyCredits ?? 0)
    return { dailyCredits, isSuspended: account.isSuspended }
  }

  async ofGateway(): Promise<OperatorNow> {
    const { status, upstreams, nowMs } = this.operationDeps()
    const now = await status()
    const { calls, errors, credits } = now
    const atMs = nowMs()
    this.kept.push({ atMs, calls, errors, credits })
    if (this.kept.length > MAX_POINTS) this.kept.shift()
    const states = upstreams()
    this.upstreamChanges.update(states, atMs)
    return { atMs, status: now, upstreams: states, changes: this.upstreamChanges.changes }
  }
}
