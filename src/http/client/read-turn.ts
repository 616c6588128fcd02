/** What is read of all large answers together before timers and other sockets have their turn: about a third of a millisecond. */
const TURN_BYTES = 524_288
/** How many of those that hold on read on in each turn; they may be short of bytes, or of medium size. */
const READ_ON_AT_ONCE = 4
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
 * Not all that hold on read on in the next turn: each would read once before it is counted, so that a turn grew with their number, and the
 * more of them are read by turns, the more an answer costs; with eight of 5 MB a fifth more in turns of this size.
 *
 * Bounds  who holds on reads nothing that could be counted, so there are no more in it than connections
 */
class ReadTurn {
  private left = TURN_BYTES
  private isEnding = false
  private readonly held: Reader[] = []
  private readonly endTurn = (): void => {
    this.left = TURN_BYTES
    this.isEnding = false
    for (const reader of this.held.splice(0, READ_ON_AT_ONCE)) reader.readOn()
    if (this.held.length > 0) this.begin()
  }

  /** Takes note of what a connection has read. */
  count(length: number, reader: Reader): void {
    if (length < LARGE_BYTES) return
    this.begin()
    this.left -= length
    if (this.left > 0) return
    reader.holdOn()
    this.held.push(reader)
  }

  private begin(): void {
    if (this.isEnding) return
    this.isEnding = true
    setImmediate(this.endTurn)
  }
}

/** The one of this process, as its event loop is one. */
export const readTurn = new ReadTurn()
