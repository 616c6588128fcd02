import type { Upstream } from '../../upstreams/upstream.js'
import type { FollowEvents } from '../subscription-events.js'
import type { BlockFetcher } from './block-fetcher.js'
import type { HeadHint, NodeAsker } from './follow-nodes.js'
import type { PollReason } from './poll-timer.js'
import { type ReadBlock, readAnnounced } from './read-block.js'
import type { StepEmitter } from './step-emitter.js'
import { type ChainBranch, walkToRing } from './walk.js'

export type PollOutcome = 'done' | 'failed' | 'gap_too_wide'

/**
 * The source is asked for its newest block after this time, though its number did not change, or
 * its announcements go on: it may show another branch.
 */
const RECHECK_MS = 5_000
/** A chain that became shorter is believed after this time, if the node that showed it says so. */
const SHORTER_MS = 1_000
/** A shorter chain is believed after this time, if only other nodes show it, which may lag. */
const SHORTER_ELSEWHERE_MS = 10_000
/** Blocks below the first one that are fetched, to find where a branch begins. */
const ANCESTORS = 32n
/** After so many polls in a row that fetched nothing more, another node is the source. */
const STALLS_TO_AVOID = 2
/** After so many, what was fetched is not believed any more. */
const STALLS_TO_CLEAR = 8
/** After so many polls in a row that failed, although they fetched more, another is the source. */
const FAILURES_TO_AVOID = 16

/** Polls at the newest block of one node, and delivers what leads to it. */
export class HeadPoll {
  /** The newest block while the source shows a shorter chain, and since when. */
  private gone: { readonly hash: string; readonly sinceMs: number } | undefined
  private fetchedAtMs = Number.NEGATIVE_INFINITY
  /** Polls in a row that failed and fetched nothing more. */
  stalls = 0
  private failures = 0
  private fetched = 0
  /** True if the ring was reset and has no ancestors. */
  private isShallow = false

  constructor(
    private readonly asker: NodeAsker,
    private readonly blocks: BlockFetcher,
    private readonly emitter: StepEmitter,
    private readonly steadyMs: () => number,
    private readonly events: FollowEvents,
  ) {}

  async once(reason: PollReason): Promise<PollOutcome> {
    await this.followChallenger()
    const source = this.asker.choose()
    if (source === undefined) return this.failed(undefined)
    const isFollowed = typeof reason === 'object' && (await this.followAnnounced(reason, source))
    if (isFollowed && !this.isRecheckDue) return this.done()
    // After a hint there is a new block: its number need not be asked first.
    if (reason === 'due' && (await this.isUnchanged(source))) return this.done()
    const newest = await this.blocks.newest(source)
    if (newest === undefined) {
      this.asker.avoid(source)
      return this.failed(source)
    }
    this.fetchedAtMs = this.steadyMs()
    const { ring } = this.emitter
    if (ring.newest === undefined) return this.begin(newest, source)
    if (newest.hash === ring.newest.hash) {
      this.gone = undefined
      return this.done()
    }
    this.events.lagging(Number(newest.number - ring.newest.number))
    if (this.isTooFar(newest, source)) return this.failed(source)
    if (newest.number < ring.newest.number && !(await this.isShorter(newest))) return this.done()
    return this.follow(newest, source)
  }

  /** Follows the node that announced newer blocks while the source stood still, if it has one. */
  private async followChallenger(): Promise<void> {
    const { asker, blocks, emitter } = this
    const { challenger } = asker
    const { newest } = emitter.ring
    asker.challenger = undefined
    if (challenger === undefined || newest === undefined) return
    const shown = await blocks.newest(challenger)
    if (shown !== undefined && shown.number > newest.number) asker.follow(challenger)
  }

  /**
   * Delivers the block that the source announced, without fetching it, if it is the child of the
   * newest one. Blocks are taken back only if the source shows another branch when it is asked.
   */
  private async followAnnounced({ upstream, header }: HeadHint, source: Upstream): Promise<boolean> {
    const { newest } = this.emitter.ring
    if (upstream !== source || newest === undefined) return false
    const block = await readAnnounced(header)
    if (block?.parentHash !== newest.hash || block.number !== newest.number + 1n) return false
    if (this.isTooFar(block, source)) return false
    this.events.lagging(1)
    this.emit({ forkHash: newest.hash, blocks: [block] }, block, source)
    return true
  }

