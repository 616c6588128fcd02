import { IntrusiveQueue, type QueueItem } from './intrusive-collections.js'

/**
 * A time limit that lets what has arrived be read before it acts.
 *
 * Node runs timers before it reads: when the process stood still (a busy machine, a long turn),
 * limits are over while the answers lie unread in their sockets. So when the time is over, one
 * round of reading comes first; a call that got its answer in it clears the timer.
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

/** Called at the deadline. */
export interface DeadlineListener {
  ring(): void
}

/** How often deadlines without a timer of their own are looked through. */
const ROUND_MS = 5
/** A deadline this near has a timer from the start: two rounds, and time to spare. */
const SOON_MS = 20

/**
 * One timer, set anew as often as plans change, and a clock that never goes back while it is in
 * use.
 *
 * A wall clock may be set back; a limit must end all the same. So when the timer fires it is as
 * late as it was set for, at least.
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
 * Coarse timer wheel: a deadline gets a real timer only if it is still set after a 5 ms round;
 * nearly every call is answered earlier.
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

/**
 * An interval that rests while it is not used: an idle process is not woken for work that nothing
 * waits for.
 *
 * A wake-up alone costs 0.15 ms of CPU time on a virtual machine, however little is done in it;
 * four a second are 0.06 % of a core.
 */
export class IdleInterval {
  private timer: NodeJS.Timeout | undefined
  private isUsed = false

  /**
   * `act` is called every `everyMs`; what it returns says whether it is needed although nothing
   * used it. `onRest` is called when it begins to rest. It does not keep the process up.
   */
  constructor(
    private readonly everyMs: number,
    private readonly act: () => boolean,
    private readonly onRest: () => void = () => {},
  ) {}

  get isResting(): boolean {
    return this.timer === undefined
  }

  /** Keeps it from resting for one period more; when it rested, acts at once and goes on. */
  use(): void {
    this.isUsed = true
    if (this.timer === undefined) this.wake()
  }

  stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
  }

  private wake(): void {
    this.timer = setInterval(() => this.look(), this.everyMs).unref()
    this.act()
  }

  private look(): void {
    const isNeeded = this.act() || this.isUsed
    this.isUsed = false
    if (isNeeded) return
    this.stop()
    this.onRest()
  }
}
