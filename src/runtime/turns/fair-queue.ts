import { OwnerTurns } from './owner-turns.js'

/** Bounds of a queue: jobs that run at once, and jobs that wait, of all owners together. */
export interface FairQueueLimits {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/**
 * Runs a few jobs at once; further ones wait. Owners (accounts, by their ids) take turns, one job
 * each.
 *
 * Bounds  an owner may have as many jobs waiting as it leaves places for others: alone half
 */
export class FairQueue {
  private running = 0
  private readonly waiting = new OwnerTurns<() => void>()

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs a job, at once or when its owner's turn has come. Undefined, and nothing is run, when too
   * many wait.
   *
   * Errors  rejects with what the job fails with
   */
  run<Out>(owner: string, job: () => Out | Promise<Out>): Promise<Out> | undefined {
    return this.waiting.isFull(owner, this.limits.maxWaiting) ? undefined : this.runStep(owner, job)
  }

  /**
   * Runs a further step of something that has begun, which cannot be refused any more. The caller
   * bounds the number of such things, and each has one step waiting at most.
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

  /** A job is over: the one whose turn it is takes its place. */
  private next(): void {
    const begin = this.waiting.take()
    if (begin === undefined) this.running--
    else begin()
  }
}

/**
 * Jobs that callers cause on libuv's threads: they pack, unpack, and check signatures of tokens.
 * They have half of the four threads (UV_THREADPOOL_SIZE); the journal's fsync and look-ups of
 * names have the others.
 */
export const threadJobs = new FairQueue({ maxRunning: 2, maxWaiting: 4_096 })