  private async follow(newest: ReadBlock, source: Upstream): Promise<PollOutcome> {
    const { emitter, blocks } = this
    const { ring } = emitter
    const branch = ring.isCanonical(newest.hash)
      ? { forkHash: newest.hash, blocks: [] }
      : await walkToRing(newest, ring, blocks)
    if (branch === 'gap_too_wide') {
      return emitter.hasListeners ? branch : this.begin(newest, source)
    }
    if (branch === undefined) return this.failed(source)
    this.emit(branch, newest, source)
    return this.done()
  }

  /** Delivers a branch. From now on callers know its newest block, and other nodes may lack it. */
  private emit(branch: ChainBranch, { number }: ReadBlock, source: Upstream): void {
    source.health.raiseHead(number)
    this.asker.nodes.head.served(number)
    this.emitter.emit(branch, source)
    this.gone = undefined
  }

  private begin(newest: ReadBlock, source: Upstream): PollOutcome {
    this.emitter.begin(newest, source)
    this.isShallow = true
    return this.done()
  }

  /** Adds ancestors to a ring that was reset. Leaves out ancestors that no node has now. */
  async deepen(): Promise<void> {
    const { emitter, blocks } = this
    const { oldest } = emitter.ring
    if (!this.isShallow || oldest === undefined || this.asker.choose() === undefined) return
    this.isShallow = false
    const lowest = oldest.number > ANCESTORS ? oldest.number - ANCESTORS : 0n
    if (oldest.number > 0n) await blocks.prefetch(lowest, oldest.number - 1n)
    for (let { parentHash, number } = oldest; number > lowest; ) {
      const parent = blocks.known(parentHash)
      if (parent?.number !== number - 1n) return
      emitter.prepend(parent)
      parentHash = parent.parentHash
      number = parent.number
    }
  }

  private done(): PollOutcome {
    this.failures = 0
    this.stalls = 0
    this.events.lagging(this.emitter.logSteps.delayed.length)
    return 'done'
  }

  private failed(source: Upstream | undefined): PollOutcome {
    const { fetched } = this.blocks
    this.failures++
    this.stalls = fetched === this.fetched ? this.stalls + 1 : 1
    this.fetched = fetched
    const isBad = this.stalls >= STALLS_TO_AVOID || this.failures >= FAILURES_TO_AVOID
    if (source !== undefined && isBad) this.asker.avoid(source)
    if (this.stalls % STALLS_TO_CLEAR === 0) this.blocks.clear()
    return 'failed'
  }

  private get isRecheckDue(): boolean {
    return this.steadyMs() - this.fetchedAtMs >= RECHECK_MS
  }

  /** True if the source's newest block has the number of the ring's, seen not long ago. */
  private async isUnchanged(source: Upstream): Promise<boolean> {
    const { newest } = this.emitter.ring
    if (newest === undefined || this.failures > 0 || this.isRecheckDue) return false
    return (await this.blocks.newestNumber(source)) === newest.number
  }

  /** True if the chain cannot have grown so far, as long as no other node confirms it. */
  private isTooFar({ number }: ReadBlock, source: Upstream): boolean {
    const { pool, head } = this.asker.nodes
    return pool.upstreams.length > 1 && head.judge(number, source) === 'ahead'
  }

  /**
   * True if the chain ends below the ring's newest block: no usable node has that block any more.
   * False if only the source lags.
   */
  private async isShorter({ hash }: ReadBlock): Promise<boolean> {
    const { asker, blocks, emitter } = this
    const { ring } = emitter
    // No listener was given the blocks: only a branch that the ring does not have is news.
    if (!emitter.hasListeners) return !ring.isCanonical(hash)
    const newest = ring.newest!
    const usable = asker.usable()
    const hashes = await Promise.all(usable.map((upstream) => blocks.canonicalHash(upstream, newest.number)))
    if (hashes.includes(newest.hash)) {
      this.gone = undefined
      return false
    }
    if (hashes.includes('silent')) return false
    const now = this.steadyMs()
    if (this.gone?.hash !== newest.hash) this.gone = { hash: newest.hash, sinceMs: now }
    const isSaidByItself = emitter.newestFrom !== undefined && usable.includes(emitter.newestFrom)
    return now - this.gone.sinceMs >= (isSaidByItself ? SHORTER_MS : SHORTER_ELSEWHERE_MS)
  }
}
