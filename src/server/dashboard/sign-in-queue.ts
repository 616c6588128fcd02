import { randomInt } from 'node:crypto'
import { OwnerTurns } from '../../runtime/turns/owner-turns.js'

/** Concurrent jobs, over all sources. */
const MAX_RUNNING = 2
/** Waiting jobs, over all sources: as many as the account holders' listener has connections. */
const MAX_WAITING = 1_000

/**
 * Jobs for people who are not signed in yet, such as looking up a one-time link: a few at once and
 * by sources in turn.
 *
 * A link has 256 random bits, so it cannot be guessed: the queue protects the store. A source has
 * no budget that guesses could use up, because the right link may come from it too. A full
 * FairQueue refuses whoever comes next, for as long as strangers keep it full. Here whoever comes
 * next gets a place.
 *
 * Bound  1,000 wait; beyond that a random one of the source that has most is dropped. If several
 *        have as many, it is one of the source that has waited longest
 */
export class SignInQueue {
  private running = 0
  private readonly waiting = new OwnerTurns<(hasTurn: boolean) => void>()

  constructor(private readonly maxRunning = MAX_RUNNING) {}

  /** Runs a job in turn; `throttled` if another job took its place. Errors: those of `job`. */
  async run<Out>(source: string, job: () => Promise<Out>): Promise<Out | 'throttled'> {
    if (this.running < this.maxRunning) this.running++
    else if (!(await this.turn(source))) return 'throttled'
    try {
      return await job()
    } finally {
      this.next()
    }
  }

  /** Resolves to true at the turn, to false if another job took its place. */
  private turn(source: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.waiting.add(source, resolve)
      if (this.waiting.length > MAX_WAITING) this.waiting.takeOfBusiest(randomInt)?.(false)
    })
  }

  private next(): void {
    const begin = this.waiting.take()
    if (begin === undefined) this.running--
    else begin(true)
  }
}
