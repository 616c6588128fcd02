import { IntrusiveQueue, type QueueItem } from '../intrusive-collections.js'

/** One owner's waiting items, in order. */
class OwnerLine<Item> implements QueueItem<OwnerLine<Item>> {
  readonly items: Item[] = []
  isWaiting = false
  before: OwnerLine<Item> | undefined
  behind: OwnerLine<Item> | undefined

  constructor(readonly owner: unknown) {}
}

/**
 * A queue whose owners (accounts) take turns, one item each. An item waits for one item of each
 * other owner, and for its owner's earlier ones. What shares the process among owners:
 *
 * FairQueue   jobs that wait for something else, such as a thread, a node or the store: a few at
 *             once
 * FairTurns   whole jobs on the event loop, one in a turn. The first begins at once
 * TurnBudget  transfers and messages, so many bytes in a turn. With `next` the pause between the
 *             pieces of a job: each piece has a turn of its own, the first one, too
 * WorkTurns   works in small steps, of many owners at the same time: all that a turn has time for
 * inTurns     one computation without an owner, in steps
 * EveryFew    tells such a computation after how many events its step ends
 *
 * Bounds  the caller's; see `isFull`
 */
export class OwnerTurns<Item> {
  length = 0
  /** Owners with waiting items. After its turn an owner goes to the end. */
  private readonly turns = new IntrusiveQueue<OwnerLine<Item>>()
  private readonly lines = new Map<unknown, OwnerLine<Item>>()

  /** `owner` is compared by identity. */
  add(owner: unknown, item: Item): void {
    let line = this.lines.get(owner)
    if (line === undefined) {
      line = new OwnerLine(owner)
      this.lines.set(owner, line)
      this.turns.add(line)
    }
    line.items.push(item)
    this.length++
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    const line = this.turns.take()
    if (line === undefined) return undefined
    this.length--
    const item = line.items.shift()!
    if (line.items.length > 0) this.turns.add(line)
    else this.lines.delete(line.owner)
    return item
  }

  /** True if an owner has as many items as it leaves places for others, of `maxLength` in all. */
  isFull(owner: unknown, maxLength: number): boolean {
    return (this.lines.get(owner)?.items.length ?? 0) >= maxLength - this.length
  }
}
