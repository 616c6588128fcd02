import { IntrusiveQueue, type QueueItem } from './intrusive-collections.js'

/** Bounds of a queue: jobs that run at once, and jobs that wait, of all owners together. */
export interface FairQueueLimits {
  readonly maxRunning: number
  readonly maxWaiting: number
}

/** One owner's jobs that wait, in their order. */
class OwnerLine implements QueueItem<OwnerLine> {
  readonly jobs = new IntrusiveQueue<WaitingJob>()
  isWaiting = false
  before: OwnerLine | undefined
  behind: OwnerLine | undefined

  constructor(readonly owner: string) {}
}

class WaitingJob implements QueueItem<WaitingJob> {
  isWaiting = false
  before: WaitingJob | undefined
  behind: WaitingJob | undefined

  constructor(readonly begin: () => void) {}
}

/**
 * Runs a few jobs at once; further ones wait. Owners (accounts, by their ids) take turns, one job
 * each. So a job waits for one job of each other owner at most, however many they have.
 *
 * Bounds  an owner may have as many jobs waiting as it leaves places for others: alone half
 */
export class FairQueue {
  private running = 0
  private waiting = 0
  /** Of owners whose jobs wait; one that had a turn goes to the end. */
  private readonly turns = new IntrusiveQueue<OwnerLine>()
  private readonly lines = new Map<string, OwnerLine>()

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs a job, at once or when its owner's turn has come. Undefined, and nothing is run, when too
   * many wait.
   *
   * Errors  rejects with what the job fails with
   */
  run<Out>(owner: string, job: () => Out | Promise<Out>): Promise<Out> | undefined {
    const waitingOfOwner = this.lines.get(owner)?.jobs.length ?? 0
    return waitingOfOwner >= this.limits.maxWaiting - this.waiting ? undefined : this.runStep(owner, job)
  }

  /**
   * Runs a further step of something that has begun, which cannot be refused any more. The caller
   * bounds the number of such things, and each has one step waiting at most.
   */
  async runStep<Out>(owner: string, job: () => Out | Promise<Out>): Promise<Out> {
    if (this.running < this.limits.maxRunning) this.running++
    else await new Promise<void>((begin) => this.add(owner, new WaitingJob(begin)))
    try {
      return await job()
    } finally {
      this.next()
    }
  }

  private add(owner: string, job: WaitingJob): void {
    let line = this.lines.get(owner)
    if (line === undefined) {
      line = new OwnerLine(owner)
      this.lines.set(owner, line)
      this.turns.add(line)
    }
    line.jobs.add(job)
    this.waiting++
  }

  /** A job is over: the one whose turn it is takes its place. */
  private next(): void {
    const line = this.turns.take()
    if (line === undefined) {
      this.running--
      return
    }
    const job = line.jobs.take()!
    this.waiting--
    if (line.jobs.length > 0) this.turns.add(line)
    else this.lines.delete(line.owner)
    job.begin()
  }
}

/**
 * Jobs that callers cause on libuv's threads: they pack, unpack, and check signatures of tokens.
 * They have half of the four threads (UV_THREADPOOL_SIZE); the journal's fsync and look-ups of names
 * have the others.
 */
export const threadJobs = new FairQueue({ maxRunning: 2, maxWaiting: 4_096 })
