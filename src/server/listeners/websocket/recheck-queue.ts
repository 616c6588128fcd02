/** Checks begun in one turn of the event loop: closing so many connections takes milliseconds. */
const BEGUN_IN_A_TURN = 50
/** Checks that wait for the store at once. */
const MAX_RUNNING = 100

interface Checked {
  recheck(): Promise<void>
}

/**
 * Connections whose callers have to be checked again, after any change of an account or a key.
 *
 * Bounds  a connection waits once, however many changes follow each other; a few begin in a turn
 *         of the event loop, and a few wait for the store
 */
export class RecheckQueue {
  private readonly waiting = new Set<Checked>()
  private running = 0
  private isScheduled = false

  constructor(private readonly onBug: (bug: unknown) => void) {}

  add(connections: Iterable<Checked>): void {
    for (const connection of connections) this.waiting.add(connection)
    this.schedule()
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.size === 0 || this.running >= MAX_RUNNING) return
    this.isScheduled = true
    setImmediate(this.turn)
  }

  private readonly turn = (): void => {
    this.isScheduled = false
    let left = Math.min(BEGUN_IN_A_TURN, MAX_RUNNING - this.running)
    for (const connection of this.waiting) {
      if (left-- === 0) break
      this.waiting.delete(connection)
      this.running++
      void connection
        .recheck()
        .catch(this.onBug)
        .then(() => {
          this.running--
          this.schedule()
        })
    }
    this.schedule()
  }
}
