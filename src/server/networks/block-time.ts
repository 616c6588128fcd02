const SPACINGS = 8
const SHORTEST_MS = 1_000
/** How many blocks a block from the future is remembered for. */
const CLOCK_MEMORY = 16

/**
 * Learns the time from block to block of a chain that has one: where blocks come in a beat, some of
 * whose strokes may be missed. Chains that make a block when there is something to put in it have
 * none.
 */
export class BlockTime {
  private readonly spacings: number[] = []
  private blocksSinceFuture = -1
  private last: { number: bigint; timestampMs: number } | undefined

  constructor(private readonly configuredMs: number | undefined) {}

  /** Milliseconds; undefined while unknown, and where there is no beat. */
  get ms(): number | undefined {
    return this.configuredMs ?? this.learned()
  }

  /**
   * Whether the chain's clock and ours agree, as far as blocks show: one from the future means that
   * ours is slow.
   */
  get isClockSane(): boolean {
    return this.blocksSinceFuture >= 1
  }

  /** A block is the network's newest, and was just heard of if it is not the one of last time. */
  saw(number: bigint, timestampMs: number, nowMs: number): void {
    const { last } = this
    if (last !== undefined && number === last.number) return
    this.blocksSinceFuture = timestampMs > nowMs ? -CLOCK_MEMORY : Math.min(this.blocksSinceFuture + 1, CLOCK_MEMORY)
    this.last = { number, timestampMs }
    if (last === undefined || number !== last.number + 1n) this.spacings.length = 0
    else this.spacings.push(timestampMs - last.timestampMs)
    if (this.spacings.length > 4 * SPACINGS) this.spacings.shift()
  }

  private learned(): number | undefined {
    const { spacings } = this
    if (spacings.length < SPACINGS) return undefined
    const beatMs = Math.min(...spacings)
    if (beatMs < SHORTEST_MS || spacings.some((spacing) => spacing % beatMs !== 0)) return undefined
    // Whole seconds are multiples of one second by chance; a beat is what most blocks keep.
    return spacings.filter((spacing) => spacing === beatMs).length * 4 >= spacings.length * 3 ? beatMs : undefined
  }
}
