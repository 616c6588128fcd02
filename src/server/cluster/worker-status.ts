import { orAfter } from '../../runtime/time-limit.js'
import { AggregatedMetrics, type WorkerMetricSources } from '../telemetry/aggregated-metrics.js'
import type { UpstreamStatus } from '../upstreams/upstream-status.js'
import type { WorkerSlot } from './supervisor.js'

/** Limit for a worker to answer a read of /metrics. */
const READ_MS = 1_000
/** Interval of unrequested readings, so that a killed worker's counts are not all lost. */
const READ_EVERY_MS = 5_000
/** A worker reports its state twice a second. */
const SILENT_MS = 5_000

/** True for a worker that hangs, or that the system does not run. */
export const isSilent = ({ heardAtMs }: Pick<WorkerSlot, 'heardAtMs'>, nowMs: number): boolean =>
  nowMs - heardAtMs > SILENT_MS

export interface StatusDeps extends Pick<WorkerMetricSources, 'reload' | 'troubles' | 'notices'> {
  slots(): readonly WorkerSlot[]
  nowMs(): number
}

/** Status of all workers together, for probes and Prometheus. */
export class WorkerStatuses {
  private readonly metrics: AggregatedMetrics
  private readonly reading: NodeJS.Timeout
  private unheard = 0

  constructor(private readonly deps: StatusDeps) {
    this.metrics = new AggregatedMetrics({
      running: () => deps.slots().filter(({ isReady }) => isReady).length,
      unheard: () => this.unheard,
      reload: deps.reload,
      troubles: deps.troubles,
      notices: deps.notices,
    })
    this.reading = setInterval(() => void this.readAll(), READ_EVERY_MS).unref()
  }

  async read(): ReturnType<AggregatedMetrics['add']> {
    await this.readAll()
    return this.metrics.add(this.deps.slots().map(({ readings }) => readings))
  }

  async readings(): ReturnType<AggregatedMetrics['addReadings']> {
    await this.readAll()
    return this.metrics.addReadings(this.deps.slots().map(({ readings }) => readings))
  }

  /** Reasons why no worker can get traffic; empty while one can. */
  troubles(): string[] {
    const all = this.troubled()
    return all.some((one) => one.length === 0) ? [] : all.flat()
  }

  down(): string[] {
    return [...new Set(this.deps.slots().flatMap(({ state }) => state?.down ?? []))]
  }

  upstreams(): UpstreamStatus[] {
    return this.deps
      .slots()
      .flatMap(({ number, state }) => (state?.upstreams ?? []).map((status) => ({ ...status, worker: number })))
  }

  /** Number of workers without trouble, of all; and the troubles of the others. */
  workers(): { ready: number; of: number; troubles: string[] } {
    const all = this.troubled()
    return { ready: all.filter((one) => one.length === 0).length, of: all.length, troubles: all.flat() }
  }

  /** Keeps the counts of a worker that ended. */
  ended(slot: WorkerSlot): void {
    this.metrics.keep(slot.readings)
    slot.readings = []
  }

  replaced(): void {
    this.metrics.replaced()
  }

  stop(): void {
    clearInterval(this.reading)
  }

  private async readAll(): Promise<void> {
    const heard = await Promise.all(this.deps.slots().map((slot) => this.readOne(slot)))
    this.unheard = heard.filter((is) => !is).length
  }

  /** False if the worker did not answer in time. */
  private async readOne(slot: WorkerSlot): Promise<boolean> {
    const { worker, isReady } = slot
    if (worker === undefined || !isReady) return true
    const asked = worker.channel.ask('readings').catch(() => undefined)
    const readings = await orAfter(asked, READ_MS, undefined)
    // The counts of a worker that ended in the meantime are kept already.
    if (readings !== undefined && slot.worker === worker) slot.readings = readings
    return readings !== undefined
  }

  private troubled(): string[][] {
    return this.deps.slots().map((slot) => this.troublesOf(slot).map((trouble) => `worker ${slot.number}: ${trouble}`))
  }

  private troublesOf({ isReady, heardAtMs, state }: WorkerSlot): readonly string[] {
    if (!isReady || state === undefined) return ['starting']
    const nowMs = this.deps.nowMs()
    if (isSilent({ heardAtMs }, nowMs)) return [`not heard for ${Math.floor((nowMs - heardAtMs) / 1_000)} s`]
    return state.troubles
  }
}
