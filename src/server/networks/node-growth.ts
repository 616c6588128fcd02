/** A node that never grew has stopped after this many repeats, or after this long. */
const MOST_REPEATS = 30
const LONGEST_WATCH_MS = 30_000
/**
 * A node that grew has stopped after this many of its intervals without a block, and not before
 * `SHORTEST_STOP_MS`, as several polls may be late.
 */
const PACES_TO_STOP = 3
const SHORTEST_STOP_MS = 3_000
/**
 * A block younger than this, by its own time, is one of the newest: about three blocks of a chain
 * with a fixed interval.
 */
const YOUNG_MS = 30_000
/** A block's time may be this far ahead of our clock. */
const CLOCK_ERROR_MS = 60_000
/**
 * Chains speed up and slow down: a distance is believed up to this many times the measured pace.
 */
const FASTER_TIMES = 10

/** A block's number and, if known, its own time. */
export interface Place {
  readonly number: bigint
  readonly timestampMs: number | undefined
}

/**
 * Tracks one node's growth: whether it still grows, and its pace by our clock and by block times.
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

  /** Records the node's newest block. */
  record(place: Place, nowMs: number): void {
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
   * True if the node certainly grows no more, as of its last report: a node that was not asked
   * since has not stopped.
   */
  get hasStopped(): boolean {
    const { heardAtMs, grewAtMs } = this
    if (grewAtMs === undefined) return this.repeats >= MOST_REPEATS || heardAtMs - this.sinceMs >= LONGEST_WATCH_MS
    return heardAtMs - grewAtMs > Math.max(SHORTEST_STOP_MS, PACES_TO_STOP * this.everyMs)
  }

  /** True if the node is known to grow: it was seen to, or its block is so young that it must. */
  get isAlive(): boolean {
    if (this.hasStopped) return false
    const { timestampMs } = this.last
    return this.grewAtMs !== undefined || (timestampMs !== undefined && this.heardAtMs - timestampMs <= YOUNG_MS)
  }

  /**
   * True if the block times from its newest block to `later` leave room for as many blocks, so that
   * the node may only be late.
   */
  mayReach(later: Place, nowMs: number): boolean {
    const { number, timestampMs } = this.last
    if (timestampMs === undefined || later.timestampMs === undefined || this.blocksPerMs === undefined) return false
    if (later.timestampMs > nowMs + CLOCK_ERROR_MS) return false
    const lateMs = Math.min(later.timestampMs, nowMs) - timestampMs
    return lateMs > YOUNG_MS && Number(later.number - number) <= FASTER_TIMES * this.blocksPerMs * lateMs
  }
}
