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
