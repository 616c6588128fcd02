import type { Upstream } from '../../upstreams/upstream.js'
import type { StreamEnd } from '../event-stream.js'
import type { FollowedBlock, FollowedLog, FollowListener } from '../followed-block.js'
import type { FollowEvents } from './follow-events.js'
import type { LogsFetcher } from './logs-fetcher.js'
import type { ReadBlock } from './read-block.js'
import { BlockRing } from './ring.js'
import type { ChainBranch } from './walk.js'

const MAX_RING_BYTES = 33_554_432
/** Blocks that the ring keeps at least, and at most if finality is further away. */
const LEAST_KEPT = 64
const MOST_KEPT = 1_024
/** Blocks of one step: a wide gap is delivered in several. */
const STEP_BLOCKS = 16

/** Delivers branches to the listeners in steps, each with everything that is in it. */
export class StepEmitter {
  readonly ring = new BlockRing(MAX_RING_BYTES)
  readonly listeners = new Set<FollowListener>()
  /** When the last step was delivered. */
  emittedAtMs = 0
  /** The newest block's own time. */
  newestTimestampMs: number | undefined
  /** The node that showed the newest block. */
  newestFrom: Upstream | undefined
  private sequence = 0

  constructor(
    private readonly logs: LogsFetcher,
    private readonly nowMs: () => number,
    private readonly events: FollowEvents,
    private readonly finalized: () => bigint | undefined,
  ) {}

  /** Resets the ring to one block, without an event for listeners. */
  begin(block: ReadBlock, from: Upstream): void {
    this.ring.reset(this.followed(block, undefined, this.nowMs()))
    this.newestFrom = from
    this.newestTimestampMs = block.timestampMs
  }

  /** Adds the parent of the ring's oldest block, which no listener was given. */
  prepend(block: ReadBlock): void {
    const { number, hash, parentHash, header, timestampMs } = block
    this.ring.prepend({ sequence: 0, number, hash, parentHash, header, logs: undefined, seenAtMs: timestampMs })
  }

  /**
   * Takes back what is above the branch, and adds its blocks. False if the logs of a block are not
   * to be had now; the steps before it were delivered.
   */
  async emit({ forkHash, blocks }: ChainBranch, from: Upstream): Promise<boolean> {
    const { ring } = this
    const seenAtMs = this.nowMs()
    const depth = ring.above(forkHash).length
    if (depth > 0 && this.listeners.size > 0) this.events.reorganized(depth)
    for (let at = 0; at === 0 || at < blocks.length; at += STEP_BLOCKS) {
      const slice = blocks.slice(at, at + STEP_BLOCKS)
      const logs = new Map<string, readonly FollowedLog[]>()
      // A listener that wants logs may join during a load.
      for (let missing = this.missing(slice, logs); missing.length > 0; missing = this.missing(slice, logs)) {
        if (!(await this.load(missing, logs))) return false
      }
      // During the load, the ring may have got logs of removed blocks.
      const removed = at === 0 ? ring.above(forkHash) : []
      this.emitStep(
        removed,
        slice.map((block) => this.followed(block, logs.get(block.hash), seenAtMs)),
      )
    }
    this.newestFrom = from
    this.newestTimestampMs = blocks.at(-1)?.timestampMs
    return true
  }

  /** Ends all listeners. */
  end(why: StreamEnd): void {
    const ended = [...this.listeners]
    this.listeners.clear()
    for (const listener of ended) listener.ended(why)
  }

  private missing(slice: readonly ReadBlock[], logs: ReadonlyMap<string, unknown>): ReadBlock[] {
    const isWanted = [...this.listeners].some(({ wantsLogs }) => wantsLogs)
    return isWanted ? slice.filter(({ hash }) => !logs.has(hash)) : []
  }

  private async load(blocks: readonly ReadBlock[], into: Map<string, readonly FollowedLog[]>): Promise<boolean> {
    const fetched = await this.logs.fetchAll(blocks, (block) => block)
    for (const [at, { hash }] of blocks.entries()) {
      const logs = fetched[at]
      if (logs !== undefined) into.set(hash, logs)
    }
    return !fetched.includes(undefined)
  }

  private emitStep(removed: readonly FollowedBlock[], added: readonly FollowedBlock[]): void {
    const { ring, logs } = this
    const step = { removed: removed.toReversed(), added }
    ring.apply(step)
    for (const { hash } of added) logs.forget(hash)
    const { newest } = ring
    const unfinal = newest === undefined ? 0 : Number(newest.number - (this.finalized() ?? newest.number))
    ring.trim(Math.min(MOST_KEPT, Math.max(LEAST_KEPT, unfinal)))
    this.emittedAtMs = this.nowMs()
    for (const listener of [...this.listeners]) if (this.listeners.has(listener)) listener.step(step)
  }

  private followed(
    { number, hash, parentHash, header }: ReadBlock,
    logs: readonly FollowedLog[] | undefined,
    seenAtMs: number,
  ): FollowedBlock {
    return { sequence: ++this.sequence, number, hash, parentHash, header, logs, seenAtMs }
  }
}
