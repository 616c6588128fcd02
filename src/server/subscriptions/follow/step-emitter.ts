import type { Upstream } from '../../upstreams/upstream.js'
import type { StreamEnd } from '../event-stream.js'
import type { FollowedBlock, FollowListener, FollowStep } from '../followed-block.js'
import type { FollowEvents } from '../subscription-events.js'
import { LogSteps, type LogStepsDeps, STEP_BLOCKS } from './log-steps.js'
import type { ReadBlock } from './read-block.js'
import { BlockRing } from './ring.js'
import type { ChainBranch } from './walk.js'

const MAX_RING_BYTES = 33_554_432
/** Blocks that the ring keeps at least, and at most if finality is further away. */
const LEAST_KEPT = 64
const MOST_KEPT = 1_024
/** Blocks that wait for their logs are kept longer, so many at most. */
const MAX_DELAYED = 2_048

/** Delivers branches to the listeners in steps: the heads at once, and their logs by `logSteps`. */
export class StepEmitter {
  readonly ring = new BlockRing(MAX_RING_BYTES)
  /** The listeners that want logs, and what they have. */
  readonly logSteps: LogSteps
  private readonly heads = new Set<FollowListener>()
  /** The newest block's own time. */
  newestTimestampMs: number | undefined
  /** The node that showed the newest block. */
  newestFrom: Upstream | undefined
  private sequence = 0

  constructor(
    private readonly nowMs: () => number,
    private readonly events: FollowEvents,
    private readonly finalized: () => bigint | undefined,
    logDeps: Omit<LogStepsDeps, 'ring'>,
  ) {
    this.logSteps = new LogSteps({ ...logDeps, ring: this.ring })
  }

  get hasListeners(): boolean {
    return this.heads.size > 0 || this.logSteps.listeners.size > 0
  }

  has(listener: FollowListener): boolean {
    return this.heads.has(listener) || this.logSteps.listeners.has(listener)
  }

  /** Adds a listener. Returns the block at which it begins. */
  add(listener: FollowListener): FollowedBlock {
    if (listener.wantsLogs) return this.logSteps.add(listener)
    this.heads.add(listener)
    return this.ring.newest!
  }

  remove(listener: FollowListener): void {
    this.heads.delete(listener)
    this.logSteps.remove(listener)
  }

  /** Resets the ring to one block, without an event for listeners. */
  begin(block: ReadBlock, from: Upstream): void {
    this.ring.reset(this.followed(block, this.nowMs()))
    this.newestFrom = from
    this.newestTimestampMs = block.timestampMs
  }

  /** Adds the parent of the ring's oldest block, which no listener was given. */
  prepend(block: ReadBlock): void {
    const { number, hash, parentHash, header, timestampMs } = block
    this.ring.prepend({ sequence: 0, number, hash, parentHash, header, logs: undefined, seenAtMs: timestampMs })
  }

  /** Takes back what is above the branch, and adds its blocks. */
  emit({ forkHash, blocks }: ChainBranch, from: Upstream): void {
    const { ring, logSteps } = this
    const seenAtMs = this.nowMs()
    const depth = ring.above(forkHash).length
    if (depth > 0 && this.hasListeners) this.events.reorganized(depth)
    // Logs are taken back before the heads of the new branch come.
    logSteps.takeBack(forkHash)
    for (let at = 0; at === 0 || at < blocks.length; at += STEP_BLOCKS) {
      const removed = at === 0 ? ring.above(forkHash).reverse() : []
      const slice = blocks.slice(at, at + STEP_BLOCKS)
      this.emitStep({ removed, added: slice.map((block) => this.followed(block, seenAtMs)) })
    }
    logSteps.deliver()
    this.newestFrom = from
    this.newestTimestampMs = blocks.at(-1)?.timestampMs
  }

  end(why: StreamEnd): void {
    const ended = [...this.heads]
    this.heads.clear()
    for (const listener of ended) listener.ended(why)
    this.logSteps.end(why)
  }

  /** Forgets all listeners without a word. */
  clear(): void {
    this.heads.clear()
    this.logSteps.clear()
  }

  private emitStep(step: FollowStep): void {
    const { ring, logSteps } = this
    ring.apply(step)
    const { newest } = ring
    const unfinal = newest === undefined ? 0 : Number(newest.number - (this.finalized() ?? newest.number))
    const delayed = Math.min(MAX_DELAYED, logSteps.delayed.length + 1)
    ring.trim(Math.max(delayed, Math.min(MOST_KEPT, Math.max(LEAST_KEPT, unfinal))))
    for (const listener of [...this.heads]) if (this.heads.has(listener)) listener.step(step)
  }

  private followed({ number, hash, parentHash, header }: ReadBlock, seenAtMs: number): FollowedBlock {
    // A block that returns after a reorganization has its logs.
    const logs = this.ring.get(hash)?.logs
    return { sequence: ++this.sequence, number, hash, parentHash, header, logs, seenAtMs }
  }
}
