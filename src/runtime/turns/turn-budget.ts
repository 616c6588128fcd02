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
