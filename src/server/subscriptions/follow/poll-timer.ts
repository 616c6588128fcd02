import type { Upstream } from '../../upstreams/upstream.js'
import type { HeadHint, NodeAsker } from './follow-nodes.js'
import type { StepEmitter } from './step-emitter.js'

/** Starts a timer; returns a function that stops it. */
export type StartTimer = (act: () => void, waitMs: number) => () => void

/** A wait that may be ended early. */
export class EndableWait {
  end = (): void => {}

  constructor(private readonly startTimer: StartTimer) {}

  begin(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.startTimer(resolve, waitMs)
      this.end = () => {
        stop()
        resolve()
      }
    })
  }
}

interface PollTimerDeps {
  /** Compares with the times of blocks. */
  readonly nowMs: () => number
  readonly steadyMs: () => number
  readonly startTimer: StartTimer
}

/** Why a poll is made: by the clock, because something changed, or at a node's hint. */
export type PollReason = 'due' | 'changed' | HeadHint

/**
 * Interval of polls from the time at which a block is due. Hints wait as long after one that
 * brought no block.
 */
const DUE_EVERY_MS = 100
/** The time for which polls go on at that interval. */
const DUE_FOR_MS = 2_000
/** Waits after polls that failed, each twice as long as the one before. */
const RETRY_MS = 100
const MAX_RETRY_MS = 1_000
/**
 * A source that shows no new block for this long after others announced one stands still. Nodes
 * that are not polled (`pollMs: 0`) are never behind otherwise.
 */
const STANDSTILL_MS = 10_000

/** Decides when the next poll is due: at a hint, or by the clock. */
export class PollTimer {
  private reason: PollReason = 'due'
  /** The newest block before the poll, if it is made at a hint. */
  private hinted: { readonly newestHash: string | undefined } | undefined
  private areHintsWaiting = false
  private readonly waiting: EndableWait
  private stopHints = (): void => {}
  /** Since when other nodes have announced blocks above the newest one, and which that is. */
  private standstill: { readonly newestHash: string; sinceMs: number } | undefined
  /** Nodes that give hints. */
  private readonly hinters = new WeakSet<Upstream>()
  pollMs = 0

  constructor(
    private readonly asker: NodeAsker,
    private readonly emitter: StepEmitter,
    private readonly deps: PollTimerDeps,
  ) {
    this.waiting = new EndableWait(deps.startTimer)
  }

  /** Listens to the hints of the nodes there are now. */
  begin(): void {
    this.stopHints()
    const { hints } = this.asker.nodes
    this.stopHints = hints?.onHint((hint) => this.hear(hint)) ?? (() => {})
  }

  end(): void {
    this.stopHints()
    this.stopHints = () => {}
  }

  /** Ends the wait: for a poll, or because nobody wants one any more. */
  wake(): void {
    this.reason = 'changed'
    this.waiting.end()
  }

  /** Why the poll that begins now is made. */
  takeReason(): PollReason {
    const { reason } = this
    this.reason = 'due'
    this.hinted = typeof reason === 'object' ? { newestHash: this.newestHash } : undefined
    return reason
  }

  /** Resolves when the next poll is due. `stalls`: polls in a row that failed. */
  async wait(stalls: number): Promise<void> {
    const waitMs = stalls > 0 ? retryMs(stalls) : this.untilDueMs()
    const isFutile = this.hinted !== undefined && this.hinted.newestHash === this.newestHash
    const hintsWaitMs = isFutile ? Math.min(DUE_EVERY_MS, waitMs) : 0
    if (isFutile && this.reason !== 'changed') {
      this.areHintsWaiting = true
      await this.waiting.begin(hintsWaitMs)
      this.areHintsWaiting = false
    }
    if (typeof this.reason === 'object' && this.isKnown(this.reason)) this.reason = 'due'
    if (this.reason === 'due') await this.waiting.begin(waitMs - hintsWaitMs)
  }

  private hear(hint: HeadHint): void {
    const { upstream } = hint
    this.hinters.add(upstream)
    const source = this.asker.choose()
    if (this.isStandstill(hint, source)) {
      this.asker.challenger = upstream
      return this.wake()
    }
    if (this.isKnown(hint) || (upstream !== source && !this.isNews(hint, source))) return
    if (this.reason !== 'changed') this.reason = hint
    if (!this.areHintsWaiting) this.waiting.end()
  }

  /**
   * True if the source stands still: another node announces a newer block, and one did so long ago.
   * Then false again for as long.
   */
  private isStandstill({ upstream, blockNumber }: HeadHint, source: Upstream | undefined): boolean {
    const { newest } = this.emitter.ring
    if (upstream === source || newest === undefined || blockNumber === undefined) return false
    if (blockNumber <= newest.number) return false
    const now = this.deps.steadyMs()
    if (this.standstill?.newestHash !== newest.hash) this.standstill = { newestHash: newest.hash, sinceMs: now }
    const isLong = now - this.standstill.sinceMs >= STANDSTILL_MS
    if (isLong) this.standstill.sinceMs = now
    return isLong
  }

  /** True if the hint of a node that is not the source is a reason to ask the source. */
  private isNews({ upstream, blockNumber }: HeadHint, source: Upstream | undefined): boolean {
    const { asker, emitter } = this
    // Another node may have the block sooner than the one that is asked.
    if (source !== undefined && this.hinters.has(source)) return false
    const { newest } = emitter.ring
    const isOld = blockNumber !== undefined && newest !== undefined && blockNumber < newest.number
    return !isOld && !asker.isBehind(upstream)
  }

  private isKnown({ blockHash }: HeadHint): boolean {
    return blockHash !== undefined && this.emitter.ring.isCanonical(blockHash.toLowerCase())
  }

  private get newestHash(): string | undefined {
    return this.emitter.ring.newest?.hash
  }

  private untilDueMs(): number {
    const { asker, emitter, pollMs } = this
    const { blockTimeMs } = asker.nodes.head
    const newest = emitter.newestTimestampMs
    const source = asker.choose()
    if (blockTimeMs === undefined || newest === undefined || (source !== undefined && this.hinters.has(source)))
      return pollMs
    const dueMs = newest + blockTimeMs - this.deps.nowMs()
    if (dueMs > 0) return Math.min(dueMs, pollMs)
    // After a missed slot the next block is due a block time later.
    return -dueMs % blockTimeMs < DUE_FOR_MS ? Math.min(DUE_EVERY_MS, pollMs) : pollMs
  }
}

/** The wait after so many failures in a row. */
export const retryMs = (stalls: number): number => Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.min(stalls - 1, 10))
