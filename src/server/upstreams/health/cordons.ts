/**
 * An upstream or partner that gets no calls, by the operator's word. `untilMs`: since 1970;
 * undefined: until it is uncordoned.
 */
export interface Cordon {
  readonly network: string
  readonly upstream: string
  readonly untilMs: number | undefined
}

const keyOf = ({ network, upstream }: Pick<Cordon, 'network' | 'upstream'>): string =>
  JSON.stringify([network, upstream])

/**
 * Which upstreams are cordoned. It outlives a network's connections, which a reload replaces;
 * `onChange` hears of every change, also when a cordon's time is over.
 *
 * Bound  one for each upstream of the configuration: callers check the name, and `keep` forgets
 *        those that left
 */
export class Cordons {
  private readonly cordons = new Map<string, Cordon>()
  private readonly timers = new Map<string, NodeJS.Timeout>()

  constructor(
    private readonly nowMs: () => number,
    private readonly onChange: () => void,
  ) {}

  get all(): readonly Cordon[] {
    return [...this.cordons.values()]
  }

  find(network: string, upstream: string): Cordon | undefined {
    return this.cordons.get(keyOf({ network, upstream }))
  }

  /** Cordons an upstream; one that is cordoned already gets the new end. */
  set(cordon: Cordon): void {
    this.put(cordon)
    this.onChange()
  }

  /** Ends a cordon; false when there is none. */
  lift(network: string, upstream: string): boolean {
    const isLifted = this.drop(keyOf({ network, upstream }))
    if (isLifted) this.onChange()
    return isLifted
  }

  /** Takes over all cordons of another process, in place of those that are here. */
  replace(cordons: readonly Cordon[]): void {
    for (const key of [...this.cordons.keys()]) this.drop(key)
    for (const cordon of cordons) this.put(cordon)
    this.onChange()
  }

  /** Forgets those of upstreams that are not there any more. */
  keep(isThere: (network: string, upstream: string) => boolean): void {
    for (const [key, { network, upstream }] of this.cordons) if (!isThere(network, upstream)) this.drop(key)
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
  }

  private put(cordon: Cordon): void {
    const key = keyOf(cordon)
    this.drop(key)
    this.cordons.set(key, cordon)
    if (cordon.untilMs === undefined) return
    const timer = setTimeout(
      () => this.lift(cordon.network, cordon.upstream),
      Math.max(0, cordon.untilMs - this.nowMs()),
    )
    this.timers.set(key, timer.unref())
  }

  private drop(key: string): boolean {
    clearTimeout(this.timers.get(key))
    this.timers.delete(key)
    return this.cordons.delete(key)
  }
}
