import { IntrusiveQueue, type QueueItem } from './intrusive-collections.js'

/**
 * A timeout that lets arrived data be read before it acts.
 *
 * Node runs timers before it reads: after a stall (a busy machine, a long turn) timeouts are over
 * while answers lie unread in their sockets. So the timer waits for one round of reading, in which
 * a call that gets its answer clears it.
 */
export class IoFirstTimer {
  private timeout: NodeJS.Timeout | undefined
  private turn: NodeJS.Immediate | undefined

  constructor(private readonly act: () => void) {}

  /** Starts or restarts the timer; it acts once. */
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

  /** Called when the time is over. */
  letRead(): void {
    this.turn = setImmediate(this.act)
  }
}

const letRead = (timer: IoFirstTimer): void => timer.letRead()

/** Called at the deadline. */
export interface DeadlineListener {
  deadlineReached(): void
}

/** Interval at which deadlines without a separate timer are checked. */
const ROUND_MS = 5
/** A nearer deadline gets a timer at once: two rounds, and time to spare. */
const SOON_MS = 20

/**
 * A timer that can be set repeatedly, with a clock that never goes back while it is in use.
 *
 * The wall clock may be set back, but limits must still end. So when the timer fires, at least the
 * time that it was set for counts as reached.
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
    if (atMs - this.latestMs < SOON_MS) this.startIn(atMs - this.latestMs)
    else timerWheel.add(this)
  }

  clear(): void {
    if (this.isWaiting) timerWheel.remove(this)
    else this.timer?.clear()
  }

  /** Starts a real timer for the remaining time. */
  startTimer(): void {
    // After the clock was set back, the difference would exceed the remaining time.
    this.startIn(this.setForMs - Math.max(this.latestMs, this.clock()))
  }

  private startIn(waitMs: number): void {
    this.timer ??= new IoFirstTimer(() => this.fire())
    this.timer.set(Math.max(1, Math.ceil(waitMs)))
  }

  private fire(): void {
    this.latestMs = Math.max(this.latestMs, this.setForMs)
    this.listener.deadlineReached()
  }
}

/**
 * Coarse timer wheel: a deadline gets a real timer only if it is still set after a 5 ms round;
 * nearly every call is answered earlier.
 *
 * Bounds  one deadline for each call in flight, for two rounds at most
 */
class TimerWheel {
  private readonly queue = new IntrusiveQueue<DeadlineTimer>()
  private round = 0
  private isOnRound = false
  private readonly endRound = (): void => {
    const { queue } = this
    for (let timer = queue.first; timer !== undefined && timer.round < this.round; timer = queue.first) {
      queue.remove(timer)
      timer.startTimer()
    }
    this.round++
    this.isOnRound = false
    if (queue.first !== undefined) this.beginRound()
  }

  add(timer: DeadlineTimer): void {
    timer.round = this.round
    this.queue.add(timer)
    if (!this.isOnRound) this.beginRound()
  }

  remove(timer: DeadlineTimer): void {
    this.queue.remove(timer)
  }

  private beginRound(): void {
    this.isOnRound = true
    setTimeout(this.endRound, ROUND_MS)
  }
}

/** One per process, like the event loop. */
const timerWheel = new TimerWheel()

/**
 * An interval that pauses while unused, so that an idle process is not woken.
 *
 * A wake-up alone costs 0.15 ms of CPU time on a virtual machine; four a second are 0.06 % of a
 * core.
 */
export class IdleInterval {
  private timer: NodeJS.Timeout | undefined
  private isUsed = false

  /**
   * `act` runs every `everyMs` and returns whether to go on although unused; `onRest` runs when the
   * interval pauses. It does not keep the process running.
   */
  constructor(
    private readonly everyMs: number,
    private readonly act: () => boolean,
    private readonly onRest: () => void = () => {},
  ) {}

  get isResting(): boolean {
    return this.timer === undefined
  }

  /** Keeps the interval running for one more period; if it was paused, acts at once and resumes. */
  use(): void {
    this.isUsed = true
    if (this.timer === undefined) this.wake()
  }

  stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
  }

  private wake(): void {
    this.timer = setInterval(() => this.endPeriod(), this.everyMs).unref()
    this.act()
  }

  private endPeriod(): void {
    const isNeeded = this.act() || this.isUsed
    this.isUsed = false
    if (isNeeded) return
    this.stop()
    this.onRest()
  }
}
