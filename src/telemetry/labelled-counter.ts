/** One number under its labels, as prom-client writes it. */
export interface Reading {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** The series' name where it is not the metric's own (`…_bucket`). */
  readonly metricName?: string
}

interface Count {
  readonly labels: Readonly<Record<string, string>>
  value: number
}

/**
 * Counts by three labels. Counting makes nothing: no object of labels and no key, which is what prom-client's own counters spend their
 * time on.
 */
export class LabelledCounter {
  private readonly counts = new Map<string, Map<string, Map<string, Count>>>()
  /** What was counted last is mostly what is counted next. */
  private last: Count | undefined
  private lastFirst = ''
  private lastSecond = ''
  private lastThird = ''

  constructor(private readonly labelNames: readonly [string, string, string]) {}

  add(first: string, second: string, third: string): void {
    if (this.last === undefined || third !== this.lastThird || second !== this.lastSecond || first !== this.lastFirst) {
      this.last = this.countOf(first, second, third)
      this.lastFirst = first
      this.lastSecond = second
      this.lastThird = third
    }
    this.last.value++
  }

  /** Counts by the same three labels each time; there is nothing to be read of them before the first. */
  counter(first: string, second: string, third: string): () => void {
    let count: Count | undefined
    return () => {
      count ??= this.countOf(first, second, third)
      count.value++
    }
  }

  readings(): Reading[] {
    return [...this.counts.values()].flatMap((seconds) =>
      [...seconds.values()].flatMap((thirds) => [...thirds.values()]),
    )
  }

  private countOf(first: string, second: string, third: string): Count {
    return this.counts.get(first)?.get(second)?.get(third) ?? this.begin(first, second, third)
  }

  private begin(first: string, second: string, third: string): Count {
    const seconds = this.counts.get(first) ?? new Map<string, Map<string, Count>>()
    const thirds = seconds.get(second) ?? new Map<string, Count>()
    const [a, b, c] = this.labelNames
    const count: Count = { labels: { [a]: first, [b]: second, [c]: third }, value: 0 }
    thirds.set(third, count)
    seconds.set(second, thirds)
    this.counts.set(first, seconds)
    return count
  }
}
