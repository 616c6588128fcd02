/** Work for one turn of the event loop. It must not throw. */
type Job = () => void

/**
 * Runs long jobs one per turn of the event loop, so that sockets and timers wait for at most one.
 * Owners (accounts, by their ids) take turns, one job each.
 *
 * Bounds  none of its own: the caller bounds what an owner may queue
 */
export class FairTurns {
  /** Jobs by owner, in the order of the owners' turns. An owner that had a turn goes to the end. */
  private readonly waiting = new Map<string, Job[]>()
  /** This turn has had its job. */
  private isTaken = false

  /** `afterTurn` runs something once this turn of the event loop is over. */
  constructor(private readonly afterTurn: (action: () => void) => void) {}

  /** Runs a job: at once if this turn has had none, else in a later turn. */
  run(owner: string, job: Job): void {
    if (!this.isTaken) {
      this.begin()
      return job()
    }
    const jobs = this.waiting.get(owner)
    if (jobs === undefined) this.waiting.set(owner, [job])
    else jobs.push(job)
  }

  private begin(): void {
    this.isTaken = true
    this.afterTurn(this.nextTurn)
  }

  private readonly nextTurn = (): void => {
    this.isTaken = false
    const [turn] = this.waiting
    if (turn === undefined) return
    const [owner, jobs] = turn
    const job = jobs.shift()!
    this.waiting.delete(owner)
    if (jobs.length > 0) this.waiting.set(owner, jobs)
    this.begin()
    job()
  }
}
