/**
 * A node that was not seen to grow yet has stopped when it said the same so often, or for so long.
 */
const MOST_REPEATS = 30
const LONGEST_WATCH_MS = 30_000
/**
 * A node that grew has stopped when nothing came for so many times its pace; and for this at least,
 * as polls may be late together.
 */
const PACES_TO_STOP = 3
const SHORTEST_STOP_MS = 3_000
/**
 * By the chain's own time a block so young is one of the newest: of a chain with a pace, three of
 * its blocks.
 */
const YOUNG_MS = 30_000
/** A block's time may be so far ahead of our clock. */
const CLOCK_ERROR_MS = 60_000
/**
 * Chains are faster and slower at times: a distance is believed up to so many times what the pace
 * would make of it.
 */
const FASTER_TIMES = 10

/** A block by its number and the chain's own time, as far as that is known. */
export interface Place {
  readonly number: bigint
  readonly timestampMs: number | undefined
}

/**
 * How one node's newest block moves on: whether it still does, and at which pace, by our clock and
 * by the chain's own.
 */
export class NodeGrowth {
  private grewAtMs: number | undefined
  private everyMs = 0
  private blocksPerMs: number | undefined
  private repeats = 0

  constructor(
    private last: Place,
    private readonly sinceMs: number,
    private heardAtMs = sinceMs,
  ) {}

  /** The node said what its newest block is. */
  saw(place: Place, nowMs: number): void {
    const { last } = this
    this.repeats += 1
    if (place.number > last.number) {
      this.everyMs = Math.max(nowMs - (this.grewAtMs ?? this.sinceMs), this.everyMs / 2)
      this.grewAtMs = nowMs
      this.repeats = 0
      const tookMs = (place.timestampMs ?? Number.NaN) - (last.timestampMs ?? Number.NaN)
      if (tookMs > 0) this.blocksPerMs = Number(place.number - last.number) / tookMs
    }
    this.last = place
    this.heardAtMs = nowMs
  }

  /**
   * Whether it is certain that it grows no more, as of when it was heard last: a node that was not
   * asked meanwhile has not stopped.
   */
  get hasStopped(): boolean {
    const { heardAtMs, grewAtMs } = this
    if (grewAtMs === undefined) return this.repeats >= MOST_REPEATS || heardAtMs - this.sinceMs >= LONGEST_WATCH_MS
    return heardAtMs - grewAtMs > Math.max(SHORTEST_STOP_MS, PACES_TO_STOP * this.everyMs)
  }

  /** Whether it is known to go on: it was seen to, or its block is so young that it must have. */
  get isAlive(): boolean {
    if (this.hasStopped) return false
    const { timestampMs } = this.last
    return this.grewAtMs !== undefined || (timestampMs !== undefined && this.heardAtMs - timestampMs <= YOUNG_MS)
  }

  /**
   * Whether the chain's own time from its newest block to a later one has room for as many blocks,
   * so that it may just be late.
   */
  mayReach(later: Place, nowMs: number): boolean {
    const { number, timestampMs } = this.last
    if (timestampMs === undefined || later.timestampMs === undefined || this.blocksPerMs === undefined) return false
    if (later.timestampMs > nowMs + CLOCK_ERROR_MS) return false
    const lateMs = Math.min(later.timestampMs, nowMs) - timestampMs
    return lateMs > YOUNG_MS && Number(later.number - number) <= FASTER_TIMES * this.blocksPerMs * lateMs
  }
}
