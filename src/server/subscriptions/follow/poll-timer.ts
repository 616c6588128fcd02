import type { Upstream } from '../../upstreams/upstream.js'
import type { NodeAsker } from './follow-nodes.js'
import type { HeadHint } from './head-hints.js'
import type { StepEmitter } from './step-emitter.js'

/** Starts a timer; returns a function that stops it. */
export type StartTimer = (act: () => void, waitMs: number) => () => void

/** Why a poll is made: by the clock, because something changed, or at a node's hint. */
export type PollReason = 'due' | 'changed' | HeadHint

/** Interval of polls from the time at which a block is due, and for how long. */
const DUE_EVERY_MS = 100
const DUE_FOR_MS = 2_000
/** Waits after polls that failed, each twice as long as the one before. */
const RETRY_MS = 100
const MAX_RETRY_MS = 1_000

/** Decides when the next poll is due: at a hint, or by the clock. */
export class PollTimer {
  private reason: PollReason = 'due'
  private endWait = (): void => {}
  private stopHints = (): void => {}
  /** Nodes that give hints. */
  private readonly hinters = new WeakSet<Upstream>()
  pollMs = 0

  constructor(
    private readonly asker: NodeAsker,
    private readonly emitter: StepEmitter,
    private readonly deps: { readonly nowMs: () => number; readonly startTimer: StartTimer },
  ) {}

  /** Listens to the hints of the nodes there are now. */
  begin(): void {
    this.stopHints()
    const { hints } = this.asker.nodes
    this.stopHints = hints?.onHint((hint) => this.hinted(hint)) ?? (() => {})
  }

  end(): void {
    this.stopHints()
    this.stopHints = () => {}
  }

  /** Ends the wait: for a poll, or because nobody wants one any more. */
  wake(reason: PollReason = 'changed'): void {
    this.reason = reason
    this.endWait()
  }

  /** Why the poll that begins now is made. */
  takeReason(): PollReason {
    const { reason } = this
    this.reason = 'due'
    return reason
  }

  /** Resolves when the next poll is due. `stalls`: polls in a row that failed. */
  async wait(stalls: number): Promise<void> {
    if (this.reason !== 'due') return
    await new Promise<void>((resolve) => {
      const stop = this.deps.startTimer(resolve, stalls > 0 ? retryMs(stalls) : this.untilDueMs())
      this.endWait = () => {
        stop()
        resolve()
      }
    })
    this.endWait = () => {}
  }

  private hinted(hint: HeadHint): void {
    const { upstream, blockHash } = hint
    this.hinters.add(upstream)
    const source = this.asker.choose()
    // Another node may have the block sooner than the one that is asked.
    if (source !== undefined && source !== upstream && this.hinters.has(source)) return
    if (blockHash === undefined || !this.emitter.ring.isCanonical(blockHash.toLowerCase())) this.wake(hint)
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
