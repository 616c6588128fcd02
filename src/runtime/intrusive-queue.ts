/** Who can stand in a line: its neighbours there, which are the line's to set. */
export interface QueueItem<Self> {
  isWaiting: boolean
  before: Self | undefined
  behind: Self | undefined
}

/** Those that wait for something, first come first served; whoever gives up leaves at once. Standing in it allocates nothing. */
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
