/**
 * An operator's order to send an upstream or partner no calls. `untilMs`: since 1970; undefined:
 * until it is uncordoned.
 */
export interface Cordon {
  readonly network: string
  readonly upstream: string
  readonly untilMs: number | undefined
}

const keyOf = ({ network, upstream }: Pick<Cordon, 'network' | 'upstream'>): string =>
  JSON.stringify([network, upstream])

/**
 * The cordoned upstreams. They outlive a network's connections, which a reload replaces. `onChange`
 * runs after every change, including the expiry of a cordon.
 *
 * Bound  one per configured upstream: callers check the name, and `keep` forgets removed ones
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

  set(cordon: Cordon): void {
    this.put(cordon)
    this.onChange()
  }

  lift(network: string, upstream: string): boolean {
    const isLifted = this.drop(keyOf({ network, upstream }))
    if (isLifted) this.onChange()
    return isLifted
  }

  /** Replaces all cordons with those of another process. */
  replace(cordons: readonly Cordon[]): void {
    for (const key of [...this.cordons.keys()]) this.drop(key)
    for (const cordon of cordons) this.put(cordon)
    this.onChange()
  }

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
