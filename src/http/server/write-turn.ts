/** What is written of all large replies together before timers and other sockets have their turn: about a seventh of a millisecond. */
const TURN_BYTES = 262_144

/**
 * Shares the event loop between large replies and everything else: to a client that reads as fast as it can, the system would take all of a
 * reply, and of each other one, in one turn.
 *
 * Source  the same for reading: src/http/client/read-turn.ts
 */
class WriteTurn {
  private left = TURN_BYTES
  private next: Promise<void> | undefined
  private endTurn = (): void => {}

  /** Whether enough was written: whoever has more waits for `comes`, and looks again. */
  get isOver(): boolean {
    return this.left <= 0
  }

  /** The next turn; only to be asked for when this one is over. */
  get comes(): Promise<void> {
    return this.next!
  }

  /** Takes note of what was written. */
  count(length: number): void {
    if (this.next === undefined) this.begin()
    this.left -= length
  }

  private begin(): void {
    this.next = new Promise((resolve) => {
      this.endTurn = resolve
    })
    setImmediate(() => {
      this.next = undefined
      this.left = TURN_BYTES
      this.endTurn()
    })
  }
}

/** The one of this process, as its event loop is one. */
export const writeTurn = new WriteTurn()
