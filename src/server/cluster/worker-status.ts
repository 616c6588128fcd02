import { orAfter } from '../../runtime/time-limit.js'
import { AggregatedMetrics, type WorkerGauges } from '../telemetry/aggregated-metrics.js'
import type { UpstreamStatus } from '../upstreams/status.js'
import type { WorkerSlot } from './supervisor.js'

/** How long a reader of /metrics waits for a worker. */
const READ_MS = 1_000
/** How often readings are taken unasked, so that a killed worker's counts are not all lost. */
const READ_EVERY_MS = 5_000
/** A worker reports its state twice a second. */
const SILENT_MS = 5_000

/** Where the workers' status comes from, and what /metrics shows of the primary beside it. */
export interface StatusDeps extends Pick<WorkerGauges, 'reload' | 'notices'> {
  members(): readonly WorkerSlot[]
  nowMs(): number
}

/** What probes and Prometheus ask of all workers together. */
export class WorkerStatuses {
  private readonly metrics: AggregatedMetrics
  private readonly reading: NodeJS.Timeout
  private unheard = 0

  constructor(private readonly deps: StatusDeps) {
    this.metrics = new AggregatedMetrics({
      running: () => deps.members().filter(({ isReady }) => isReady).length,
      unheard: () => this.unheard,
      reload: deps.reload,
      notices: deps.notices,
    })
    this.reading = setInterval(() => void this.readAll(), READ_EVERY_MS).unref()
  }

  /** See Metrics. */
  async read(): ReturnType<AggregatedMetrics['add']> {
    await this.readAll()
    return this.metrics.add(this.deps.members().map(({ readings }) => readings))
  }

  /** Reasons why no worker can be given traffic; empty while one can. */
  troubles(): string[] {
    const all = this.troubled()
    return all.some((one) => one.length === 0) ? [] : all.flat()
  }

  /** Networks that some worker finds down. */
  down(): string[] {
    return [...new Set(this.deps.members().flatMap(({ state }) => state?.down ?? []))]
  }

  /** How the upstreams are, as each worker sees them. */
  upstreams(): UpstreamStatus[] {
    return this.deps
      .members()
      .flatMap(({ number, state }) => (state?.upstreams ?? []).map((status) => ({ ...status, worker: number })))
  }

  /** How many serve without trouble, of how many; and what is wrong with the others. */
  workers(): { ready: number; of: number; troubles: string[] } {
    const all = this.troubled()
    return { ready: all.filter((one) => one.length === 0).length, of: all.length, troubles: all.flat() }
  }

  /** Keeps what a worker counted that is gone. */
  bury(member: WorkerSlot): void {
    this.metrics.keep(member.readings)
    member.readings = []
  }

  /** Counts a worker that got a successor. */
  replaced(): void {
    this.metrics.replaced()
  }

  stop(): void {
    clearInterval(this.reading)
  }

  private async readAll(): Promise<void> {
    const heard = await Promise.all(this.deps.members().map((member) => this.readOne(member)))
    this.unheard = heard.filter((is) => !is).length
  }

  /** False when the worker did not answer in time. */
  private async readOne(member: WorkerSlot): Promise<boolean> {
    const { worker, isReady } = member
    if (worker === undefined || !isReady) return true
    const asked = worker.channel.ask('readings').catch(() => undefined)
    const readings = await orAfter(asked, READ_MS, undefined)
    // A worker that is gone meanwhile is counted among those that are kept.
    if (readings !== undefined && member.worker === worker) member.readings = readings
    return readings !== undefined
  }

  /** What is wrong with each worker. */
  private troubled(): string[][] {
    return this.deps
      .members()
      .map((member) => this.troublesOf(member).map((trouble) => `worker ${member.number}: ${trouble}`))
  }

  private troublesOf({ isReady, heardAtMs, state }: WorkerSlot): readonly string[] {
    if (!isReady || state === undefined) return ['starting']
    const silentMs = this.deps.nowMs() - heardAtMs
    if (silentMs > SILENT_MS) return [`not heard for ${Math.floor(silentMs / 1_000)} s`]
    return state.troubles
  }
}
