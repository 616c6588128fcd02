import { OwnerTurns } from './owner-turns.js'

/** Something that waits for another turn of the event loop. */
export interface TurnWaiter {
  takeTurn(): void
}

/**
 * Shares the event loop between large transfers and everything else. To a client that reads as fast
 * as it can the system would take all of a reply in one turn, and each other one too; of a full
 * socket libuv reads 32 times before it looks at another. So all transfers of a kind together have
 * a number of bytes for each turn. Those that wait go on in turns of their owners (accounts), one
 * transfer of each.
 *
 * Bounds  a transfer that waits moves nothing that could be counted, so there are no more waiters
 *         than connections
 */
export class TurnBudget {
  private left: number
  private isEnding = false
  private readonly waiters = new OwnerTurns<TurnWaiter>()
  private readonly endTurn = (): void => {
    this.left = this.bytes
    this.isEnding = false
    for (const waiter of this.takeSome()) waiter.takeTurn()
    if (this.waiters.length > 0) this.begin()
  }

  /**
   * `bytes`          what is moved in a turn, over all transfers
   * `resumedAtOnce`  how many that wait go on in a turn. Fewer than all where each moves bytes
   *                  before it is counted: or a turn would grow with their number
   * `leastBytes`     what is smaller is not counted
   */
  constructor(
    private readonly bytes: number,
    private readonly resumedAtOnce: number,
    private readonly leastBytes: number,
  ) {
    this.left = bytes
  }

  /** Whether this turn has no bytes left: a transfer that has more waits, and looks again. */
  get isSpent(): boolean {
    return this.left <= 0
  }

  /**
   * Takes note of bytes that were moved; false when the transfer must wait before it moves more.
   */
  count(length: number): boolean {
    if (length < this.leastBytes) return true
    this.begin()
    this.left -= length
    return this.left > 0
  }

  /** `waiter` has its turn in one of the next. `owner` is compared by identity. */
  wait(waiter: TurnWaiter, owner: unknown): void {
    this.begin()
    this.waiters.add(owner, waiter)
  }

  /** Settles when the turn has come. Those that name no owner share one. */
  next(owner?: unknown): Promise<void> {
    return new Promise((takeTurn) => this.wait({ takeTurn }, owner))
  }

  /** Takes out those that go on now. Each may wait again, behind the owners that had no turn. */
  private takeSome(): TurnWaiter[] {
    const taken: TurnWaiter[] = []
    while (taken.length < this.resumedAtOnce) {
      const waiter = this.waiters.take()
      if (waiter === undefined) break
      taken.push(waiter)
    }
    return taken
  }

  private begin(): void {
    if (this.isEnding) return
    this.isEnding = true
    setImmediate(this.endTurn)
  }
}

/**
 * What is written of all large replies together before timers and other sockets have their turn:
 * about a seventh of a millisecond.
 */
const WRITE_BYTES = 262_144
/** What is read of all large answers together: about a third of a millisecond. */
const READ_BYTES = 524_288
/**
 * Of the answers that wait so many read on in a turn; with eight of 5 MB, reading them all by turns
 * costs a fifth more.
 */
const READ_ON_AT_ONCE = 4
/** Reads below are not counted: they are small answers, or the ends of large ones. */
const LEAST_READ_BYTES = 16_384

/**
 * The large replies of this process, over HTTP and WebSocket. All that wait go on in each turn, as
 * each looks before it writes.
 */
export const writeBudget = new TurnBudget(WRITE_BYTES, Number.POSITIVE_INFINITY, 0)
/**
 * The admin API's operations and their pieces. However many operations run, one of them does one
 * piece in a turn of the event loop, so that a call waits for one piece at most.
 */
export const operationTurns = new TurnBudget(1, 1, 0)
/** The large answers of upstreams. */
export const readBudget = new TurnBudget(READ_BYTES, READ_ON_AT_ONCE, LEAST_READ_BYTES)
