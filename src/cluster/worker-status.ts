import { orAfter } from '../runtime/time-limit.js'
import { type AggregatedMetrics, createAggregatedMetrics } from '../telemetry/aggregated-metrics.js'
import type { NoticeCounts } from '../telemetry/notices/notices.js'
import type { ReloadState } from '../telemetry/reload-gauges.js'
import type { UpstreamStatus } from '../upstreams/status.js'
import type { Supervisor, WorkerSlot } from './supervisor.js'

/** How long a reader of /metrics waits for a worker. */
const READ_MS = 1_000
/** How often readings are taken unasked, so that a killed worker's counts are not all lost. */
const READ_EVERY_MS = 5_000
/** A worker reports its state twice a second. */
const SILENT_MS = 5_000

/** What probes and Prometheus ask of all workers together. */
export interface WorkerStatuses {
  readonly metrics: Pick<AggregatedMetrics, 'replaced'> & { read(): ReturnType<AggregatedMetrics['add']> }
  /** Reasons why no worker can be given traffic; empty while one can. */
  troubles(): string[]
  /** Networks that some worker finds down. */
  down(): string[]
  /** How the upstreams are, as each worker sees them. */
  upstreams(): UpstreamStatus[]
  /** How many serve without trouble, of how many; and what is wrong with the others. */
  workers(): { ready: number; of: number; troubles: string[] }
  /** Keeps what a worker counted that is gone. */
  bury(member: WorkerSlot): void
  stop(): void
}

/** Collects the workers' status; `supervisor` is known once it is called. */
export const createWorkerStatuses = (
  supervisor: () => Supervisor,
  nowMs: () => number,
  reload: () => ReloadState,
  notices: () => NoticeCounts,
): WorkerStatuses => {
  let unheard = 0
  const metrics = createAggregatedMetrics({
    running: () => supervisor().members.filter(({ isReady }) => isReady).length,
    unheard: () => unheard,
    reload,
    notices,
  })

  const readOne = async (member: WorkerSlot): Promise<boolean> => {
    const { worker, isReady } = member
    if (worker === undefined || !isReady) return true
    const asked = worker.channel.ask('readings').catch(() => undefined)
    const readings = await orAfter(asked, READ_MS, undefined)
    // A worker that is gone meanwhile is counted among those that are kept.
    if (readings !== undefined && member.worker === worker) member.readings = readings
    return readings !== undefined
  }
  const readAll = async (): Promise<void> => {
    const heard = await Promise.all(supervisor().members.map(readOne))
    unheard = heard.filter((is) => !is).length
  }
  const reading = setInterval(() => void readAll(), READ_EVERY_MS).unref()

  const troublesOf = ({ isReady, heardAtMs, state }: WorkerSlot): readonly string[] => {
    if (!isReady) return ['starting']
    const silentMs = nowMs() - heardAtMs
    if (silentMs > SILENT_MS) return [`not heard for ${Math.floor(silentMs / 1_000)} s`]
    return state?.troubles ?? []
  }
  const troubled = (): string[][] =>
    supervisor().members.map((member) => troublesOf(member).map((trouble) => `worker ${member.number}: ${trouble}`))

  return {
    metrics: {
      replaced: metrics.replaced,
      read: async () => {
        await readAll()
        return metrics.add(supervisor().members.map(({ readings }) => readings))
      },
    },
    troubles: () => {
      const all = troubled()
      return all.some((one) => one.length === 0) ? [] : all.flat()
    },
    down: () => [...new Set(supervisor().members.flatMap(({ state }) => state?.down ?? []))],
    upstreams: () =>
      supervisor().members.flatMap(({ number, state }) =>
        (state?.upstreams ?? []).map((status) => ({ ...status, worker: number })),
      ),
    workers: () => {
      const all = troubled()
      return { ready: all.filter((one) => one.length === 0).length, of: all.length, troubles: all.flat() }
    },
    bury: (member) => {
      metrics.keep(member.readings)
      member.readings = []
    },
    stop: () => clearInterval(reading),
  }
}
