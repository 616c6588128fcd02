import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { nextTick } from 'node:process'

/** What the gateway takes from outside itself: the time and chance. Tests bring their own. */
export interface SystemPorts {
  /** Milliseconds since 1970, the same throughout a turn of the event loop. */
  nowMs(): number
  randomBytes(length: number): Buffer
  /** Runs once this turn of the event loop is over. */
  afterTurn(action: () => void): void
}

/** Turns of the event loop that ended, and whether the end of this one will be noticed. */
let turns = 0
let isTurnWatched = false

/**
 * Reads the clock once in a turn of the event loop: a call asks for the time at half a dozen
 * places, and asking is dear.
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
      // What is to run after this turn keeps the event loop from waiting: no time is ever carried
      // across a wait.
      setImmediate(forget)
      isTurnWatched = true
    }
    return nowMs
  }
}

/**
 * Milliseconds of a stopwatch, to a few nanoseconds, that never goes back. Only to measure how long
 * something took: nothing may be decided by it, so that tests need not bring their own.
 */
export const stopwatchMs = (): number => performance.now()

/** So many take the same reading at most. */
const SHARED_BY = 16

/**
 * A stopwatch for what happens to many calls one right behind the other: in one turn of the event
 * loop a few of them share a reading.
 *
 * Reading costs as much as a fiftieth of a call that shares a round trip, and a call's times are
 * read at four places. What one of them does between two readings takes microseconds, so a time is
 * early by some tens of them at most.
 */
export class SharedStopwatch {
  private readMs = 0
  private turn = 0
  private left = 0

  /** A reading that is not before another one, `startMs`. */
  since(startMs: number): number {
    if (this.left > 0 && this.turn === turns && this.readMs >= startMs) this.left--
    else {
      this.readMs = stopwatchMs()
      this.turn = turns
      this.left = isTurnWatched ? SHARED_BY - 1 : 0
    }
    return this.readMs
  }
}

/** What the clock would have said, in milliseconds since 1970, when the stopwatch showed `ms`. */
export const clockOfStopwatch = (ms: number): number => performance.timeOrigin + ms

/** The real clock and real randomness. */
export const systemPorts: SystemPorts = {
  nowMs: turnClock(),
  randomBytes: (length) => randomBytes(length),
  afterTurn: (action) => void setImmediate(action),
}

/**
 * So many leave together at most, so that none waits for all of a thousand sockets to be read: a
 * millisecond or two.
 */
const MAX_TOGETHER = 64

/** Something that has bytes for the system. */
export interface Flushable {
  /** Hands them over now. */
  flush(): void
}

/**
 * Lets what is written leave together: a write wakes a peer that sleeps, which costs more than the
 * write itself, and while one peer wakes and works the writes to it and to others that follow at
 * once cost no waking.
 *
 * What is written while sockets are being read leaves once all that are readable in this turn of
 * the event loop have been read; what is written later (when a charge has become durable, say)
 * leaves once the callbacks that are under way are over. Neither waits for a timer: a call that
 * comes alone loses nothing.
 *
 * Bounds  `MAX_TOGETHER` senders, and those of one callback; their bytes are bounded where they are
 *         written
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

  /** A socket is being read: others may be readable, too, in this turn. */
  gather(): void {
    if (this.isGathering) return
    this.isGathering = true
    setImmediate(this.endTurn)
  }

  add(sender: Flushable): void {
    const count = this.senders.push(sender)
    if (count === MAX_TOGETHER || (count === 1 && !this.isGathering)) nextTick(this.release)
  }
}

/** The one of this process, as its event loop is one. */
export const flushQueue = new FlushQueue()

const BASE = 36
const DIGITS = Array.from({ length: BASE }, (_, digit) => digit.toString(BASE))

/** Request ids: unlike those of any other process, and in order within this one. */
export const requestIds = ({ randomBytes }: SystemPorts): (() => string) => {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  // All digits but the last one change once in 36 times.
  let start = ''
  return () => {
    const digit = count++ % BASE
    if (digit === 0) start = `${prefix}-${count > BASE ? Math.floor(count / BASE).toString(BASE) : ''}`
    return start + DIGITS[digit]
  }
}

/** What the machine, or the container, calls itself. */
export const hostName = (): string => hostname()

/** The version of Node that runs this: `v20.19.0`. */
export const nodeVersion: string = process.version
