import { IntrusiveQueue, type QueueItem } from '../../runtime/intrusive-queue.js'
import { IoFirstTimer } from '../../runtime/io-first-timer.js'

/** Called at the deadline. */
export interface DeadlineListener {
  ring(): void
}

/** How often deadlines without a timer of their own are looked through. */
const ROUND_MS = 5
/** A deadline this near has a timer from the start: two rounds, and time to spare. */
const SOON_MS = 20

/**
 * One timer, set anew as often as plans change, and a clock that never goes back while it is in use.
 *
 * A wall clock may be set back; a limit must end all the same. So when the timer fires it is as late as it was set for, at least.
 */
export class DeadlineTimer implements QueueItem<DeadlineTimer> {
  isWaiting = false
  before: DeadlineTimer | undefined
  behind: DeadlineTimer | undefined
  /** The wheel's round in which it was added. */
  round = 0
  private timer: IoFirstTimer | undefined
  private setForMs = 0
  private latestMs = 0

  constructor(
    private readonly clock: () => number,
    private readonly listener: DeadlineListener,
  ) {}

  now(): number {
    this.latestMs = Math.max(this.latestMs, this.clock())
    return this.latestMs
  }

  set(atMs: number): void {
    this.clear()
    this.setForMs = atMs
    if (atMs - this.latestMs < SOON_MS) this.wind(atMs - this.latestMs)
    else timerWheel.add(this)
  }

  clear(): void {
    if (this.isWaiting) timerWheel.remove(this)
    else this.timer?.clear()
  }

  /** Has a timer of its own for what is left of its time. */
  dismissed(): void {
    // By a clock that was set back, more would be left than there was.
    this.wind(this.setForMs - Math.max(this.latestMs, this.clock()))
  }

  private wind(waitMs: number): void {
    this.timer ??= new IoFirstTimer(() => this.ring())
    this.timer.set(Math.max(1, Math.ceil(waitMs)))
  }

  private ring(): void {
    this.latestMs = Math.max(this.latestMs, this.setForMs)
    this.listener.ring()
  }
}

/**
 * Coarse timer wheel: a deadline gets a real timer only if it is still set after a 5 ms round; nearly every call is answered earlier.
 *
 * Bounds  one deadline for each call in flight, for two rounds at most
 */
class TimerWheel {
  private readonly line = new IntrusiveQueue<DeadlineTimer>()
  private round = 0
  private isOnRound = false
  private readonly endRound = (): void => {
    const { line } = this
    for (let timer = line.first; timer !== undefined && timer.round < this.round; timer = line.first) {
      line.remove(timer)
      timer.dismissed()
    }
    this.round++
    this.isOnRound = false
    if (line.first !== undefined) this.beginRound()
  }

  add(timer: DeadlineTimer): void {
    timer.round = this.round
    this.line.add(timer)
    if (!this.isOnRound) this.beginRound()
  }

  remove(timer: DeadlineTimer): void {
    this.line.remove(timer)
  }

  private beginRound(): void {
    this.isOnRound = true
    setTimeout(this.endRound, ROUND_MS)
  }
}

/** The one of this process, as its event loop is one. */
const timerWheel = new TimerWheel()
