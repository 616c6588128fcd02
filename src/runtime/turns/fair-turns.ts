import { OwnerTurns } from './owner-turns.js'

/** Work for one turn of the event loop. It must not throw. */
type Job = () => void

/**
 * Runs long jobs one per turn of the event loop, so that sockets and timers wait for at most one.
 * Owners (accounts, by their ids) take turns, one job each.
 *
 * Bounds  none of its own: the caller bounds what an owner may queue
 */
export class FairTurns {
  private readonly waiting = new OwnerTurns<Job>()
  /** This turn has had its job. */
  private isTaken = false

  /** `afterTurn` runs something once this turn of the event loop is over. */
  constructor(private readonly afterTurn: (action: () => void) => void) {}

  /** Runs a job: at once if this turn has had none, else in a later turn. */
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
