import { IntrusiveQueue, type QueueItem } from '../../runtime/intrusive-queue.js'
import { IoFirstTimer } from '../../runtime/io-first-timer.js'

/** Who is woken. */
export interface DeadlineListener {
  ring(): void
}

/** How often alarms that have no timer yet are looked through. */
const ROUND_MS = 5
/** An alarm that is due so soon has a timer from the start: two rounds, and time to spare. */
const SOON_MS = 20

/**
 * One timer, set anew as often as plans change, and a clock that never goes back while it is in use.
 *
 * A wall clock may be set back; a limit must end all the same. So when the alarm rings it is as late as it was set for, at least.
 */
export class DeadlineTimer implements QueueItem<DeadlineTimer> {
  isWaiting = false
  before: DeadlineTimer | undefined
  behind: DeadlineTimer | undefined
  /** The watchman's round in which it was handed to him. */
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
 * Looks after alarms that are not due soon: nearly every call is answered before one of his rounds is over, so that no timer is made for
 * it. Those he finds again are dismissed, and need one.
 *
 * Bounds  one alarm for each call under way, for two rounds at most
 */
class TimerWheel {
  private readonly line = new IntrusiveQueue<DeadlineTimer>()
  private round = 0
  private isOnRound = false
  private readonly endRound = (): void => {
    const { line } = this
    for (let alarm = line.first; alarm !== undefined && alarm.round < this.round; alarm = line.first) {
      line.remove(alarm)
      alarm.dismissed()
    }
    this.round++
    this.isOnRound = false
    if (line.first !== undefined) this.beginRound()
  }

  add(alarm: DeadlineTimer): void {
    alarm.round = this.round
    this.line.add(alarm)
    if (!this.isOnRound) this.beginRound()
  }

  remove(alarm: DeadlineTimer): void {
    this.line.remove(alarm)
  }

  private beginRound(): void {
    this.isOnRound = true
    setTimeout(this.endRound, ROUND_MS)
  }
}

/** The one of this process, as its event loop is one. */
const timerWheel = new TimerWheel()
