import { OwnerTurns } from './owner-turns.js'

/** Waits for another turn of the event loop. */
export interface TurnWaiter {
  takeTurn(): void
}

/**
 * Shares the event loop between large transfers and everything else. To a fast client the system
 * would take a whole reply in one turn, and then each other reply too; libuv reads a full socket 32
 * times before it turns to another. So all transfers of one kind share a number of bytes per turn.
 * Waiting transfers resume in turns of their owners (accounts), one of each.
 *
 * Bounds  no more waiters than connections, because a waiting transfer moves no counted bytes
 */
export class TurnBudget {
  private left: number
  private isEnding = false
  private readonly waiters = new OwnerTurns<TurnWaiter>()
  private readonly endTurn = (): void => {
    this.left = this.bytes
    this.isEnding = false
    let left = Math.min(this.resumedAtOnce, this.waiters.length)
    // A waiter that counts at once may use up the turn: the others keep their places.
    for (; left > 0 && !this.isSpent; left--) this.waiters.take()!.takeTurn()
    if (this.waiters.length > 0) this.begin()
  }

  /**
   * `bytes`          moved in a turn, over all transfers
   * `resumedAtOnce`  waiting transfers that resume in a turn. Fewer than all if each moves bytes
   *                  before they are counted, or a turn would grow with their number
   * `leastBytes`     smaller transfers are not counted
   * `afterTurn`      runs an action after this turn of the event loop
   */
  constructor(
    private readonly bytes: number,
    private readonly resumedAtOnce: number,
    private readonly leastBytes: number,
    private readonly afterTurn: (action: () => void) => void = (action) => void setImmediate(action),
  ) {
    this.left = bytes
  }

  /** True if this turn has no bytes left; a transfer with more then waits, and checks again. */
  get isSpent(): boolean {
    return this.left <= 0
  }

  /** Counts moved bytes; false if the transfer must wait before it moves more. */
  count(length: number): boolean {
    if (length < this.leastBytes) return true
    this.begin()
    this.left -= length
    return this.left > 0
  }

  /** Counts bytes that are moved now; false, and counts none, if the turn is spent. */
  take(length: number): boolean {
    if (length < this.leastBytes) return true
    if (this.isSpent) return false
    this.count(length)
    return true
  }

  /** Gives `waiter` one of the next turns. `owner` is compared by identity. */
  wait(waiter: TurnWaiter, owner: unknown): void {
    this.begin()
    this.waiters.add(owner, waiter)
  }

  /** Resolves at the owner's turn; callers without an owner share one. */
  next(owner?: unknown): Promise<void> {
    return new Promise((takeTurn) => this.wait({ takeTurn }, owner))
  }

  /**
   * Runs a job that must not throw: now unless the turn is spent or others wait, else at the
   * owner's turn. It counts `length` bytes; by default it takes the rest of the turn, whatever is
   * left.
   */
  run(owner: unknown, job: () => void, length = this.bytes): void {
    if (this.isSpent || this.waiters.length > 0) this.wait({ takeTurn: () => this.runNow(job, length) }, owner)
    else this.runNow(job, length)
  }

  private runNow(job: () => void, length: number): void {
    this.count(length)
    job()
  }

  private begin(): void {
    if (this.isEnding) return
    this.isEnding = true
    this.afterTurn(this.endTurn)
  }
}

/**
 * Long jobs, one in a turn, so that sockets and timers wait for at most one. The caller bounds what
 * an owner may queue.
 */
export const oneJobInTurn = (afterTurn?: (action: () => void) => void): TurnBudget => new TurnBudget(1, 1, 0, afterTurn)

/**
 * Bytes of all large replies written before timers and other sockets are served: about a seventh of
 * a millisecond.
 */
const WRITE_BYTES = 262_144
/** Bytes of all large answers read in a turn: about a third of a millisecond. */
const READ_BYTES = 524_288
/**
 * Waiting answers that resume reading in a turn; with eight of 5 MB, resuming all costs a fifth
 * more.
 */
const READ_ON_AT_ONCE = 4
/** Smaller reads are not counted: they are small answers, or the ends of large ones. */
const LEAST_READ_BYTES = 16_384

