import { IntrusiveQueue, type QueueItem } from './intrusive-collections.js'

/** One owner's members of a ranking, least recently used first. */
class OwnerMembers implements QueueItem<OwnerMembers> {
  readonly members = new IntrusiveQueue<RankedItem>()
  isWaiting = false
  before: OwnerMembers | undefined
  behind: OwnerMembers | undefined

  constructor(readonly owner: string) {}
}

/** A member of one ranking at a time. Only rankings set its fields. */
export class RankedItem implements QueueItem<RankedItem> {
  isWaiting = false
  before: RankedItem | undefined
  behind: RankedItem | undefined
  of: OwnerMembers | undefined
}

/**
 * Finds the least recently used member of the owner with most members. Every method takes constant
 * time, and allocates only an entry for each owner.
 *
 * Owners with the same number of members are ordered by last use, like members of one owner.
 */
export class IdleRanking<Item extends RankedItem> {
  private readonly owners = new Map<string, OwnerMembers>()
  /** Owners by their number of members. */
  private readonly byCount: IntrusiveQueue<OwnerMembers>[] = [new IntrusiveQueue()]
  /** Highest number of members of an owner. */
  private most = 0

  add(item: Item, owner: string): void {
    let of = this.owners.get(owner)
    if (of === undefined) {
      of = new OwnerMembers(owner)
      this.owners.set(owner, of)
    }
    item.of = of
    of.members.add(item)
    this.moved(of, of.members.length - 1)
  }

  /** No effect if the item is in no ranking. It must not be in another one. */
  remove(item: Item): void {
    const { of } = item
    if (of === undefined) return
    item.of = undefined
    of.members.remove(item)
    this.moved(of, of.members.length + 1)
    if (of.members.length === 0) this.owners.delete(of.owner)
  }

  /** Marks the item as just used. */
  use(item: Item): void {
    const { of } = item
    if (of === undefined) return
    of.members.remove(item)
    of.members.add(item)
    const rank = this.byCount[of.members.length]!
    rank.remove(of)
    rank.add(of)
  }

  idlest(): Item | undefined {
    return this.byCount[this.most]!.first?.members.first as Item | undefined
  }

  /** Number of the owner's members; 0 if the item is in no ranking. */
  countBeside(item: Item): number {
    return item.of?.members.length ?? 0
  }

  /** Moves an owner that had `before` members and now has one more or less. */
  private moved(of: OwnerMembers, before: number): void {
    const { byCount } = this
    const count = of.members.length
    if (before > 0) byCount[before]!.remove(of)
    if (count > 0) {
      byCount[count] ??= new IntrusiveQueue()
      byCount[count].add(of)
    }
    if (count > this.most) this.most = count
    else if (before === this.most && byCount[before]!.length === 0) this.most = count
  }
}
