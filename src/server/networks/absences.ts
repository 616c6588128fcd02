import type { ChainGrowth } from './chain-growth.js'

const MINUTE_MS = 60_000
/** The others may have gone on this many times faster than before. */
const FASTER_TIMES = 2
/** A chain at rest may begin to make two blocks a second. */
const LEAST_PER_MINUTE = 120

/** The head when a node was last heard, and the most blocks that the chain may make in a minute. */
interface Absence {
  readonly number: bigint
  readonly sinceMs: number
  readonly blocksPerMinute: number
  returnedMs: number | undefined
}

/**
 * The nodes that went away, each until it has caught up.
 *
 * A node that returns far below the others is late, or they lied in its absence. It counts as late
 * if they went on as the chain does, and for as long as it was away, at least for a minute. One
 * within the lag that is allowed may stay there, so it is late for a minute at most.
 */
export class Absences {
  private readonly absences = new Map<object, Absence>()

  /** `reach`: blocks that a node may be above the others and still be believed. */
  constructor(
    private readonly growth: Pick<ChainGrowth, 'blocksIn'>,
    private readonly reach: bigint,
    private readonly nowMs: () => number,
  ) {}

  /** Records that a node went away. One that had not caught up since the last time stays away. */
  begin(node: object, head: { readonly number: bigint } | undefined, blockTimeMs: number | undefined): void {
    const before = this.absences.get(node)
    if (before !== undefined) before.returnedMs = undefined
    else if (head !== undefined) {
      const { number } = head
      const made = Number(this.growth.blocksIn(MINUTE_MS, blockTimeMs))
      const blocksPerMinute = Math.max(LEAST_PER_MINUTE, FASTER_TIMES * made)
      this.absences.set(node, { number, sinceMs: this.nowMs(), blocksPerMinute, returnedMs: undefined })
    }
  }

  end(node: object): void {
    this.absences.delete(node)
  }

  /**
   * True if it explains that the node has not reached this head of the others. `isNear`: the node
   * is within the lag that is allowed.
   */
  explains(node: object, head: bigint, isNear: boolean): boolean {
    const absence = this.absences.get(node)
    if (absence === undefined) return false
    const { number, sinceMs, blocksPerMinute } = absence
    const nowMs = this.nowMs()
    absence.returnedMs ??= nowMs
    const longestMs = (isNear ? Math.min : Math.max)(MINUTE_MS, absence.returnedMs - sinceMs)
    if (nowMs - absence.returnedMs > longestMs) return false
    const minutes = Math.max(0, nowMs - sinceMs) / MINUTE_MS
    return head <= number + this.reach + BigInt(Math.ceil(blocksPerMinute * minutes))
  }
}
