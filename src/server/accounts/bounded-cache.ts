/** Keeps the `maxEntries` most recently used values. */
export class BoundedCache<Value> {
  private readonly values = new Map<string, Value>()
  /** The name used last, which is already at the end. */
  private newest: string | undefined

  constructor(readonly maxEntries: number) {}

  get size(): number {
    return this.values.size
  }

  get(name: string): Value | undefined {
    const value = this.values.get(name)
    if (value === undefined) return undefined
    if (name === this.newest) return value
    // A Map keeps insertion order: the value used last moves to the end.
    this.values.delete(name)
    this.values.set(name, value)
    this.newest = name
    return value
  }

  set(name: string, value: Value): void {
    this.values.delete(name)
    this.values.set(name, value)
    this.newest = name
    if (this.values.size <= this.maxEntries) return
    const oldest = this.values.keys().next()
    if (!oldest.done) this.values.delete(oldest.value)
  }

  delete(name: string): void {
    this.values.delete(name)
  }

  clear(): void {
    this.values.clear()
  }
}
