const SIZE = 128
/** Fewer samples say nothing about the slowest twentieth. */
const MIN_SAMPLES = 20
/** Sorting costs a few microseconds; the answer changes slowly. */
const LOOK_EVERY = 16

/** How long the last answers took, over all upstreams that gave them; adding one allocates nothing. */
export class LatencyWindow {
  private readonly samples = new Float64Array(SIZE)
  private readonly sorted = new Float64Array(SIZE)
  private count = 0
  private lookedAt = 0
  private known: number | undefined

  add(durationMs: number): void {
    this.samples[this.count % SIZE] = durationMs
    this.count += 1
  }

  /** Nineteen of twenty recent answers came within this time; at most sixteen answers old, undefined until there were twenty. */
  p95Ms(): number | undefined {
    if (this.count >= MIN_SAMPLES && (this.known === undefined || this.count - this.lookedAt >= LOOK_EVERY)) this.look()
    return this.known
  }

  private look(): void {
    const filled = Math.min(this.count, SIZE)
    const sorted = this.sorted.subarray(0, filled)
    sorted.set(this.samples.subarray(0, filled))
    sorted.sort()
    this.known = sorted[Math.ceil(filled * 0.95) - 1]!
    this.lookedAt = this.count
  }
}
