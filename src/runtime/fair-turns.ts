/** What is done in one turn of the event loop. It does not throw. */
type Job = () => void

/**
 * Does long jobs one in a turn of the event loop, so that sockets and timers wait for one of them at most. Owners
 * (accounts, by their ids) take turns, one job each.
 *
 * Bounds  none: an owner's jobs have to be bounded by what it may bring
 */
export class FairTurns {
  /** Of each owner that has jobs, in the order of their turns: one that had a turn goes to the end. */
  private readonly waiting = new Map<string, Job[]>()
  /** A job was done in this turn already, or waits for the next one. */
  private isTaken = false

  /** `afterTurn` runs something once this turn of the event loop is over. */
  constructor(private readonly afterTurn: (action: () => void) => void) {}

  /** Does a job: at once when this turn has had none. */
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
