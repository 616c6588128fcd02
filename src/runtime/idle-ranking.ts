import { IntrusiveQueue, type QueueItem } from './intrusive-collections.js'

/** Members of a ranking that belong to one owner, the one unused for longest first. */
class OwnerMembers implements QueueItem<OwnerMembers> {
  readonly members = new IntrusiveQueue<RankedItem>()
  isWaiting = false
  before: OwnerMembers | undefined
  behind: OwnerMembers | undefined

  constructor(readonly owner: string) {}
}

/** A member of one ranking at a time. Rankings alone set its fields. */
export class RankedItem implements QueueItem<RankedItem> {
  isWaiting = false
  before: RankedItem | undefined
  behind: RankedItem | undefined
  of: OwnerMembers | undefined
}

/**
 * Finds the member that has been unused for longest, of the owner that has most members. Each
 * method takes the same time however many there are, and allocates nothing but an entry for each
 * owner.
 *
 * Owners with equally many members are ordered by their last use, as members of one owner are.
 */
export class IdleRanking<Item extends RankedItem> {
  private readonly owners = new Map<string, OwnerMembers>()
  /** At each number, the owners that have so many members. */
  private readonly byCount: IntrusiveQueue<OwnerMembers>[] = [new IntrusiveQueue()]
  /** The number of members of the owner that has most. */
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

  /** Does nothing when it is in no ranking. It must not be in another one. */
  remove(item: Item): void {
    const { of } = item
    if (of === undefined) return
    item.of = undefined
    of.members.remove(item)
    this.moved(of, of.members.length + 1)
    if (of.members.length === 0) this.owners.delete(of.owner)
  }

  /** It is in use just now. */
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

  /** An owner has one member more or less than `before`. */
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
