/**
 * A time limit that lets what has arrived be read before it acts.
 *
 * Node runs timers before it reads: when the process stood still (a busy machine, a long turn), limits are over while the answers lie
 * unread in their sockets. So when the time is over, one round of reading comes first; a call that got its answer in it clears the timer.
 */
export class IoFirstTimer {
  private timeout: NodeJS.Timeout | undefined
  private turn: NodeJS.Immediate | undefined

  constructor(private readonly act: () => void) {}

  /** Begins anew; acts once. */
  set(waitMs: number): void {
    this.clear()
    this.timeout = setTimeout(letRead, waitMs, this)
  }

  clear(): void {
    if (this.timeout !== undefined) clearTimeout(this.timeout)
    if (this.turn !== undefined) clearImmediate(this.turn)
    this.timeout = undefined
    this.turn = undefined
  }

  /** The time is over. */
  letRead(): void {
    this.turn = setImmediate(this.act)
  }
}

const letRead = (timer: IoFirstTimer): void => timer.letRead()
