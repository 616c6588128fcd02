/** Lets a few works run at a time; the others wait in their order. */
export class Gate {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly maxRunning: number) {}

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.running < this.maxRunning) this.running++
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next work takes over the place.
      const next = this.waiting.shift()
      if (next === undefined) this.running--
      else next()
    }
  }
}
