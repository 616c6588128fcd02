import { randomInt } from 'node:crypto'

/** Concurrent look-ups, over all sources. */
const MAX_RUNNING = 2
/** Waiting look-ups, over all sources: as many as the account holders' listener has connections. */
const MAX_WAITING = 1_000

interface WaitingLookUp {
  /** Called with true at its turn, with false if another look-up took its place. */
  readonly settle: (hasTurn: boolean) => void
}

/**
 * Look-ups of one-time links in the store, a few at once and by sources in turn.
 *
 * A link has 256 random bits, so it cannot be guessed: the queue protects the store. A source has
 * no budget that guesses could use up, because the right link may come from it too.
 *
 * Bound  1,000 wait; beyond that a random one of the busiest source is dropped
 */
export class LinkQueue {
  private running = 0
  private waitingCount = 0
  /** In the order of their turns. */
  private readonly waiting = new Map<string, WaitingLookUp[]>()

  constructor(private readonly maxRunning = MAX_RUNNING) {}

  /** Looks up in turn; `throttled` if another look-up took its place. Errors: those of `lookUp`. */
  async run<Found>(source: string, lookUp: () => Promise<Found>): Promise<Found | 'throttled'> {
    if (this.running < this.maxRunning) this.running++
    else if (!(await this.turn(source))) return 'throttled'
    try {
      return await lookUp()
    } finally {
      this.next()
    }
  }

  private turn(source: string): Promise<boolean> {
    return new Promise((settle) => {
      const ofSource = this.waiting.get(source) ?? []
      ofSource.push({ settle })
      this.waiting.set(source, ofSource)
      if (++this.waitingCount > MAX_WAITING) this.dropOne()
    })
  }

  /** Starts the first look-up of the next source, which then moves to the end of the queue. */
  private next(): void {
    const [first] = this.waiting
    if (first === undefined) {
      this.running--
      return
    }
    const [source, ofSource] = first
    this.waiting.delete(source)
    const { settle } = ofSource.shift()!
    if (ofSource.length > 0) this.waiting.set(source, ofSource)
    this.waitingCount--
    settle(true)
  }

  private dropOne(): void {
    const most = [...this.waiting.values()].reduce((one, other) => (other.length > one.length ? other : one))
    const [dropped] = most.splice(randomInt(most.length), 1)
    this.waitingCount--
    dropped!.settle(false)
  }
}
