import type { FollowedBlock, FollowedLog, FollowStep } from '../followed-block.js'

/** Memory that a block takes besides its texts, and a log besides its text: estimates. */
const BLOCK_BYTES = 1_024
const LOG_BYTES = 512

const bytesOf = ({ header, logs }: FollowedBlock): number =>
  BLOCK_BYTES + header.length + (logs ?? []).reduce((sum, { text }) => sum + LOG_BYTES + text.length, 0)

/**
 * The blocks that a follower delivered: the canonical ones, without a gap, and those that were
 * taken back.
 *
 * Bounds  the blocks that `trim` is told to keep, and `maxBytes`; the oldest go first. The newest
 *         canonical block always stays
 */
export class BlockRing {
  /** Oldest first. */
  private canonical: FollowedBlock[] = []
  private readonly byHash = new Map<string, FollowedBlock>()
  private bytes = 0

  constructor(private readonly maxBytes: number) {}

  get newest(): FollowedBlock | undefined {
    return this.canonical.at(-1)
  }

  get oldest(): FollowedBlock | undefined {
    return this.canonical[0]
  }

  /** A canonical block, or one that was taken back. */
  get(hash: string): FollowedBlock | undefined {
    return this.byHash.get(hash)
  }

  isCanonical(hash: string): boolean {
    return this.canonicalIndex(hash) >= 0
  }

  /** The canonical blocks above a canonical one, oldest first. */
  above(hash: string): FollowedBlock[] {
    return this.canonical.slice(this.canonicalIndex(hash) + 1)
  }

  /** The newest canonical blocks, oldest first. */
  last(count: number): FollowedBlock[] {
    return this.canonical.slice(-count)
  }

  /** Takes the newest blocks back, and adds those of a branch that begins above the rest. */
  apply({ removed, added }: FollowStep): void {
    this.canonical.length -= removed.length
    for (const block of added) {
      this.put(block)
      this.canonical.push(block)
    }
  }

  /** Adds the parent of the oldest canonical block. */
  prepend(block: FollowedBlock): void {
    this.put(block)
    this.canonical.unshift(block)
  }

  /** Removes all blocks, and adds one if given. */
  reset(block?: FollowedBlock): void {
    this.canonical = []
    this.byHash.clear()
    this.bytes = 0
    if (block !== undefined) this.apply({ removed: [], added: [block] })
  }

  /** Adds the logs of a block that was delivered without. */
  setLogs(hash: string, logs: readonly FollowedLog[]): void {
    const block = this.byHash.get(hash)
    if (block === undefined) return
    const at = this.canonicalIndex(hash)
    const complete = { ...block, logs }
    this.put(complete)
    if (at >= 0) this.canonical[at] = complete
  }

  /** Forgets what is older than the newest `keep` blocks, and more if the bytes are too many. */
  trim(keep: number): void {
    const newest = this.newest
    if (newest === undefined) return
    const from = newest.number - BigInt(keep)
    for (const block of [...this.byHash.values()].sort(byNumber)) {
      if (block.number > from && this.bytes <= this.maxBytes) return
      if (block === newest) continue
      this.byHash.delete(block.hash)
      this.bytes -= bytesOf(block)
      if (this.canonical[0] === block) this.canonical.shift()
    }
  }

  private put(block: FollowedBlock): void {
    const before = this.byHash.get(block.hash)
    this.bytes += bytesOf(block) - (before === undefined ? 0 : bytesOf(before))
    this.byHash.set(block.hash, block)
  }

  private canonicalIndex(hash: string): number {
    const block = this.byHash.get(hash)
    const first = this.canonical[0]
    if (block === undefined || first === undefined) return -1
    const at = Number(block.number - first.number)
    return this.canonical[at]?.hash === hash ? at : -1
  }
}

const byNumber = (one: FollowedBlock, other: FollowedBlock): number => Number(one.number - other.number)
