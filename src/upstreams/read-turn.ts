/**
 * What is read of all large answers together before timers and other sockets have their turn: about two milliseconds. Half of it would cost
 * such an answer a tenth more, as its writer and its reader wait for each other more often.
 */
const TURN_BYTES = 2_097_152
/** Reads below are not counted: they are small answers, or the ends of large ones. */
const LARGE_BYTES = 16_384

/** A connection that can be read later. */
export interface Reader {
  /** Reads no more until `readOn`. */
  holdOn(): void
  readOn(): void
}

/**
 * Shares the event loop between large answers and everything else: of a socket that is full libuv reads 32 times before it looks at
 * anything else, and so of each other one.
 *
 * Bounds  who holds on reads nothing that could be counted, so there are no more in it than connections
 */
class ReadTurn {
  private left = TURN_BYTES
  private held: Reader[] = []
  private readonly endTurn = (): void => {
    const { held } = this
    this.left = TURN_BYTES
    this.held = []
    for (const reader of held) reader.readOn()
  }

  /** Takes note of what a connection has read. */
  count(length: number, reader: Reader): void {
    if (length < LARGE_BYTES) return
    if (this.left === TURN_BYTES) setImmediate(this.endTurn)
    this.left -= length
    if (this.left > 0) return
    reader.holdOn()
    this.held.push(reader)
  }
}

/** The one of this process, as its event loop is one. */
export const readTurn = new ReadTurn()
