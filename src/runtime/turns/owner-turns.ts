import { IntrusiveQueue, type QueueItem } from '../intrusive-collections.js'

/** One owner's waiting items, in order. */
class OwnerQueue<Item> implements QueueItem<OwnerQueue<Item>> {
  readonly items: Item[] = []
  isWaiting = false
  before: OwnerQueue<Item> | undefined
  behind: OwnerQueue<Item> | undefined

  constructor(readonly owner: unknown) {}
}

/**
 * A queue whose owners (accounts) take turns, one item each. An item waits for one item of each
 * other owner, and for its owner's earlier ones. What shares the process among owners:
 *
 * FairQueue   jobs that wait for something else, such as a thread, a node or the store: a few at
 *             once
 * TurnBudget  transfers and messages, so many bytes in a turn. With `next` each piece of a job,
 *             the first one included, has its own turn; with `run` whole jobs, the first at once
 * WorkTurns   works in small steps, of many owners at the same time: all that a turn has time for
 * inTurns     one computation without an owner, in steps
 * EveryFew    tells such a computation after how many events its step ends
 *
 * Bounds  the caller's; see `isFull`
 */
export class OwnerTurns<Item> {
  length = 0
  /** Owners with waiting items. After its turn an owner goes to the end. */
  private readonly turns = new IntrusiveQueue<OwnerQueue<Item>>()
  private readonly queues = new Map<unknown, OwnerQueue<Item>>()

  /** `owner` is compared by identity. */
  add(owner: unknown, item: Item): void {
    let queue = this.queues.get(owner)
    if (queue === undefined) {
      queue = new OwnerQueue(owner)
      this.queues.set(owner, queue)
      this.turns.add(queue)
    }
    queue.items.push(item)
    this.length++
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    const queue = this.turns.take()
    if (queue === undefined) return undefined
    this.length--
    const item = queue.items.shift()!
    if (queue.items.length > 0) this.turns.add(queue)
    else this.queues.delete(queue.owner)
    return item
  }

  /** Removes and returns an item of the owner that has most: `choose` says which of so many. */
  takeOfBusiest(choose: (length: number) => number): Item | undefined {
    let busiest: OwnerQueue<Item> | undefined
    for (const queue of this.queues.values())
      if (busiest === undefined || queue.items.length > busiest.items.length) busiest = queue
    if (busiest === undefined) return undefined
    this.length--
    const [item] = busiest.items.splice(choose(busiest.items.length), 1)
    if (busiest.items.length === 0) {
      this.turns.remove(busiest)
      this.queues.delete(busiest.owner)
    }
    return item
  }

  /** True if an item of another owner waits. */
  hasOthers(owner: unknown): boolean {
    return this.queues.size > (this.queues.has(owner) ? 1 : 0)
  }

  /** True if an owner has as many items as it leaves places for others, of `maxLength` in all. */
  isFull(owner: unknown, maxLength: number): boolean {
    return (this.queues.get(owner)?.items.length ?? 0) >= maxLength - this.length
  }
}
