import { randomInt } from 'node:crypto'

/** Look-ups at once, over all sources. */
const MAX_RUNNING = 2
/**
 * Look-ups that wait, over all sources: as many as the account holders' listener has connections.
 */
const MAX_WAITING = 1_000

interface WaitingLookUp {
  /** True when its turn has come, false when it gave its place to another. */
  readonly settle: (hasTurn: boolean) => void
}

/**
 * Look-ups of one-time links in the store, a few at once and by sources in turn.
 *
 * A link has 256 random bits, so no number of guesses finds one: the queue spares the store. A
 * source has no budget that guesses could use up, because the right link may come from it too.
 *
 * Bound  1,000 wait; of one more, a random one of the busiest source goes without its look-up
 */
export class LinkQueue {
  private running = 0
  private waitingCount = 0
  /** In the order of their turns. */
  private readonly waiting = new Map<string, WaitingLookUp[]>()

  /**
   * Looks up in its turn; `throttled` when it gave its place to another. Errors: those of `lookUp`.
   */
  async run<Found>(source: string, lookUp: () => Promise<Found>): Promise<Found | 'throttled'> {
    if (this.running < MAX_RUNNING) this.running++
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

  /**
   * Hands a free place to the first look-up of the next source, which then goes behind the others.
   */
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