/**
 * Large replies of this process, over HTTP and WebSocket. All waiting ones resume in each turn,
 * because each checks the budget before it writes.
 */
export const writeBudget = new TurnBudget(WRITE_BYTES, Number.POSITIVE_INFINITY, 0)
/**
 * Operations of the admin API, in pieces. One piece of one operation runs in a turn of the event
 * loop, so that a call waits for at most one piece.
 */
export const operationTurns = oneJobInTurn()
/** Long filters of subscriptions: each takes milliseconds to be indexed, so one is in a turn. */
export const filterTurns = oneJobInTurn()
/** Source ranges of keys compiled in a turn: half a millisecond of IPv4, 2.5 of IPv6. */
const RANGES = 1_000
/** Source ranges of keys that are new to the process, accounts in turn. */
export const rangeTurns = new TurnBudget(RANGES, Number.POSITIVE_INFINITY, 0)
/**
 * Bytes of final answers checked against the contract in a turn, with the end of the last one: 64
 * KiB take up to half a millisecond, the longest answer that is kept several.
 */
const CHECK_BYTES = 65_536
/** Smaller answers are checked at once and not counted. */
const LEAST_CHECK_BYTES = 4_096
/** Waiting calls that resume in a turn. All may wait for the same check, and then count nothing. */
const CHECKED_AT_ONCE = 16
/** Final answers, before the first one is served from memory or given to other gateways. */
export const checkBudget = new TurnBudget(CHECK_BYTES, CHECKED_AT_ONCE, LEAST_CHECK_BYTES)
/** Counted for a message or request besides its bytes: a short one takes time as well. */
const MESSAGE_BYTES = 1_024
/** Messages and requests begun in a turn: some fifteen short ones, which take a millisecond. */
const MESSAGES_BYTES = 16_384

/**
 * Callers' messages over WebSockets and pipelined requests over HTTP. One read of a socket brings
 * hundreds of short ones, and libuv reads a full socket 32 times before it turns to another.
 */
export const messageBudget = new TurnBudget(MESSAGES_BYTES, Number.POSITIVE_INFINITY, 0)
/** Counts a message or request of so many bytes that begins now. */
export const countMessage = (bytes: number): void => void messageBudget.count(MESSAGE_BYTES + bytes)

/** Counted for a part of a message or request besides its bytes. */
const PIECE_BYTES = 64
/** Counts a part of a message or request. */
export const countPiece = (): void => void messageBudget.count(PIECE_BYTES)

/** Shorter bodies are opened at once and not counted. Nearly all are shorter. */
export const COUNTED_BODY_BYTES = 2_048
/**
 * Bytes of bodies opened in a turn, with the end of the last one: half a millisecond of ordinary
 * calls. A batch of a hundred short calls has fewer.
 */
const BODIES_BYTES = 32_768

/**
 * Callers' bodies over HTTP and WebSocket. A client may send all but the last byte of each over
 * many connections, and then the last bytes: all these bodies end in one turn of the event loop.
 */
export const openedBodies = (afterTurn?: (action: () => void) => void): TurnBudget =>
  new TurnBudget(BODIES_BYTES, Number.POSITIVE_INFINITY, 0, afterTurn)

/** Large answers of upstreams. */
export const readBudget = new TurnBudget(READ_BYTES, READ_ON_AT_ONCE, LEAST_READ_BYTES)

/** Counted for a node's message besides its bytes: a short one takes 10 µs. */
const NODE_MESSAGE_BYTES = 1_024
/** Messages of nodes read in a turn: about a millisecond of short ones. */
const NODE_MESSAGES_BYTES = 131_072
/** Nodes that are read on in a turn: the read itself, of up to 64 KiB, is not counted before. */
const NODES_READ_ON_AT_ONCE = 1
/** Nodes' messages over WebSockets, most of them for subscriptions. */
export const nodeMessageBudget = new TurnBudget(NODE_MESSAGES_BYTES, NODES_READ_ON_AT_ONCE, 0)
/** Counts a node's message; false if the node must wait before more of it is read. */
export const countNodeMessage = (bytes: number): boolean => nodeMessageBudget.count(NODE_MESSAGE_BYTES + bytes)
