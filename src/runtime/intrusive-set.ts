/** A member of one set at a time; `place` is set by the set only. */
export interface SetItem {
  place: number
}

/**
 * Unordered set, O(1) add and remove without allocation: each item stores its index.
 *
 * Not a Set because of the garbage collector: see IntrusiveMap.
 */
export class IntrusiveSet<Item extends SetItem> {
  private readonly items: Item[] = []

  get isEmpty(): boolean {
    return this.items.length === 0
  }

  add(item: Item): void {
    item.place = this.items.push(item) - 1
  }

  /** Does nothing when it is not there. */
  remove(item: Item): void {
    const { items } = this
    if (items[item.place] !== item) return
    const last = items.pop()!
    if (last === item) return
    items[item.place] = last
    last.place = item.place
  }

  /** Takes one out. */
  take(): Item | undefined {
    return this.items.pop()
  }

  /** Shows all of them to `each`, which may remove it, or others: one that takes the place of another is then shown again. */
  visit(each: (item: Item) => void): void {
    for (let at = this.items.length - 1; at >= 0; at--) {
      const item = this.items[at]
      if (item !== undefined) each(item)
    }
  }
}
