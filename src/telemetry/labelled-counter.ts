import { LabelledSeries } from './labelled-series.js'
import type { Reading } from './reading.js'

interface Count {
  readonly labels: Readonly<Record<string, string>>
  value: number
}

/** Counts by three labels. */
export class LabelledCounter {
  private readonly counts: LabelledSeries<Count>

  constructor(labelNames: readonly [string, string, string]) {
    this.counts = new LabelledSeries(labelNames, (labels) => ({ labels, value: 0 }))
  }

  /** Counts by the same three labels each time; there is nothing to be read of them before the first. */
  counter(first: string, second: string, third: string): () => void {
    let count: Count | undefined
    return () => {
      count ??= this.counts.at(first, second, third)
      count.value++
    }
  }

  readings(): Reading[] {
    return this.counts.all()
  }
}
