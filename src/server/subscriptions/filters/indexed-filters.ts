import type { FollowedLog } from '../followed-block.js'
import { type LogFilter, valuesOf } from './log-filter.js'

/** Combinations of addresses and topics under which one filter may be indexed. */
const MAX_COMBINATIONS = 64

/**
 * The keys under which a filter is indexed: a log that matches has exactly one of them.
 *
 * A key names an address, a topic with its position, both, or nothing. The last position with
 * topics counts, because the first one is the event's signature, which many filters share.
 */
const keysOfFilter = ({ addresses, topics }: LogFilter): readonly string[] => {
  const position = topics.findLastIndex((choice) => choice !== undefined)
  const some = addresses === undefined ? [''] : valuesOf(addresses)
  if (position === -1) return some
  const ofTopics = valuesOf(topics[position]!).map((topic) => `${position}${topic}`)
  const isWide = some.length > 1 && ofTopics.length > 1 && some.length * ofTopics.length > MAX_COMBINATIONS
  return isWide ? some : some.flatMap((address) => ofTopics.map((topic) => address + topic))
}

/** The keys of all filters that could match the log. */
export const keysOfLog = ({ address, topics }: FollowedLog): readonly string[] => {
  const keys = ['', address]
  for (let position = 0; position < topics.length; position++) {
    const topic = `${position}${topics[position]}`
    keys.push(topic, address + topic)
  }
  return keys
}

/** Several values under one key, and how often each was added. */
class CountedValues<Value> extends Map<Value, number> {}

const NOTHING: readonly never[] = []

/**
 * Values by keys. A value may be added under one key several times, and is there until it was
 * removed as often. A key with one value takes no map, because most keys have one.
 */
export class KeyIndex<Value extends object> {
  private readonly byKey = new Map<string, Value | CountedValues<Value>>()

  add(keys: readonly string[], value: Value): void {
    for (const key of keys) {
      const found = this.byKey.get(key)
      if (found === undefined) this.byKey.set(key, value)
      else if (found instanceof CountedValues) found.set(value, (found.get(value) ?? 0) + 1)
      else this.byKey.set(key, new CountedValues([[found, 1]]).set(value, found === value ? 2 : 1))
    }
  }

  remove(keys: readonly string[], value: Value): void {
    for (const key of keys) {
      const found = this.byKey.get(key)
      if (found === value) this.byKey.delete(key)
      if (!(found instanceof CountedValues)) continue
      const left = (found.get(value) ?? 0) - 1
      if (left > 0) found.set(value, left)
      else found.delete(value)
      if (found.size === 0) this.byKey.delete(key)
    }
  }

  at(key: string): Iterable<Value> {
    const found = this.byKey.get(key)
    if (found === undefined) return NOTHING
    return found instanceof CountedValues ? found.keys() : [found]
  }
}

export interface FilterEntry<Asker> {
  readonly filter: LogFilter
  readonly keys: readonly string[]
  readonly askers: Set<Asker>
}

/**
 * Finds the filters that match a log, without looking at all of them. Equal filters share an entry.
 */
export class FilterIndex<Asker> {
  private readonly byName = new Map<string, FilterEntry<Asker>>()
  private readonly byKey = new KeyIndex<FilterEntry<Asker>>()

  get isEmpty(): boolean {
    return this.byName.size === 0
  }

  /** Returns the keys under which the filter is indexed. */
  add(filter: LogFilter, asker: Asker): readonly string[] {
    const known = this.byName.get(filter.name)
    if (known !== undefined) {
      known.askers.add(asker)
      return known.keys
    }
    const entry = { filter, keys: keysOfFilter(filter), askers: new Set([asker]) }
    this.byName.set(filter.name, entry)
    this.byKey.add(entry.keys, entry)
    return entry.keys
  }

  /** Returns the keys under which the filter was indexed. */
  remove({ name }: LogFilter, asker: Asker): readonly string[] {
    const entry = this.byName.get(name)
    if (entry === undefined || !entry.askers.delete(asker)) return []
    if (entry.askers.size === 0) {
      this.byName.delete(name)
      this.byKey.remove(entry.keys, entry)
    }
    return entry.keys
  }

  *askers(): Iterable<Asker> {
    for (const { askers } of this.byName.values()) yield* askers
  }

  /** The entries under one key; a log that has the key need not match them. */
  at(key: string): Iterable<FilterEntry<Asker>> {
    return this.byKey.at(key)
  }
}
