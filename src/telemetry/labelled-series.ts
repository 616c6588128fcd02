type ThreeLabels = Readonly<Record<string, string>>

/**
 * Keeps something for each set of three labels. Finding it makes nothing: no object of labels and no key, which is what prom-client's own
 * metrics spend their time on.
 */
export class LabelledSeries<Kept> {
  private readonly kept = new Map<string, Map<string, Map<string, Kept>>>()
  /** What was asked for last is mostly what is asked for next. */
  private last: Kept | undefined
  private lastFirst = ''
  private lastSecond = ''
  private lastThird = ''

  constructor(
    private readonly labelNames: readonly [string, string, string],
    private readonly make: (labels: ThreeLabels) => Kept,
  ) {}

  at(first: string, second: string, third: string): Kept {
    if (this.last === undefined || third !== this.lastThird || second !== this.lastSecond || first !== this.lastFirst) {
      this.last = this.kept.get(first)?.get(second)?.get(third) ?? this.begin(first, second, third)
      this.lastFirst = first
      this.lastSecond = second
      this.lastThird = third
    }
    return this.last
  }

  all(): Kept[] {
    return [...this.kept.values()].flatMap((seconds) => [...seconds.values()].flatMap((thirds) => [...thirds.values()]))
  }

  private begin(first: string, second: string, third: string): Kept {
    const seconds = this.kept.get(first) ?? new Map<string, Map<string, Kept>>()
    const thirds = seconds.get(second) ?? new Map<string, Kept>()
    const [a, b, c] = this.labelNames
    const made = this.make({ [a]: first, [b]: second, [c]: third })
    thirds.set(third, made)
    seconds.set(second, thirds)
    this.kept.set(first, seconds)
    return made
  }
}
