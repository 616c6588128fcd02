const SPACINGS = 8
const SHORTEST_MS = 1_000
/** A block from the future marks our clock as slow for this many blocks. */
const CLOCK_MEMORY = 16

/**
 * Learns the block time of a chain whose blocks come at a fixed interval; some slots may be missed.
 * Chains that make blocks on demand have no block time.
 */
export class BlockTime {
  private readonly spacings: number[] = []
  private blocksSinceFuture = -1
  private last: { number: bigint; timestampMs: number } | undefined

  constructor(private readonly configuredMs: number | undefined) {}

  /** Milliseconds; undefined while unknown or if the interval is not fixed. */
  get ms(): number | undefined {
    return this.configuredMs ?? this.learned()
  }

  /** True if no recent block lies in the future, which would show that our clock is slow. */
  get isClockSane(): boolean {
    return this.blocksSinceFuture >= 1
  }

  /** Records the network's newest block. Repeats of the previous number are ignored. */
  record(number: bigint, timestampMs: number, nowMs: number): void {
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
    // Whole seconds are multiples of one second by chance, so most must equal the interval.
    return spacings.filter((spacing) => spacing === beatMs).length * 4 >= spacings.length * 3 ? beatMs : undefined
  }
}
