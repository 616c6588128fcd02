import type { Log } from '../telemetry/log.js'
import type { MetricReadings } from '../telemetry/metrics.js'
import type { PrimaryCalls, StartFailure, WorkerState } from './messages.js'
import type { WorkerProcess } from './worker-process.js'

/** One of the numbered places for workers. */
export interface WorkerSlot {
  readonly number: number
  worker: WorkerProcess | undefined
  isReady: boolean
  /** Its process was gone before the others had started; the start replaces it. */
  isVacant: boolean
  state: WorkerState | undefined
  heardAtMs: number
  readings: MetricReadings
  /** Deaths in a row, each soon after its start. */
  deaths: number
}

export interface SupervisorDeps {
  readonly count: number
  readonly log: Log
  nowMs(): number
  /** Errors: throws if no process can be made; the supervisor retries as after a death. */
  fork(answers: PrimaryCalls): WorkerProcess
  /** Calls that a slot's process may make, except those that the supervisor handles. */
  answersFor(slot: WorkerSlot): Omit<PrimaryCalls, 'ready' | 'failed' | 'state' | 'farewell'>
  onReady(slot: WorkerSlot): void
  /** Called when a worker's process is gone; its remains are settled before it is replaced. */
  onGone(slot: WorkerSlot): Promise<void>
  onReplaced(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** The death of a worker that lived longer does not count as a failed start. */
const STEADY_MS = 10_000

/**
 * Keeps `count` workers running: started together, each replaced if it dies. A dead worker is
 * replaced after 0.1 s; if it dies again within ten seconds of its start, the pause doubles, up to
 * ten seconds, so that workers that cannot live cost little.
 */
export class Supervisor {
  readonly slots: readonly WorkerSlot[]
  private isStarted = false
  private isStopping = false
  private readonly endings = new Set<Promise<void>>()
  private readonly pauses = new Set<NodeJS.Timeout>()

  constructor(private readonly deps: SupervisorDeps) {
    this.slots = Array.from({ length: deps.count }, (_, index) => emptySlot(index + 1))
  }

  /** Rejects with the reason of the first that cannot start; then none is left. */
  async start(): Promise<string> {
    const { slots } = this
    try {
      const [url] = await Promise.all(slots.map((slot) => this.launch(slot)))
      this.isStarted = true
      for (const slot of slots) if (slot.isVacant) this.replace(slot, 0, 'ended as others started', 0)
      return url!
    } catch (error) {
      this.isStopping = true
      for (const { worker } of slots) worker?.kill()
      await Promise.all(this.endings)
      throw error
    }
  }

  /**
   * Drains all workers; kills those still running after `limitMs`. One that is not ready is killed
   * at once: it has no calls, and may not hear yet.
   */
  async stop(limitMs: number): Promise<void> {
    this.isStopping = true
    for (const pause of this.pauses) clearTimeout(pause)
    for (const { worker, isReady } of this.slots) {
      if (isReady) worker?.channel.notify('drain')
      else worker?.kill()
    }
    const limit = setTimeout(() => {
      for (const { worker, number } of this.slots) {
        if (worker === undefined) continue
        this.deps.log.error({ number, pid: worker.pid }, 'a worker did not end in time; it is killed')
        worker.kill()
      }
    }, limitMs)
    await Promise.all(this.endings)
    clearTimeout(limit)
  }

  /**
   * Starts the slot's process; resolves when it serves or is gone. Its end starts the next one.
   */
  private launch(slot: WorkerSlot): Promise<string> {
    const { nowMs, answersFor, onReady, onGone } = this.deps
    return new Promise((resolve, reject) => {
      const startedAtMs = nowMs()
      let failure: StartFailure | undefined
      const { worker, ended } = this.fork({
        ...answersFor(slot),
        ready: (url) => {
          slot.isReady = true
          onReady(slot)
          resolve(url)
        },
        failed: (reported) => {
          failure = reported
        },
        state: (state) => {
          slot.state = state
          slot.heardAtMs = nowMs()
        },
        farewell: (readings) => {
          slot.readings = readings
        },
      })
      slot.worker = worker
      slot.heardAtMs = startedAtMs
      const ending = ended.then(async (how) => {
        slot.worker = undefined
        slot.isReady = false
        slot.state = undefined
        await onGone(slot)
        const message = failure?.message ?? `a worker ended as it started: ${how}`
        reject(Object.assign(new Error(message), failure))
        if (this.isStarted) this.replace(slot, worker?.pid ?? 0, failure?.message ?? how, nowMs() - startedAtMs)
        else slot.isVacant = true
      })
      this.endings.add(ending)
      void ending.then(() => this.endings.delete(ending))
    })
  }

  /** Treats a process that cannot be made like one that ended at once. */
  private fork(answers: PrimaryCalls): { readonly worker: WorkerProcess | undefined; readonly ended: Promise<string> } {
    try {
      const worker = this.deps.fork(answers)
      return { worker, ended: worker.ended }
    } catch (error) {
      return { worker: undefined, ended: Promise.resolve((error as Error).message) }
    }
  }

  private replace(slot: WorkerSlot, pid: number, reason: string, livedMs: number): void {
    if (this.isStopping) return
    slot.isVacant = false
    const { log, onReplaced } = this.deps
    slot.deaths = livedMs < STEADY_MS ? slot.deaths + 1 : 0
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, Math.min(10, slot.deaths - 1)))
    onReplaced()
    log.error({ number: slot.number, pid, reason, pauseMs }, 'a worker ended; it is replaced')
    const pause = setTimeout(() => {
      this.pauses.delete(pause)
      this.launch(slot).then(
        () => log.info({ number: slot.number, pid: slot.worker?.pid }, 'a worker was replaced'),
        () => {},
      )
    }, pauseMs)
    this.pauses.add(pause)
  }
}

const emptySlot = (number: number): WorkerSlot => ({
  number,
  worker: undefined,
  isReady: false,
  isVacant: false,
  state: undefined,
  heardAtMs: 0,
  readings: [],
  deaths: 0,
})
