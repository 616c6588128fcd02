import { randomInt } from 'node:crypto'

/**
 * What a table holds: it is found by its number, which does not change meanwhile; `behind` is the
 * table's to set.
 */
export interface MapItem<Self> {
  readonly number: number
  behind: Self | undefined
}

/** So many slots at first; they are doubled before they are fewer than what they hold. */
const FIRST_SLOTS = 16
/** Secret multiplier: callers that choose the numbers cannot construct hash collisions. */
const SECRET = randomInt(2 ** 31) * 2 + 1

/**
 * Items by number, for what comes and goes with every call; standing in it allocates nothing.
 *
 * A Map would do, but for the collector: with entries that come and go V8 makes a Map's table anew
 * every few calls, and the old table goes on pointing to the new one. Once one of them is in the
 * old generation none of them dies young, nor does what they hold, until all memory is looked
 * through: young collections then take ten times as long.
 * Bounds  its slots are never fewer than what it held at most
 */
export class IntrusiveMap<Item extends MapItem<Item>> {
  size = 0
  private slots: (Item | undefined)[] = emptySlots(FIRST_SLOTS)
  private shift = shiftFor(FIRST_SLOTS)

  get(number: number): Item | undefined {
    let item = this.slots[this.slotOf(number)]
    while (item !== undefined && item.number !== number) item = item.behind
    return item
  }

  /** There must be none with its number. */
  add(item: Item): void {
    if (++this.size > this.slots.length) this.grow()
    this.put(item)
  }

  /** Whether it was there. */
  remove(item: Item): boolean {
    const slot = this.slotOf(item.number)
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

  /** Takes all of them out. */
  takeAll(): Item[] {
    const items: Item[] = []
    for (const first of this.slots) for (let item = first; item !== undefined; item = item.behind) items.push(item)
    for (const item of items) this.remove(item)
    return items
  }

  private slotOf(number: number): number {
    // Of the product's 32 bits the highest depend on all of the number's.
    return Math.imul(number, SECRET) >>> this.shift
  }

  private put(item: Item): void {
    const slot = this.slotOf(item.number)
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

/** A member of a queue: its neighbours there, set by the queue only. */
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

  /** Takes the first one out. */
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

  /**
   * Shows all of them to `each`, which may remove it, or others: one that takes the place of
   * another is then shown again.
   */
  visit(each: (item: Item) => void): void {
    for (let at = this.items.length - 1; at >= 0; at--) {
      const item = this.items[at]
      if (item !== undefined) each(item)
    }
  }
}
