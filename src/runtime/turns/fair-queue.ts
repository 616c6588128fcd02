import { OwnerTurns } from './owner-turns.js'

/** Bounds of a queue, over all owners: jobs that run at once, and jobs that wait. */
export interface FairQueueLimits {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/**
 * Runs a few jobs at once and queues others. Owners (account ids) take turns, one job each.
 *
 * Bounds  an owner may have as many jobs waiting as it leaves places for others: alone half
 */
export class FairQueue {
  private running = 0
  private readonly waiting = new OwnerTurns<() => void>()

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs a job, now or at its owner's turn. Returns undefined, without running it, if too many
   * wait.
   *
   * Errors  rejects with the job's error
   */
  run<Out>(owner: string, job: () => Out | Promise<Out>): Promise<Out> | undefined {
    return this.waiting.isFull(owner, this.limits.maxWaiting) ? undefined : this.runStep(owner, job)
  }

  /**
   * Runs a further step of work that has begun, which can no longer be refused. The caller bounds
   * the number of such works; each has at most one step waiting for each owner.
   */
  async runStep<Out>(owner: string, job: () => Out | Promise<Out>): Promise<Out> {
    if (this.running < this.limits.maxRunning) this.running++
    else await new Promise<void>((begin) => this.waiting.add(owner, begin))
    try {
      return await job()
    } finally {
      this.next()
    }
  }

  /** True if a job of another owner waits. */
  hasOthers(owner: string): boolean {
    return this.waiting.hasOthers(owner)
  }

  private next(): void {
    const begin = this.waiting.take()
    if (begin === undefined) this.running--
    else begin()
  }
}

/**
 * Callers' jobs on libuv's threads: compression, decompression, and token signatures. They use half
 * of the four threads (UV_THREADPOOL_SIZE); the journal's fsync and DNS look-ups have the others.
 */
export const threadJobs = new FairQueue({ maxRunning: 2, maxWaiting: 4_096 })
