const RATE_HALVES_MS = 10_000
/** Minimum span for measuring growth: two nodes may report two blocks within one millisecond. */
const MEASURED_MS = 1_000

/** Measures how fast a chain grows, by the heads that the poll agrees on. */
export class ChainGrowth {
  private fastestPerMs = 0
  private measuredFrom: { readonly number: bigint; readonly atMs: number } | undefined

  measure(number: bigint, atMs: number): void {
    const { measuredFrom } = this
    const inMs = measuredFrom === undefined ? 0 : atMs - measuredFrom.atMs
    if (measuredFrom !== undefined && number >= measuredFrom.number && inMs >= 0) {
      if (inMs < MEASURED_MS) return
      const perMs = Number(number - measuredFrom.number) / inMs
      this.fastestPerMs = Math.max(perMs, this.fastestPerMs * 0.5 ** (inMs / RATE_HALVES_MS))
    }
    this.measuredFrom = { number, atMs }
  }

  /** Blocks it can have grown: by its block time, or twice the recently measured rate. */
  blocksIn(inMs: number, blockTimeMs: number | undefined): bigint {
    return BigInt(Math.ceil(blockTimeMs === undefined ? 2 * this.fastestPerMs * inMs : inMs / blockTimeMs))
  }
}
