/**
 * Lets a few jobs at once onto libuv's threads; further ones wait their turn, in their order.
 *
 * The journal's fsync and look-ups of names go to the same four threads (UV_THREADPOOL_SIZE), and must not wait behind a crowd.
 */
export class ThreadJobs {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly maxRunning: number) {}

  async run<Out>(job: () => Promise<Out>): Promise<Out> {
    if (this.running >= this.maxRunning) await new Promise<void>((begin) => this.waiting.push(begin))
    else this.running++
    try {
      return await job()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.running--
      else next()
    }
  }
}

/** All that is compressed and unpacked in this process: half of the threads. */
export const codingJobs = new ThreadJobs(2)
