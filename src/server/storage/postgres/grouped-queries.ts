interface WaitingItem<In, Out> {
  readonly item: In
  resolve(out: Out): void
  reject(error: unknown): void
}

/** Queries at once, the other connections being for leases and charges; and items of a query. */
interface GroupLimits {
  readonly maxRunning: number
  readonly maxTogether: number
}

/**
 * Runs one query for many items: those that come while as many queries as allowed are under way
 * share the next one. `query` resolves to a value for each item, in their order.
 *
 * Errors  after a failure those that wait are rejected, too: a store that hangs takes seconds each
 */
export class GroupedQueries<In, Out> {
  private waiting: WaitingItem<In, Out>[] = []
  private running = 0

  constructor(
    private readonly limits: GroupLimits,
    private readonly query: (items: readonly In[]) => Promise<readonly Out[]>,
  ) {}

  /** Begins in this turn of the event loop if a query may run. */
  run(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject })
      this.next()
    })
  }

  private next(): void {
    if (this.running === this.limits.maxRunning || this.waiting.length === 0) return
    this.running++
    void this.runTogether(this.waiting.splice(0, this.limits.maxTogether))
  }

  private async runTogether(together: readonly WaitingItem<In, Out>[]): Promise<void> {
    try {
      const found = await this.query(together.map(({ item }) => item))
      for (const [index, { resolve }] of together.entries()) resolve(found[index]!)
    } catch (error) {
      for (const { reject } of [...together, ...this.waiting.splice(0)]) reject(error)
    }
    this.running--
    this.next()
  }
}
