import { OwnerTurns } from './owner-turns.js'

/** Work for one turn of the event loop. It must not throw. */
type Job = () => void

/**
 * Runs long jobs, one per turn of the event loop, so that sockets and timers wait for at most one.
 * Owners (account ids) take turns, one job each.
 *
 * Bounds  the caller bounds what an owner may queue
 */
export class FairTurns {
  private readonly waiting = new OwnerTurns<Job>()
  private isTaken = false

  /** `afterTurn` runs an action after this turn of the event loop. */
  constructor(private readonly afterTurn: (action: () => void) => void) {}

  /** Runs a job: now if this turn has run no other, else in a later turn. */
  run(owner: string, job: Job): void {
    if (this.isTaken) this.waiting.add(owner, job)
    else this.runNow(job)
  }

  private runNow(job: Job): void {
    this.isTaken = true
    this.afterTurn(this.nextTurn)
    job()
  }

  private readonly nextTurn = (): void => {
    this.isTaken = false
    const job = this.waiting.take()
    if (job !== undefined) this.runNow(job)
  }
}
