import { randomInt } from 'node:crypto'

/**
 * An item of an IntrusiveMap. Its hash must not change while it is in the map; only the map sets
 * `behind`.
 */
export interface MapItem<Self> {
  readonly hash: number
  behind: Self | undefined
}

/** Initial number of slots; doubled before the items outnumber them. */
const FIRST_SLOTS = 16
/** Secret multiplier: callers that choose the hashes cannot make them share a slot. */
const SECRET = randomInt(2 ** 31) * 2 + 1

/**
 * Items by hash, for items that come and go with every call; adding one allocates nothing.
 *
 * With such traffic V8 rebuilds a Map's table every few calls, and the old table keeps a reference
 * to the new one. Once one table is in the old generation, neither later tables nor their contents
 * die young, until a full collection. Young collections then take ten times as long.
 *
 * Bounds  at least as many slots as the most items it ever held; they never shrink
 */
export class IntrusiveMap<Item extends MapItem<Item>> {
  size = 0
  private slots: (Item | undefined)[] = emptySlots(FIRST_SLOTS)
  private shift = shiftFor(FIRST_SLOTS)

  get(hash: number): Item | undefined {
    let item = this.slots[this.slotOf(hash)]
    while (item !== undefined && item.hash !== hash) item = item.behind
    return item
  }

  /** The map must not have an item with this hash. */
  add(item: Item): void {
    if (++this.size > this.slots.length) this.grow()
    this.put(item)
  }

  /** Reports whether the item was present. */
  remove(item: Item): boolean {
    const slot = this.slotOf(item.hash)
    let before: Item | undefined
    let found = this.slots[slot]
    while (found !== undefined && found !== item) {
      before = found
      found = found.behind
    }
    if (found === undefined) return false
    if (before === undefined) this.slots[slot] = item.behind
    else before.behind = item.behind
    item.behind = undefined
    this.size--
    return true
  }

  private slotOf(hash: number): number {
    // The product's highest bits depend on all bits of the hash.
    return Math.imul(hash, SECRET) >>> this.shift
  }

  private put(item: Item): void {
    const slot = this.slotOf(item.hash)
    item.behind = this.slots[slot]
    this.slots[slot] = item
  }

  private grow(): void {
    const { slots } = this
    this.slots = emptySlots(slots.length * 2)
    this.shift = shiftFor(this.slots.length)
    for (const first of slots) {
      for (let item = first; item !== undefined; ) {
        const { behind }: MapItem<Item> = item
        this.put(item)
        item = behind
      }
    }
  }
}

const emptySlots = (count: number): undefined[] => new Array<undefined>(count).fill(undefined)

const shiftFor = (slots: number): number => 32 - Math.log2(slots)

/** An item of a queue, with its neighbours. Only the queue sets the fields. */
export interface QueueItem<Self> {
  isWaiting: boolean
  before: Self | undefined
  behind: Self | undefined
}

/** A FIFO queue, O(1) add, take and remove without allocation: each item stores its neighbours. */
export class IntrusiveQueue<Item extends QueueItem<Item>> {
  length = 0
  first: Item | undefined
  private last: Item | undefined

  add(item: Item): void {
    item.isWaiting = true
    item.before = this.last
    if (this.last === undefined) this.first = item
    else this.last.behind = item
    this.last = item
    this.length++
  }

  /** Removes and returns the first item. */
  take(): Item | undefined {
    const { first } = this
    if (first !== undefined) this.remove(first)
    return first
  }

  remove(item: Item): void {
    const { before, behind } = item
    if (before === undefined) this.first = behind
    else before.behind = behind
    if (behind === undefined) this.last = before
    else behind.before = before
    item.before = undefined
    item.behind = undefined
    item.isWaiting = false
    this.length--
  }
}

/** A member of one set at a time. Only the set writes `place`. */
export interface SetItem {
  place: number
}

/**
 * Unordered set, O(1) add and remove without allocation: each item stores its index.
 *
 * Replaces Set because of the garbage collector; see IntrusiveMap.
 */
export class IntrusiveSet<Item extends SetItem> {
  private readonly items: Item[] = []

  get isEmpty(): boolean {
    return this.items.length === 0
  }

  add(item: Item): void {
    item.place = this.items.push(item) - 1
  }

  /** No effect if the item is not in the set. */
  remove(item: Item): void {
    const { items } = this
    if (items[item.place] !== item) return
    const last = items.pop()!
    if (last === item) return
    items[item.place] = last
    last.place = item.place
  }

  /** Removes and returns any item. */
  take(): Item | undefined {
    return this.items.pop()
  }

  /**
   * Calls `each` for all items. It may remove its item or others; an item that moves into a freed
   * place is then visited again.
   */
  visit(each: (item: Item) => void): void {
    for (let at = this.items.length - 1; at >= 0; at--) {
      const item = this.items[at]
      if (item !== undefined) each(item)
    }
  }
}
