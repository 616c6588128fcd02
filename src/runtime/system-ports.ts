import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { nextTick } from 'node:process'

/** The clock and randomness, as arguments, so that tests can replace them. */
export interface SystemPorts {
  /** Milliseconds since 1970, constant during a turn of the event loop. */
  nowMs(): number
  randomBytes(length: number): Buffer
  /** Runs an action after this turn of the event loop. */
  afterTurn(action: () => void): void
}

/**
 * A clock for times to wait and to believe: when the system's clock is set back, it goes on from
 * its last reading. It is only for differences; read it at both ends.
 */
export const steadyClock = (nowMs: () => number): (() => number) => {
  let lastMs = nowMs()
  let setBackMs = 0
  return () => {
    const ms = nowMs() + setBackMs
    if (ms < lastMs) setBackMs += lastMs - ms
    else lastMs = ms
    return lastMs
  }
}

/** Number of turns that ended, and whether the end of this one will be detected. */
let turns = 0
let isTurnWatched = false

/**
 * Reads the clock once per event-loop turn: a call asks for the time at half a dozen places, and
 * reading is expensive.
 */
const turnClock = (): (() => number) => {
  let nowMs = 0
  const forget = () => {
    nowMs = 0
    turns++
    isTurnWatched = false
  }
  return () => {
    if (nowMs === 0) {
      nowMs = Date.now()
      // A pending immediate keeps the event loop from waiting, so no time is carried across a wait.
      setImmediate(forget)
      isTurnWatched = true
    }
    return nowMs
  }
}

/**
 * The monotonic clock in milliseconds, precise to a few nanoseconds. Only for measuring durations,
 * on which no decision may depend, and for the order of two events; so tests need not replace it.
 */
export const stopwatchMs = (): number => performance.now()

/** Most calls that share a reading. */
const SHARED_BY = 16

/**
 * A monotonic clock for events in quick succession: within one turn of the event loop a few calls
 * share a reading.
 *
 * A reading costs up to a fiftieth of a call that shares a round trip, and a call reads its times
 * at four places. The work between two readings takes microseconds, so a time is early by at most
 * some tens of them.
 */
export class SharedStopwatch {
  private readMs = 0
  private turn = 0
  private left = 0

  /** A reading not earlier than `startMs`. */
  readAtLeast(startMs: number): number {
    if (this.left > 0 && this.turn === turns && this.readMs >= startMs) this.left--
    else {
      this.readMs = stopwatchMs()
      this.turn = turns
      this.left = isTurnWatched ? SHARED_BY - 1 : 0
    }
    return this.readMs
  }
}

/** A difference between the two clocks that is a step of the system's clock, not its resolution. */
const CLOCK_STEP_MS = 20

let stopwatchOriginMs = performance.timeOrigin

/**
 * Converts a recent reading of the stopwatch to milliseconds since 1970, by the system's clock as
 * it is now: NTP may have set it since the process started, and the stopwatch stands still while
 * the machine sleeps.
 */
export const clockOfStopwatch = (ms: number): number => {
  const readMs = stopwatchMs()
  const originMs = Date.now() - readMs
  const isStep = Math.abs(originMs - stopwatchOriginMs) > CLOCK_STEP_MS
  // A process that the system halted between the two readings takes the difference for no step.
  if (isStep && stopwatchMs() - readMs < CLOCK_STEP_MS) stopwatchOriginMs = originMs
  return stopwatchOriginMs + ms
}

/** The real clock and real randomness. */
export const systemPorts: SystemPorts = {
  nowMs: turnClock(),
  randomBytes: (length) => randomBytes(length),
  afterTurn: (action) => void setImmediate(action),
}

/**
 * Bound on senders flushed together, so that none waits for the reads of a thousand sockets (a
 * millisecond or two).
 */
const MAX_TOGETHER = 64

/** Has bytes for the system. */
export interface Flushable {
  flush(): void
}

/**
 * Delays writes so that they leave together. A write wakes a sleeping peer, which costs more than
 * the write; writes that follow at once, to it or to others, cost no further wake-up.
 *
 * Bytes written while sockets are being read leave after all sockets readable in this turn have
 * been read. Bytes written later (for example when a charge is durable) leave after the current
 * callbacks. Neither waits for a timer, so a lone call is not delayed.
 *
 * Bounds  `MAX_TOGETHER` senders, and those of one callback; the writers bound their bytes
 * Source  measured: `npm run bench`, scenario "forwarded"
 */
class FlushQueue {
  private senders: Flushable[] = []
  private isGathering = false
  private readonly release = (): void => {
    const { senders } = this
    this.senders = []
    for (const sender of senders) sender.flush()
  }
  private readonly endTurn = (): void => {
    this.isGathering = false
    this.release()
  }

  /** Starts gathering: a socket is being read, and others may be readable in this turn. */
  gather(): void {
    if (this.isGathering) return
    this.isGathering = true
    setImmediate(this.endTurn)
  }

  /** Writes at once, for work that has to count the time of its writes. */
  flush(): void {
    if (this.senders.length > 0) this.release()
  }

  add(sender: Flushable): void {
    const count = this.senders.push(sender)
    if (count === MAX_TOGETHER || (count === 1 && !this.isGathering)) nextTick(this.release)
  }
}

/** One per process, like the event loop. */
export const flushQueue = new FlushQueue()

const BASE = 36
const DIGITS = Array.from({ length: BASE }, (_, digit) => digit.toString(BASE))

/** Request ids: unique across processes, ordered within one. */
export const requestIds = ({ randomBytes }: SystemPorts): (() => string) => {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  // All digits but the last; they change once in 36 ids.
  let start = ''
  return () => {
    const digit = count++ % BASE
    if (digit === 0) start = `${prefix}-${count > BASE ? Math.floor(count / BASE).toString(BASE) : ''}`
    return start + DIGITS[digit]
  }
}

/** The host name of the machine or container. */
export const hostName = (): string => hostname()

/** The running Node version: `v20.19.0`. */
export const nodeVersion: string = process.version
